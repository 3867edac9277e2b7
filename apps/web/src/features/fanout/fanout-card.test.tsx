import type { RouteId } from "@squadroom/core/contract/routes";
import type { RoleName, TaskId } from "@squadroom/core/kernel/ids";
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { StoodClock } from "../../clock/now.ts";
import { namesOf } from "../../live/names.ts";
import { ME, PlayRoom } from "../../live/room.fixture.ts";
import { show, stateIn } from "../../testing/page.fixture.tsx";
import { PlayMachine } from "../runner/runner.fixture.ts";
import { FanoutCard } from "./index.ts";

const NOON = Date.UTC(2026, 10, 21, 12);
const LEAD: RouteId[] = ["retryBranch"];
const SECOND = 1 / 60;

/** A planner that has asked a builder and a reviewer. */
function asked(here = ["planner", "builder", "reviewer"]): PlayRoom {
  const room = new PlayRoom("checkout", "squad", NOON);
  for (const role of here) room.join(role, role);
  room.message("Is it ready?");
  room.claim("planner");
  const task = room.view.tasks.find(({ lease }) => lease);
  room.run({
    type: "fanOut",
    by: room.caller("planner"),
    taskId: task?.id as TaskId,
    fence: task?.lease?.fence as never,
    branches: ["builder", "reviewer"].map((role) => ({
      role: role as RoleName,
      instruction: `Is it, ${role}?`,
    })),
  });
  return room;
}

function card(room: PlayRoom) {
  const state = stateIn(room, LEAD);
  const [fanout] = state.view.fanouts.all ?? [];
  if (!fanout) throw new Error("the room has no fan-out");
  return (
    <StoodClock value={room.at}>
      <FanoutCard fanout={fanout} state={state} names={namesOf(new Map(), state.view.team, new Map())} />
    </StoodClock>
  );
}

const joined = () => document.querySelector(".fo-join")?.textContent;
const builder = () => within(screen.getAllByRole("listitem")[0] as HTMLElement);

test("a joining task that was cancelled has joined nothing, and a retried branch is waited for again", async () => {
  const room = asked();
  for (const name of ["builder", "reviewer"]) room.claim(name);
  room.fail("builder", "No database here.").done("reviewer", "It is.");
  room.claim("planner");
  room.done("planner", "It is, says the reviewer.");
  const { redraw } = await show(card(room));
  expect(joined()).toBe("PLAN-001 has joined the results. No answer from Builder.");
  expect(screen.getByText("2 agents were asked at once")).toBeTruthy();
  room.later(1).run({ type: "retryBranch", by: ME, taskId: "DEV-001" as TaskId });
  redraw(card(room));
  expect(joined()).toBe("The results are joined again once the last branch has ended.");
  expect(screen.getByText("2 agents are asked at once")).toBeTruthy();

  const withdrawn = asked();
  const cancel = { type: "cancelTask" as const, by: ME, cascade: false, reason: "" };
  withdrawn.run({ ...cancel, taskId: "PLAN-001" as TaskId });
  redraw(card(withdrawn));
  expect(joined()).toBe("PLAN-001 was cancelled: nobody joins the results.");
});

test("the time of a branch stands still while its agent waits for a person", async () => {
  const room = asked();
  room.claim("builder");
  room.later(20 * SECOND);
  const { redraw } = await show(card(room));
  expect(builder().getByText("100 s left")).toBeTruthy();
  room.ask("builder", "Which database?").later(60 * SECOND);
  redraw(card(room));
  expect(builder().getByText("100 s left")).toBeTruthy();
  const [question] = Object.values(room.view.decisions);
  if (!question) throw new Error("nothing was asked");
  const answer = { optionId: "answer", note: "The second.", version: null };
  room.run({ type: "answerDecision", by: ME, decisionId: question.id, ...answer });
  room.later(10 * SECOND);
  redraw(card(room));
  expect(builder().getByText("90 s left")).toBeTruthy();
});

test("a branch that a runner works on leads to its run, with what it has cost", async () => {
  const room = asked(["planner"]);
  const machine = new PlayMachine(room, "studio", 1).comes(["builder"], 1);
  machine.takes(1).starts(1, "Bo", "builder").works(1, "Bo");
  const tokens = { inputTokens: 1000, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const priced = { costUsdMicros: 410_000, model: "pro", runs: 0, basis: "estimated" as const };
  const end = { kind: "turn_ended", why: "done", reason: "", durationMs: 1, tools: 0 } as const;
  machine.says(1, { ...end, usage: { ...tokens, ...priced }, context: null });
  await show(card(room));
  const link = builder().getByRole("link", { name: "Run 1" });
  expect(link.getAttribute("href")).toBe("/rooms/checkout/runs/1");
  expect(link.parentElement?.textContent).toContain("0.41 USD");
});
