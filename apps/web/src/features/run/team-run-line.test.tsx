import type { RouteId } from "@squadroom/core/contract/routes";
import { membersOf } from "@squadroom/core/room/card";
import type { RunId } from "@squadroom/core/run/run";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { StoodClock } from "../../clock/now.ts";
import { PlayRoom } from "../../live/room.fixture.ts";
import { serve, show, stateIn } from "../../testing/page.fixture.tsx";
import { PlayMachine } from "../runner/runner.fixture.ts";
import { radarOf } from "./radar-of.ts";
import { teamRunOf } from "./team-run.ts";
import { TeamRunLine } from "./team-run-line.tsx";

const NOON = Date.UTC(2026, 10, 21, 12);
const LEAD: RouteId[] = ["orderRun", "startRun"];

/** What stands below each member of the team. */
function team(room: PlayRoom, canDo = true) {
  const state = stateIn(room, LEAD);
  const { view, observations, leaseS } = state;
  const members = membersOf(view, observations, room.at, leaseS);
  return (
    <StoodClock value={room.at}>
      {members.map((member) => {
        const { name, role, presence } = member;
        const of = teamRunOf(view, member);
        const can = { canOrder: canDo, canStart: canDo };
        return (
          <section key={name} aria-label={presence ? name : role}>
            {of && <TeamRunLine of={of} title={role} radar={radarOf(state)} {...can} />}
          </section>
        );
      })}
    </StoodClock>
  );
}

const of = (name: string) => within(screen.getByRole("region", { name }));

test("an open role that a runner offers is started with one press, and its run is told, steered and stopped", async () => {
  const room = new PlayRoom("checkout", "duo", NOON);
  const machine = new PlayMachine(room, "studio", 1).comes(["planner"], 1);
  const asked = serve({
    startRun: () => ({ runId: 1, state: "creating", seq: 1 }),
    orderRun: () => ({ runId: 1, orderId: "o1", isOver: false, seq: 1 }),
  });
  const { user, redraw } = await show(team(room));
  const open = of("planner");
  expect(open.getByText("Gemini on studio takes the next task of planner.")).toBeTruthy();
  await user.click(open.getByRole("button", { name: "Start a planner" }));
  expect(asked.at(-1)).toMatchObject({ id: "startRun", body: { role: "planner" } });

  room.message("Make refunds idempotent.");
  machine.takes(1).starts(1, "Ada", "planner").works(1, "Ada");
  const tokens = { inputTokens: 1000, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const priced = { costUsdMicros: 410_000, model: "pro", runs: 0, basis: "estimated" as const };
  const end = { kind: "turn_ended", why: "done", reason: "", durationMs: 1, tools: 0 } as const;
  machine.says(1, { ...end, usage: { ...tokens, ...priced }, context: null });
  redraw(team(room));
  const ada = of("Ada");
  expect(ada.getByRole("link", { name: "Run 1 of Ada" }).getAttribute("href")).toBe("/rooms/checkout/runs/1");
  expect(ada.getByText("Gemini, pro")).toBeTruthy();
  expect(ada.getByText("0.41 USD").parentElement?.textContent).toBe("0.41 USD estimated");
  await user.click(ada.getByRole("button", { name: "Steer Ada" }));
  expect(ada.getByRole("textbox", { name: "Tell Ada something" })).toBeTruthy();
  await user.click(ada.getByRole("button", { name: "Stop the run of Ada" }));
  const dialog = within(screen.getByRole("dialog", { name: "Stop run 1 of Ada?" }));
  expect(dialog.getByText(/goes back to the queue, and the changes stay/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Stop run" }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ id: "orderRun", body: { act: "stop" } }));

  machine.says(1, { kind: "ended", why: "stopped", reason: "" });
  redraw(team(room));
  await user.click(of("Ada").getByRole("button", { name: "Start Ada again" }));
  expect(asked.at(-1)).toMatchObject({ id: "startRun", body: { resumes: 1 } });
});

test("who may not order runs sees them, without anything to press", async () => {
  const room = new PlayRoom("checkout", "duo", NOON);
  new PlayMachine(room, "studio", 1).comes(["planner"], 1);
  await show(team(room, false));
  expect(screen.queryAllByRole("button")).toEqual([]);
});

test("two runs that change the same lines say so of each other", async () => {
  const room = new PlayRoom("checkout", "duo", NOON);
  const machine = new PlayMachine(room, "studio", 1).comes(["planner", "builder"], 2);
  serve({});
  room.message("Make refunds idempotent.");
  machine.takes(1).starts(1, "Ada", "planner").works(1, "Ada");
  room.tasks("Ada", [{ role: "builder", title: "Store" }]);
  machine.takes(1).starts(2, "Bo", "builder").works(2, "Bo");
  const runs = [1, 2] as RunId[];
  const lines = [{ from: 10, to: 24, runs }];
  room.observations.overlaps = [{ path: "src/x.ts", runs, lines }];
  await show(team(room));
  expect(of("Ada").getByText(/^Also changed by/).textContent).toBe(
    "Also changed by DEV-001 (Bo): src/x.ts, lines 10–24",
  );
  const link = of("Bo").getByRole("link", { name: "PLAN-001 (Ada)" });
  expect(link.getAttribute("href")).toBe("/rooms/checkout/runs/1");
});
