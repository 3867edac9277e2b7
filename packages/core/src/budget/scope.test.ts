import { describe, expect, it } from "vitest";
import { reconcileDecisions } from "../asking/reconcile.ts";
import type { AgentCaller, RunnerCaller } from "../kernel/actor.ts";
import { type AgentId, roleName } from "../kernel/ids.ts";
import type { RunId } from "../run/run.ts";
import { blockedReasons } from "../task/blocked.ts";
import { anId, LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import type { Budget } from "./budget.ts";
import type { BudgetScope } from "./scope.ts";

const RUNNER: RunnerCaller = { id: anId(701) as AgentId, name: "studio", connection: null };
const WHERE = { folder: "/work", branch: null, tree: null };
const ROOM: BudgetScope = { kind: "room" };
const RUN: BudgetScope = { kind: "run", runId: 1 as RunId };

function used(tokens: number) {
  const cache = { cacheReadTokens: 0, cacheWriteTokens: 0 };
  return {
    inputTokens: tokens,
    outputTokens: 0,
    ...cache,
    costUsdMicros: null,
    model: null,
    runs: 0,
  };
}

function limit(room: Driver, scope: BudgetScope, more: Partial<Budget>): void {
  const budget = { tokens: null, costUsdMicros: null, runs: null, warnAt: 0.8, ...more };
  room.run({ type: "limitUse", by: LEAD, scope, budget });
}

/** A run that works on the one task there is. */
function working() {
  const room = Driver.room("solo");
  const role = roleName("solo");
  room.run({
    type: "connectRunner",
    by: RUNNER,
    platform: "linux",
    version: "1.0.0",
    slots: 2,
    harnesses: [],
    offers: [{ role, harness: "scripted" }],
    project: { name: "checkout", branch: "main", hasRemote: false },
  });
  room.say("Make refunds idempotent.");
  room.run({ type: "takeStarts", by: RUNNER, free: 2 });
  const agent: AgentCaller = {
    id: anId(801) as AgentId,
    name: "solo-1",
    roles: [role],
    connection: null,
  };
  const up = (runId: number) => {
    room.run({
      type: "seatRun",
      by: RUNNER,
      runId: runId as RunId,
      agentId: agent.id,
      name: agent.name,
    });
    room.run({ type: "join", by: agent, role, class: "managed", harness: "scripted", door: "mcp" });
    const said = { harness: "scripted", model: null, ref: "r1", isResumed: false, ...WHERE };
    tell(room, runId, { kind: "started", agentId: agent.id, ...said });
    room.run({ type: "claim", by: agent });
    const [task] = room.view.tasks;
    const at = { taskId: task?.id ?? null, fence: task?.lease?.fence ?? null };
    tell(room, runId, { kind: "turn_began", ...at, ...WHERE });
  };
  up(1);
  return { room, agent, up };
}

type Report = Parameters<Driver["run"]>[0] & { type: "reportRun" };
const tell = (room: Driver, runId: number, report: Report["report"]) =>
  room.run({ type: "reportRun", by: RUNNER, runId: runId as RunId, report });

/** A turn in which the agent says how far it is. */
function endTurn(room: Driver, tokens: number, runId = 1): void {
  const [task] = room.view.tasks;
  const run = room.view.runs.live.find(({ id }) => id === runId);
  const taskId = task?.id ?? null;
  const fence = task?.lease?.fence ?? null;
  if (run?.state === "idle") tell(room, runId, { kind: "turn_began", taskId, fence, ...WHERE });
  const by = {
    id: anId(801) as AgentId,
    name: "solo-1",
    roles: [roleName("solo")],
    connection: null,
  };
  room.run({ type: "progress", by, taskId, fence, progress: { percent: tokens % 100 } } as never);
  const said = { why: "done" as const, reason: "", durationMs: 1, tools: 1, context: null };
  tell(room, runId, { kind: "turn_ended", ...said, usage: used(tokens) });
}

const typesSince = (room: Driver, from: number) => room.log.slice(from).map(({ type }) => type);
const ordersOf = (room: Driver) => (room.view.runs.live ?? []).flatMap(({ orders }) => orders);

describe("the budget of a room", () => {
  it("is told of once when it is close; at the limit nothing new is started, and what runs ends after its turn", () => {
    const { room } = working();
    limit(room, ROOM, { tokens: 1_000 });
    endTurn(room, 850);
    expect(room.log.at(-1)?.type).toBe("budget.neared");
    endTurn(room, 50);
    const reached = room.log.length;
    endTurn(room, 100);
    expect(typesSince(room, reached).slice(-5)).toEqual([
      "usage.reported",
      "run.turn_ended",
      "budget.used_up",
      "run.ordered",
      "decision.opened",
    ]);
    expect(room.log.filter(({ type }) => type === "budget.neared")).toHaveLength(1);
    expect(room.decision("budget")).toMatchObject({
      subject: { kind: "budget", scope: ROOM },
      question: "This room has used its budget of 1,000 tokens and is paused. What next?",
    });
    expect(ordersOf(room)).toMatchObject([{ act: "finish", text: "This room has used its budget." }]);
    tell(room, 1, { kind: "ended", why: "finished", reason: "" });
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 2 })).toEqual({ started: 0 });
    const [waiting] = room.view.tasks;
    expect(waiting && blockedReasons(room.view, waiting)).toMatchObject([
      { kind: "budget_used", text: "This room has used its budget." },
    ]);
    const wish = {
      role: roleName("solo"),
      harness: null,
      model: null,
      runnerId: null,
      resumes: null,
    };
    expect(room.refused({ type: "requestRun", by: LEAD, ...wish }).code).toBe("budget_reached");
    room.run(room.answer(room.decision("budget"), "raise"));
    expect(room.view.budgets.room).toMatchObject({ paused: null, budget: { tokens: 1_500 } });
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 2 })).toEqual({ started: 1 });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("stays paused where a person says so, until there is another budget", () => {
    const { room, agent } = working();
    limit(room, ROOM, { tokens: 100 });
    endTurn(room, 100);
    room.run(room.answer(room.decision("budget"), "stop"));
    expect(room.view.budgets.room?.paused).toBe("stays");
    expect(room.view.decisions).toEqual({});
    tell(room, 1, { kind: "ended", why: "finished", reason: "" });
    room.run({
      type: "join",
      by: agent,
      role: roleName("solo"),
      class: "managed",
      harness: "x",
      door: "mcp",
    });
    expect(room.run({ type: "claim", by: agent })).toMatchObject({ taskId: null });
    limit(room, ROOM, { tokens: 90 });
    expect(room.view.budgets.room?.paused).toBe("stays");
    room.run({ type: "limitUse", by: LEAD, scope: ROOM, budget: null });
    expect(room.run({ type: "claim", by: agent }).taskId).not.toBeNull();
    expect(reconcileDecisions(room.room)).toEqual({ open: [], revise: [], withdraw: [] });
  });

  it("counts attempts, and lets the last one end", () => {
    const { room, agent } = working();
    limit(room, ROOM, { runs: 1 });
    room.say("And another thing.");
    endTurn(room, 1);
    const { id: taskId, lease } = room.view.tasks[0] as never as {
      id: never;
      lease: { fence: never };
    };
    const result = { summary: "done" };
    const done = { type: "complete" as const, by: agent, taskId, fence: lease.fence, result };
    expect(room.run({ ...done, next: true } as never)).toMatchObject({ next: { again: false } });
    expect(room.view.budgets.room).toMatchObject({ paused: "asks", usage: { runs: 1 } });
    expect(ordersOf(room)).toEqual([]);
  });
});

describe("the budget of an agent", () => {
  it("keeps the agent alone from new tasks, in the commit of its report", () => {
    const { room, agent } = working();
    limit(room, { kind: "agent", agentId: agent.id }, { tokens: 100 });
    room.say("And another thing.");
    const [task] = room.view.tasks;
    const at = {
      by: agent,
      taskId: task?.id,
      fence: task?.lease?.fence,
      result: { summary: "done" },
    };
    const reply = room.run({ type: "complete", ...at, usage: used(100), next: true } as never);
    expect(reply).toMatchObject({ next: null });
    expect(room.decision("budget").question).toContain("solo-1 has used its budget");
    expect(ordersOf(room)).toMatchObject([{ act: "finish" }]);
    const other = room.join("Ada", "solo");
    expect(room.claim(other).id).toBe("TASK-002");
  });
});

describe("the budget of a run", () => {
  it("keeps its task, and counts on in the run that goes on from it", () => {
    const { room, up } = working();
    endTurn(room, 60);
    limit(room, RUN, { tokens: 100 });
    expect(room.view.budgets["run:1"]?.usage.inputTokens).toBe(60);
    endTurn(room, 50);
    tell(room, 1, { kind: "ended", why: "finished", reason: "" });
    expect(room.decision("budget").question).toContain("Run 1 has used its budget of 100 tokens");
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 2 })).toEqual({ started: 0 });
    room.run(room.answer(room.decision("budget"), "raise"));
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 2 })).toEqual({ started: 1 });
    expect(Object.keys(room.view.budgets)).toEqual(["run:2"]);
    up(2);
    endTurn(room, 60, 2);
    expect(room.decision("budget").question).toContain("Run 2 has used its budget of 150 tokens");
    tell(room, 2, { kind: "ended", why: "finished", reason: "" });
    room.run(room.answer(room.decision("budget"), "stop"));
    expect(room.view.budgets).toEqual({});
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 2 })).toEqual({ started: 1 });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is one of a run that is there, and of an agent that joined", () => {
    const { room } = working();
    const set = { type: "limitUse" as const, by: LEAD, budget: null };
    const budget = { tokens: 1, costUsdMicros: null, runs: null, warnAt: 0.8 };
    const nobody: BudgetScope = { kind: "agent", agentId: anId(999) as AgentId };
    expect(room.refused({ ...set, scope: nobody, budget }).code).toBe("agent_unknown");
    const none: BudgetScope = { kind: "run", runId: 9 as RunId };
    expect(room.refused({ ...set, scope: none, budget }).code).toBe("run_unknown");
    expect(room.run({ ...set, scope: none })).toEqual({ scope: none });
  });
});
