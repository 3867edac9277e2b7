import type { PipelineCard } from "@squadroom/core/session/pipeline/card";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "../../testing/page.fixture.tsx";
import { PipeOnCard } from "./pipe-strip.tsx";

const card = (more: Partial<PipelineCard>): PipelineCard => ({
  sessionId: 1 as never,
  title: "Refunds",
  cells: [],
  counts: {},
  done: 0,
  total: 0,
  leftMs: null,
  unknown: 0,
  stall: null,
  ...more,
});
const strip = () => screen.getByRole("img");
const cells = () => [...strip().children] as HTMLElement[];

test("a short pipeline has a cell for each step and a diamond for its checkpoint", async () => {
  await show(
    <PipeOnCard
      card={card({
        done: 1,
        total: 2,
        cells: [
          { kind: "done", isCheckpoint: false },
          { kind: "waiting", isCheckpoint: true },
          { kind: "blocked", isCheckpoint: false },
        ],
      })}
    />,
  );
  expect(strip().getAttribute("aria-label")).toBe("1 of 2 steps are done");
  expect(cells().map(({ className }) => className)).toEqual([
    "ps-cell ps-done",
    "ps-cell ps-waiting ps-checkpoint",
    "ps-cell ps-blocked",
  ]);
  expect(screen.getByText("no estimate yet")).toBeTruthy();
});

test("a long one shows shares, as wide as each has steps, and none of what it has none of", async () => {
  const counts = { blocked: 747, waiting: 3, done: 1_180, working: 70 };
  const { redraw } = await show(<PipeOnCard card={card({ counts, done: 1_180, total: 2_000, leftMs: 5_400_000 })} />);
  expect(cells().map(({ className, style }) => [className, style.flexGrow])).toEqual([
    ["ps-cell ps-done", "1180"],
    ["ps-cell ps-working", "70"],
    ["ps-cell ps-waiting", "3"],
    ["ps-cell ps-blocked", "747"],
  ]);
  expect(screen.getByText("about 90 min left")).toBeTruthy();
  const stall = { kind: "task", taskId: null, needsPerson: true, text: "A person is asked." };
  redraw(<PipeOnCard card={card({ counts, total: 2_000, stall: stall as never })} />);
  expect(screen.getByText("A person is asked.").className).toContain("you");
});
