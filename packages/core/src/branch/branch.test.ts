import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AgentCaller, RunnerCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import type { RoomEvent } from "../kernel/event.ts";
import { type AgentId, type Fence, roleName, type TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { RunReport } from "../run/command.ts";
import { lineageOf } from "../run/lineage.ts";
import type { RunId } from "../run/run.ts";
import { anId, LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { BRANCH_KINDS } from "../testing/run-kinds.fixture.ts";
import { NO_USAGE } from "../usage/usage.ts";
import type { BranchReport } from "./command.ts";
import { followBranches } from "./events.ts";
import { mergeQueue, takesIn } from "./queue.ts";
import { branchState } from "./state.ts";

const RUNNER: RunnerCaller = { id: anId(701) as AgentId, name: "runner-1", connection: null };
const CONFLICT: BranchReport = {
  kind: "failed",
  why: "conflict",
  note: "",
  conflict: [{ path: "a.ts", kind: "contents", hunks: [{ ours: ["one"], theirs: ["two"] }] }],
  checks: [],
};

const tell = (room: Driver, runId: number, report: RunReport) =>
  room.run({ type: "reportRun", by: RUNNER, runId: runId as RunId, report });
const report = (room: Driver, key: string, said: BranchReport) =>
  room.run({ type: "reportBranch", by: RUNNER, key, report: said });
const merged = (room: Driver, key: string, head: string) => {
  const line = room.view.branches[key]?.line ?? "";
  const before = room.view.branches[line]?.head ?? "base";
  const said = { name: "squadroom/plan-001", base: "main", before, head, checks: [] };
  report(room, key, { kind: "merged", ...said });
};

const pendingIn = (room: Driver) => Object.values(room.view.decisions).map(({ kind }) => kind);

/** An agent of a run that is up, with the task that it was started for in hand. */
function up(room: Driver, runId: number, role: "planner" | "builder"): AgentCaller {
  const name = `${role}-${runId}`;
  const agent = {
    id: anId(800 + runId) as AgentId,
    name,
    roles: [roleName(role)],
    connection: null,
  };
  room.run({ type: "seatRun", by: RUNNER, runId: runId as RunId, agentId: agent.id, name });
  const seat = {
    role: roleName(role),
    class: "managed" as const,
    harness: "s",
    door: "mcp" as const,
  };
  room.run({ type: "join", by: agent, ...seat });
  const where = { folder: "/work", branch: null, tree: null };
  const said = { harness: "s", model: null, ref: null, isResumed: false, ...where };
  tell(room, runId, { kind: "started", agentId: agent.id, ...said });
  room.run({ type: "claim", by: agent });
  return agent;
}

/** A planner that made two tasks of one message, and builders who have them in hand. */
function fannedOut(): { room: Driver; builders: AgentCaller[]; planner: AgentCaller } {
  const room = Driver.room("duo");
  const roles = ["planner", "builder"].map((role) => ({ role: roleName(role), harness: "s" }));
  const project = { name: "checkout", branch: "main", hasRemote: false };
  const machine = { platform: "linux", version: "1.0.0", slots: 8, harnesses: [] };
  room.run({ type: "connectRunner", by: RUNNER, ...machine, offers: roles, project });
  const message = { type: "sendUserMessage" as const, by: LEAD, body: "Refunds", repliesTo: null };
  room.run({ ...message, priority: "medium" });
  room.run({ type: "takeStarts", by: RUNNER, free: 8 });
  const planner = up(room, 1, "planner");
  const draft = { role: roleName("builder"), instruction: "Do it.", priority: "medium" as const };
  const parts = ["Store", "Send"].map((title) => ({ ...draft, title }));
  const fence = room.task("PLAN-001").lease?.fence ?? null;
  room.run({ type: "createTasks", by: planner, tasks: parts, fence });
  room.run({ type: "takeStarts", by: RUNNER, free: 8 });
  return { room, planner, builders: [up(room, 2, "builder"), up(room, 3, "builder")] };
}

function make(room: Driver, runId: number, taskId: string, head: string): void {
  const changes = { added: 1, removed: 0, files: ["a.ts"], fileCount: 1 };
  const said = { branch: `squadroom/${taskId.toLowerCase()}`, base: "base", head, changes };
  const evidence = { taskId: taskId as TaskId, ...said, artifacts: [], checks: [] };
  tell(room, runId, { kind: "examined", evidence });
}

function complete(room: Driver, by: AgentCaller, taskId: string, summary: string): void {
  const fence = room.task(taskId).lease?.fence ?? (0 as Fence);
  const result = { summary };
  room.run({ type: "complete", by, taskId: taskId as TaskId, fence, result, next: false });
}

describe("a branch", () => {
  it("waits to be merged once nothing of its line of work is open, and stands in the branch it belongs to", () => {
    const { room, builders } = fannedOut();
    const [first] = builders as [AgentCaller];
    make(room, 2, "DEV-001", "one");
    expect(mergeQueue(room.view, RUNNER.id)).toEqual([]);

    const at = { folder: "/work", branch: null, tree: "DEV-001" };
    const fence = room.task("DEV-001").lease?.fence ?? null;
    tell(room, 2, { kind: "turn_began", taskId: "DEV-001" as TaskId, fence, ...at });
    complete(room, first, "DEV-001", "Stores it.");
    // What a turn used is told once it is over, after its task.
    tell(room, 2, {
      kind: "turn_ended",
      why: "done",
      reason: "",
      durationMs: 1,
      tools: 0,
      context: null,
      usage: { ...NO_USAGE, inputTokens: 900, model: null },
    });
    expect(room.view.branches["DEV-001"]?.usage).toMatchObject({ inputTokens: 900 });
    expect(room.view.ended[0]?.usage).toMatchObject({ inputTokens: 900 });
    expect(mergeQueue(room.view, RUNNER.id).map(({ branch }) => branch.key)).toEqual(["DEV-001"]);
    merged(room, "DEV-001", "line-1");

    expect(room.view.branches["DEV-001"]?.merge).toMatchObject({ state: "merged" });
    expect(room.view.branches["PLAN-001"]).toMatchObject({
      line: null,
      head: "line-1",
      base: "main",
      merged: [{ key: "DEV-001", summary: "Stores it.", files: ["a.ts"] }],
    });
    expect(mergeQueue(room.view, RUNNER.id)).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("that conflicts is mended where it was made, with what both sides want, and merged then", () => {
    const { room, builders } = fannedOut();
    const [first, second] = builders as [AgentCaller, AgentCaller];
    make(room, 2, "DEV-001", "one");
    make(room, 3, "DEV-002", "two");
    complete(room, first, "DEV-001", "Stores it.");
    complete(room, second, "DEV-002", "Sends it.");
    merged(room, "DEV-001", "line-1");
    report(room, "DEV-002", CONFLICT);

    const stands = (key: string) => {
      const branch = room.view.branches[key];
      return branch && branchState(room.view, branch);
    };
    expect([stands("DEV-002"), stands("PLAN-001")]).toEqual(["mending", "mending"]);
    const fix = room.task("FIX-001");
    expect(fix).toMatchObject({ role: "builder", intent: "findings", fromTaskId: "DEV-002" });
    expect(fix.instruction).toContain("Sends it.");
    expect(fix.instruction).toContain("Stores it.");
    expect(lineageOf(room.view, fix)).toMatchObject({ key: "DEV-002", line: "PLAN-001" });
    expect(room.refused({ type: "retryMerge", by: LEAD, branch: "DEV-002" })).toMatchObject({
      code: "branch_state",
      details: { taskId: "FIX-001" },
    });

    room.run({ type: "claim", by: second });
    expect(takesIn(room.room, room.task("FIX-001"))).toBe("squadroom/plan-001");
    // Whoever looks at it afterwards, on the same branch, gets no marks into it.
    expect(takesIn(room.room, { ...room.task("FIX-001"), intent: "work" })).toBe(null);
    make(room, 3, "FIX-001", "three");
    complete(room, second, "FIX-001", "Keeps both.");
    merged(room, "DEV-002", "line-2");
    const keys = room.view.branches["PLAN-001"]?.merged.map(({ key }) => key);
    expect(keys).toEqual(["DEV-001", "DEV-002"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("goes into a branch of the user's only by a person, and not before all of it is there", () => {
    const { room, builders } = fannedOut();
    const [first, second] = builders as [AgentCaller, AgentCaller];
    make(room, 2, "DEV-001", "one");
    make(room, 3, "DEV-002", "two");
    complete(room, first, "DEV-001", "Stores it.");
    complete(room, second, "DEV-002", "Sends it.");
    merged(room, "DEV-001", "line-1");
    const states = () => Object.values(room.view.branches).map((one) => branchState(room.view, one));
    expect(states()).toEqual(["merged", "merging", "merging"]);
    const take = {
      type: "orderBranch" as const,
      by: LEAD,
      branch: "PLAN-001",
      act: "take" as const,
      anyway: false,
    };
    expect(room.refused({ ...take, into: null })).toMatchObject({
      code: "branch_state",
      details: { waiting: ["DEV-002"] },
    });

    report(room, "DEV-002", { ...CONFLICT, why: "refused", conflict: [], note: "It is locked." });
    expect(states()).toEqual(["merged", "stuck", "stuck"]);
    room.run({ type: "retryMerge", by: LEAD, branch: "DEV-002" });
    room.run({ type: "skipMerge", by: LEAD, branch: "DEV-002", reason: "Not needed." });
    room.run({ ...take, into: null });
    const orderId = room.view.branches["PLAN-001"]?.orders[0]?.id ?? "";
    const said = { orderId, isDone: true, note: "", head: "line-1", remote: null };
    report(room, "PLAN-001", { kind: "settled", ...said });
    report(room, "PLAN-001", { kind: "settled", ...said });

    expect(room.view.branches["PLAN-001"]?.taken).toMatchObject({ into: "main", by: LEAD.name });
    expect(states()).toEqual(["merged", "left_out", "open"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it.each(["failed", "cancelled"] as const)(
    "whose task %s says so, and goes into a user's branch only where a person says that it may",
    (how) => {
      const { room, planner } = fannedOut();
      make(room, 1, "PLAN-001", "half");
      const taskId = "PLAN-001" as TaskId;
      const stands = () => {
        const branch = room.view.branches[taskId];
        return branch && [branchState(room.view, branch), branch.stopped];
      };
      expect(stands()).toEqual(["open", undefined]);
      if (how === "cancelled") room.run({ type: "cancelTask", by: LEAD, taskId, cascade: true, reason: "Enough." });
      for (let n = 0; n < 3 && how === "failed"; n++) {
        const { fence } = room.claim(planner).lease;
        room.run({ type: "fail", by: planner, taskId, fence, reason: "No luck." });
      }
      for (const id of ["DEV-001", "DEV-002"])
        room.run({ type: "cancelTask", by: LEAD, taskId: id as TaskId, cascade: true, reason: "" });
      expect(stands()).toEqual(["unfinished", { taskId, how }]);
      const take = { type: "orderBranch" as const, by: LEAD, branch: taskId, anyway: false };
      expect(room.refused({ ...take, act: "take" })).toMatchObject({
        code: "branch_state",
        details: { taskId, how },
      });
      room.run({ ...take, act: "push" });
      room.run({ ...take, act: "take", anyway: true });
      expect(faultsOf(room.log)).toEqual([]);
    },
  );

  const REFUSED: BranchReport = {
    kind: "failed",
    why: "refused",
    note: "It is checked out elsewhere.",
    conflict: [],
    checks: [],
  };
  function refused() {
    const at = fannedOut();
    make(at.room, 2, "DEV-001", "one");
    complete(at.room, at.builders[0] as AgentCaller, "DEV-001", "Stores it.");
    report(at.room, "DEV-001", REFUSED);
    return at;
  }

  it("that the repository refuses asks a person, whose answer tries again or leaves it out", () => {
    const { room } = refused();
    expect(room.decision("merge_failed")).toMatchObject({
      subject: { kind: "branch", key: "DEV-001" },
      reason: "It is checked out elsewhere.",
      options: [{ act: { kind: "retry_merge" } }, { act: { kind: "skip_merge" }, needsNote: true }],
    });
    room.run(room.answer(room.decision("merge_failed"), "retry"));
    expect(mergeQueue(room.view, RUNNER.id).map(({ branch }) => branch.key)).toEqual(["DEV-001"]);
    expect(pendingIn(room)).toEqual([]);

    report(room, "DEV-001", REFUSED);
    room.run(room.answer(room.decision("merge_failed"), "skip", { note: "Not needed." }));
    expect(room.view.branches["DEV-001"]?.merge).toMatchObject({
      state: "skipped",
      reason: "Not needed.",
    });
    expect(pendingIn(room)).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it.each([
    ["retryMerge", {}, "Its merge is tried again."],
    ["skipMerge", { reason: "Not needed." }, "Somebody left DEV-001 out."],
  ] as const)("asks no more once a person did it themselves: %s", (type, more, why) => {
    const { room } = refused();
    const { id } = room.decision("merge_failed");
    room.run({ type, by: LEAD, branch: "DEV-001", ...more } as Command);
    expect(pendingIn(room)).toEqual([]);
    expect(room.view.moot.find((one) => one.id === id)?.reason).toBe(why);
  });

  it("that fails three times in a row asks, and is mended again once a person says so", () => {
    const { room, builders } = fannedOut();
    const [first] = builders as [AgentCaller];
    make(room, 2, "DEV-001", "one");
    complete(room, first, "DEV-001", "Stores it.");
    for (const fix of ["FIX-001", "FIX-002"]) {
      report(room, "DEV-001", CONFLICT);
      expect(pendingIn(room)).toEqual([]);
      expect(room.view.branches["DEV-001"]?.failed.at(-1)).toMatchObject({ fix });
      room.run({ type: "claim", by: first });
      make(room, 2, fix, `after ${fix}`);
      complete(room, first, fix, "Keeps both.");
    }
    report(room, "DEV-001", CONFLICT);
    expect(room.decision("merge_failed").reason).toBe(
      "3 merges in a row failed. It conflicts in a.ts, and nobody is mending it.",
    );
    room.run(room.answer(room.decision("merge_failed"), "retry"));
    report(room, "DEV-001", CONFLICT);
    expect(room.task("FIX-003")).toMatchObject({ intent: "findings" });
    expect(pendingIn(room)).toEqual([]);
  });

  it("that nobody mends any more asks, too", () => {
    const { room, builders } = fannedOut();
    make(room, 2, "DEV-001", "one");
    complete(room, builders[0] as AgentCaller, "DEV-001", "Stores it.");
    report(room, "DEV-001", CONFLICT);
    const cancel = { type: "cancelTask" as const, by: LEAD, cascade: true, reason: "" };
    room.run({ ...cancel, taskId: "FIX-001" as TaskId });
    expect(pendingIn(room)).toEqual(["merge_failed"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("of a runner that is removed is forgotten, and keeps no task waiting", () => {
    const { room } = fannedOut();
    make(room, 2, "DEV-001", "one");
    room.run({ type: "forgetRunner", by: LEAD, runnerId: RUNNER.id });
    expect(room.view.branches).toEqual({});
  });

  it("is merged once, whatever is said about it in which order", () => {
    const step = fc.tuple(fc.nat(3), fc.nat(9), fc.nat(9), fc.nat(9));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { room, builders } = fannedOut();
        for (const [kind, a, b, c] of steps) {
          const holder = builders[a % 2];
          const held = room.view.tasks.find(({ lease }) => lease?.agentId === holder?.id);
          if (b === 0 && holder && held) complete(room, holder, held.id, "Done.");
          else if (b === 1 && holder && !held) room.try({ type: "claim", by: holder });
          else {
            const command = BRANCH_KINDS[kind % BRANCH_KINDS.length]?.(room, a, b, c);
            if (command) room.try(command);
          }
        }
        expect(faultsOf(room.log)).toEqual([]);
        const went = room.log.filter(({ type }) => type === "branch.merged").length;
        const ready = room.log.filter(({ type }) => type === "task.completed").length;
        expect(went).toBeLessThanOrEqual(ready);
      }),
      { numRuns: shareOf(100) },
    );
  });
});

describe("a task that is returned to its author", () => {
  const merges = {
    waiting: { state: "waiting", since: 1, taskId: "DEV-001" },
    merged: { state: "merged", taskId: "DEV-001" },
  };
  it.each([
    ["waits for no merge any more", "waiting", null],
    ["stays merged where it was", "merged", merges.merged],
  ] as const)("%s", (_, state, expected) => {
    const branch = { key: "DEV-001", line: "session-1", failed: [], merge: merges[state] };
    const view = { branches: { "DEV-001": branch } } as unknown as RoomView;
    const next = { ...view };
    const returned = { type: "task.returned", data: { taskId: "DEV-001" } };
    followBranches(view, next, returned as unknown as RoomEvent);
    expect(next.branches["DEV-001"]?.merge).toEqual(expected);
  });
});
