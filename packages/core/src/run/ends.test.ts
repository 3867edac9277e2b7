import { expect, it } from "vitest";
import type { AgentCaller, RunnerCaller } from "../kernel/actor.ts";
import { type AgentId, roleName } from "../kernel/ids.ts";
import { anId, LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import type { RunReport } from "./command.ts";
import { unservedTasks } from "./offers.ts";
import { restOf } from "./rest.ts";
import type { RunId } from "./run.ts";

const BY: RunnerCaller = { id: anId(701) as AgentId, name: "studio", connection: null };
const OFFER = { role: roleName("planner"), harness: "scripted" };
const WHERE = { folder: "/work", branch: null, tree: null };
const NOTHING = { durationMs: 1, tools: 0, usage: null, context: null };
const runId = 1 as RunId;

/** A run whose agent has joined for a message's task, before its harness is up. */
function joined(room: Driver): AgentCaller {
  const { role } = OFFER;
  room.run({
    type: "connectRunner",
    by: BY,
    platform: "linux",
    version: "1.0.0",
    slots: 2,
    offers: [OFFER],
    harnesses: [],
    project: { name: "checkout", branch: "main", hasRemote: false },
  });
  const said = { body: "Make refunds idempotent.", repliesTo: null, priority: "medium" } as const;
  room.run({ type: "sendUserMessage", by: LEAD, ...said });
  room.run({ type: "takeStarts", by: BY, free: 2 });
  const agent = { id: anId(801) as AgentId, name: "planner-1", roles: [role], connection: null };
  room.run({ type: "seatRun", by: BY, runId, agentId: agent.id, name: agent.name });
  room.run({ type: "join", by: agent, role, class: "managed", harness: "scripted", door: "mcp" });
  return agent;
}

function working(room: Driver) {
  const agent = joined(room);
  const tell = (report: RunReport) => room.run({ type: "reportRun", by: BY, runId, report });
  const up = { harness: "scripted", model: null, ref: "r1", isResumed: false, ...WHERE };
  tell({ kind: "started", agentId: agent.id, ...up });
  room.run({ type: "claim", by: agent });
  const { id: taskId, lease } = room.task("PLAN-001");
  return {
    tell,
    turn(why: "failed" | "done", reason = "") {
      tell({ kind: "turn_began", taskId, fence: lease?.fence ?? null, ...WHERE });
      tell({ kind: "turn_ended", why, reason, ...NOTHING });
    },
  };
}

const asked = ({ room }: Driver) => Object.values(room.decisions ?? {}).map(({ reason }) => reason);

it("counts nobody as about to take a task whose harness didn't come up", () => {
  const room = Driver.room("duo");
  const agent = joined(room);
  const reason = "No line could be opened.";
  room.run({
    type: "reportRun",
    by: BY,
    runId,
    report: { kind: "ended", why: "start_failed", reason },
  });
  expect(room.room.agents[agent.id]).toMatchObject({ online: false, offlineReason: "left" });
  expect(unservedTasks(room.room).map(({ id }) => id)).toEqual(["PLAN-001"]);
});

it("asks a person at once about what can't come out otherwise, with the reason", () => {
  const room = Driver.room("duo");
  const { tell } = working(room);
  const reason = "Its changes lie outside of src/**.";
  tell({ kind: "ended", why: "crashed", reason, isFinal: true });
  expect(room.task("PLAN-001")).toMatchObject({
    state: "failed",
    lastEnd: { how: "failed", reason },
  });
  expect(asked(room)).toEqual([reason]);
});

it("asks a person after three failed turns in a row, and says how the last one failed", () => {
  const room = Driver.room("duo");
  const { tell, turn } = working(room);
  const reason = "It ended with code 3. It said: boom";
  turn("failed", "first");
  turn("done");
  turn("failed", "second");
  turn("failed", "third");
  expect(room.task("PLAN-001").state).not.toBe("failed");
  turn("failed", reason);
  expect(asked(room)).toEqual([`3 turns of planner-1 in a row failed. ${reason}`]);
  tell({ kind: "ended", why: "crashed", reason });
  const runner = Object.values(room.room.runs.runners)[0];
  expect(runner && restOf(room.room, runner, OFFER, 0)).toBeNull();
});

it("rests where no turn of a run came to anything, however many there were", () => {
  const room = Driver.room("duo");
  const { tell, turn } = working(room);
  for (const reason of ["one", "two", "boom"]) turn("failed", reason);
  tell({ kind: "ended", why: "crashed", reason: "boom" });
  const runner = Object.values(room.room.runs.runners)[0];
  expect(runner && restOf(room.room, runner, OFFER, 0)).toMatchObject({
    why: "failing",
    reason: "boom",
  });
});
