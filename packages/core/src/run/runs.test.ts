import { describe, expect, it } from "vitest";
import type { AgentCaller, RunnerCaller } from "../kernel/actor.ts";
import { type AgentId, type Fence, roleName, type TaskId } from "../kernel/ids.ts";
import { availableRoles } from "../team/availability.ts";
import { anId, LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import type { RunReport } from "./command.ts";
import { lineageOf } from "./lineage.ts";
import { NO_MODELS } from "./model.ts";
import { spareRuns, unservedTasks } from "./offers.ts";
import { LIMIT_MAX_MS, type RunId } from "./run.ts";

const RUNNER: RunnerCaller = { id: anId(701) as AgentId, name: "studio", connection: null };
const WHERE = { folder: "/work", branch: null, tree: null };

/** A room whose roles a runner offers to fill. */
function offered(slots = 2): Driver {
  const room = Driver.room("duo");
  connect(room, RUNNER, slots);
  return room;
}

const OFFERS = ["planner", "builder"].map((role) => ({
  role: roleName(role),
  harness: "scripted",
}));

function connect(room: Driver, by: RunnerCaller, slots: number, offers = OFFERS): void {
  room.run({
    type: "connectRunner",
    by,
    platform: "linux",
    version: "1.0.0",
    slots,
    offers,
    harnesses: [],
    project: { name: "checkout", branch: "main", hasRemote: false },
  });
}

function say(room: Driver, body: string): void {
  const message = { type: "sendUserMessage" as const, by: LEAD, body, repliesTo: null };
  room.run({ ...message, priority: "medium" });
}

const tell = (room: Driver, runId: number, report: RunReport) =>
  room.run({ type: "reportRun", by: RUNNER, runId: runId as RunId, report });

function joinAs(room: Driver, name: "planner" | "builder"): void {
  const role = roleName(name);
  const by = { id: anId(811) as AgentId, name: "own", roles: [role], connection: null };
  room.run({ type: "join", by, role, class: "manual", harness: "own", door: "rest" });
}

/** A run with its agent there, and the task that it was started for in hand. */
function working(): { room: Driver; agent: AgentCaller; begin: () => void } {
  const room = offered();
  say(room, "Make refunds idempotent.");
  room.run({ type: "takeStarts", by: RUNNER, free: 2 });
  const role = roleName("planner");
  const agent = { id: anId(801) as AgentId, name: "planner-1", roles: [role], connection: null };
  const runId = 1 as RunId;
  room.run({ type: "seatRun", by: RUNNER, runId, agentId: agent.id, name: agent.name });
  room.run({ type: "join", by: agent, role, class: "managed", harness: "scripted", door: "mcp" });
  const up = { harness: "scripted", model: null, ref: "r1", isResumed: false, ...WHERE };
  tell(room, 1, { kind: "started", agentId: agent.id, ...up });
  room.run({ type: "claim", by: agent });
  const { id: taskId, lease } = room.task("PLAN-001");
  const fence = lease?.fence ?? null;
  return {
    room,
    agent,
    begin: () => void tell(room, 1, { kind: "turn_began", taskId, fence, ...WHERE }),
  };
}

const DONE = {
  kind: "turn_ended",
  why: "done",
  reason: "",
  durationMs: 1000,
  tools: 0,
  usage: null,
  context: null,
} as const;

describe("a role that a runner offers", () => {
  it("is available until the runner leaves, pauses, or is silent", () => {
    const room = offered();
    expect(availableRoles(room.view)).toEqual(["planner", "builder"]);
    room.run({ type: "stopRuns", by: LEAD });
    expect(availableRoles(room.view)).toEqual([]);
    room.run({ type: "setRunner", by: LEAD, runner: RUNNER.id, isDraining: false });
    expect(availableRoles(room.view)).toEqual(["planner", "builder"]);
    room.now += 61_000;
    room.run({ type: "tick" });
    expect(availableRoles(room.view)).toEqual([]);
    room.run({ type: "returnRunner", by: RUNNER });
    expect(availableRoles(room.view)).toEqual(["planner", "builder"]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is not available while its runner is stopping, and nobody can ask for it there", () => {
    const room = offered();
    const drain = () => room.run({ type: "changeRunner", by: RUNNER, isDraining: true });
    drain();
    expect(availableRoles(room.view)).toEqual([]);
    const { seq } = room.view;
    drain();
    expect(room.view.seq).toBe(seq);
    const wish = { harness: null, model: null, runnerId: null, resumes: null };
    const asked = { type: "requestRun" as const, by: LEAD, role: roleName("planner"), ...wish };
    expect(room.refused(asked)).toMatchObject({ code: "runner_unknown", allowed: [] });
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("goes on where its tree is while the runner there takes work, and elsewhere once that one is stopping", () => {
    const { room } = working();
    const { id: taskId, lease } = room.task("PLAN-001");
    const where = { ...WHERE, tree: "PLAN-001" };
    tell(room, 1, { kind: "turn_began", taskId, fence: lease?.fence ?? null, ...where });
    tell(room, 1, { kind: "ended", why: "stopped", reason: "" });
    const other = { id: anId(702) as AgentId, name: "attic", connection: null };
    connect(room, other, 2);
    const starts = () => room.run({ type: "takeStarts", by: other, free: 1 }).started;
    expect(starts()).toBe(0);
    room.run({ type: "changeRunner", by: RUNNER, isDraining: true });
    expect(starts()).toBe(1);
  });

  it("has one run for each ready task, however often the runner asks", () => {
    const room = offered();
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 2 }).started).toBe(0);
    say(room, "Make refunds idempotent.");
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 2 }).started).toBe(1);
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 2 }).started).toBe(0);
    expect(room.view.runs.live).toMatchObject([{ id: 1, state: "creating", taskId: "PLAN-001" }]);
  });

  it("has a run to spare only while no task is there for it, or for its agent that comes up", () => {
    const { room, agent, begin } = working();
    const spare = () => {
      const runner = room.view.runs.runners[RUNNER.id];
      return runner ? spareRuns(room.room, runner) : null;
    };
    begin();
    expect(spare()).toEqual([]);
    const fence = room.task("PLAN-001").lease?.fence ?? (0 as Fence);
    const result = { summary: "Done." };
    const taskId = "PLAN-001" as TaskId;
    room.run({ type: "complete", by: agent, taskId, fence, result, next: false });
    tell(room, 1, DONE);
    expect(spare()).toEqual([1]);
    say(room, "Make captures idempotent.");
    expect(spare()).toEqual([]);
    say(room, "Make voids idempotent.");
    expect(unservedTasks(room.room).map(({ id }) => id)).toEqual(["PLAN-003"]);
    room.run({ type: "takeStarts", by: RUNNER, free: 1 });
    const name = "planner-2";
    const second = { ...agent, id: anId(802) as AgentId, name };
    const role = roleName("planner");
    room.run({ type: "seatRun", by: RUNNER, runId: 2 as RunId, agentId: second.id, name });
    room.run({ type: "join", by: second, role, class: "managed", harness: "s", door: "mcp" });
    // The second agent is there already, and is still the one of the second task.
    say(room, "Make disputes idempotent.");
    expect(unservedTasks(room.room).map(({ id }) => id)).toEqual(["PLAN-004"]);
  });

  it("has an agent before a task asks for one, where its runner starts warm", () => {
    const room = offered(3);
    const warm = (free = 3) => room.run({ type: "takeStarts", by: RUNNER, free, warm: true });
    expect(warm(1).started).toBe(1);
    expect(warm().started).toBe(1);
    expect(warm().started).toBe(0);
    const started = room.view.runs.live.map(({ role, taskId }) => [role, taskId]);
    expect(started).toEqual([
      ["planner", null],
      ["builder", null],
    ]);
    // The first task is for who comes up.
    say(room, "Make refunds idempotent.");
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 1 }).started).toBe(0);
  });

  it.each<[string, (room: Driver) => void]>([
    ["is there", (room) => joinAs(room, "planner")],
    [
      "is asked for by a task",
      (room) => {
        say(room, "Make refunds idempotent.");
        room.run({ type: "takeStarts", by: RUNNER, free: 1 });
      },
    ],
    [
      "didn't come up just now",
      (room) => {
        room.run({ type: "takeStarts", by: RUNNER, free: 1, warm: true });
        tell(room, 1, { kind: "ended", why: "start_failed", reason: "It isn't signed in." });
      },
    ],
  ])("is not started warm where its agent %s", (_, happen) => {
    const room = offered(3);
    happen(room);
    const before = room.view.runs.number ?? 0;
    room.run({ type: "takeStarts", by: RUNNER, free: 3, warm: true });
    const live = room.view.runs.live.filter(({ id }) => id > before);
    expect(live?.map(({ role }) => role)).toEqual(["builder"]);
  });

  it("rests after failed starts, and not for whoever asks by hand", () => {
    const room = offered();
    say(room, "Make refunds idempotent.");
    room.run({ type: "takeStarts", by: RUNNER, free: 1 });
    tell(room, 1, { kind: "ended", why: "start_failed", reason: "It isn't signed in." });
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 1 }).started).toBe(0);
    const wish = { harness: null, model: null, runnerId: null, resumes: null };
    room.run({ type: "requestRun", by: LEAD, role: roleName("planner"), ...wish });
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 1 }).started).toBe(1);
  });

  it("asks for its run anew when it did not start in time", () => {
    const room = offered();
    say(room, "Make refunds idempotent.");
    room.run({ type: "takeStarts", by: RUNNER, free: 1 });
    room.seenAt[RUNNER.id] = room.now + 120_000;
    room.now += 121_000;
    room.run({ type: "tick" });
    expect(room.view.runs.ended).toMatchObject([{ id: 1, why: "start_timeout" }]);
    room.now += 5_000;
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 1 }).started).toBe(1);
  });
});

describe("the end of a turn", () => {
  it("that did nothing is tried once more, then a person decides", () => {
    const { room, begin } = working();
    begin();
    expect(tell(room, 1, DONE).isEmpty).toBe(true);
    expect(room.task("PLAN-001").state).toBe("claimed");
    begin();
    tell(room, 1, DONE);
    expect(room.task("PLAN-001")).toMatchObject({ state: "failed", lastEnd: { how: "empty" } });
    expect(Object.values(room.view.decisions)).toMatchObject([{ kind: "task_failed" }]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("tells once that the context is nearly full", () => {
    const { room, agent, begin } = working();
    const told = () => room.log.filter(({ type }) => type === "run.changed").length;
    for (const [used, times] of [
      [79, 0],
      [80, 1],
      [95, 1],
    ] as const) {
      begin();
      const { fence } = room.task("PLAN-001").lease ?? { fence: 0 };
      const at = { by: agent, taskId: room.task("PLAN-001").id, fence: fence as never };
      room.run({ type: "progress", ...at, progress: { percent: used } });
      tell(room, 1, { ...DONE, context: { used, size: 100 } });
      expect(told(), `${used} %`).toBe(times);
    }
    expect(room.view.runs.live[0]).toMatchObject({ isContextWarned: true });
  });

  it("is not empty where its agent said how far it is", () => {
    const { room, agent, begin } = working();
    for (let n = 0; n < 3; n++) {
      begin();
      const { fence } = room.task("PLAN-001").lease ?? { fence: 0 };
      const at = { by: agent, taskId: room.task("PLAN-001").id, fence: fence as never };
      room.run({ type: "progress", ...at, progress: { percent: n } });
      expect(tell(room, 1, DONE).isEmpty).toBe(false);
    }
    expect(room.task("PLAN-001").state).toBe("in_progress");
  });

  it("comes for the twelfth time over one claim, and a person looks at it", () => {
    const { room, agent, begin } = working();
    for (let n = 0; n < 12; n++) {
      begin();
      const { fence } = room.task("PLAN-001").lease ?? { fence: 0 };
      const at = { by: agent, taskId: room.task("PLAN-001").id, fence: fence as never };
      room.run({ type: "progress", ...at, progress: { percent: n } });
      tell(room, 1, DONE);
    }
    expect(room.task("PLAN-001").state).toBe("failed");
  });
});

describe("a provider that takes nothing", () => {
  const limited = (until: number) =>
    ({
      ...DONE,
      why: "limited",
      limitedUntil: until,
      reason: "Its weekly limit is reached.",
    }) as const;

  it("is waited for: the run keeps its task, which has its time afterwards, and nothing else starts there", () => {
    const { room, begin } = working();
    const { timeoutS } = room.task("PLAN-001");
    const until = room.now + 7_200_000;
    begin();
    tell(room, 1, limited(until));
    expect(room.view.runs.live).toMatchObject([{ state: "idle", limitedUntil: until }]);
    const task = { role: roleName("builder"), title: "Part", instruction: "Do it." };
    room.run({ type: "createTasks", by: LEAD, fence: null, tasks: [task] });
    const start = () => room.run({ type: "takeStarts", by: RUNNER, free: 1 }).started;
    expect(start()).toBe(0);
    room.now = until;
    for (const id of [RUNNER.id, anId(801)]) room.seenAt[id] = room.now;
    room.run({ type: "tick" });
    expect(room.task("PLAN-001").state).toBe("claimed");
    expect(start()).toBe(1);
    room.now += timeoutS * 1000;
    for (const id of [RUNNER.id, anId(801)]) room.seenAt[id] = room.now;
    room.run({ type: "tick" });
    expect(room.task("PLAN-001").lease).toBeNull();
  });

  it("takes no turn away, however often it is asked", () => {
    const { room, begin } = working();
    for (let n = 0; n < 20; n++) {
      begin();
      tell(room, 1, limited(room.now + 1));
    }
    expect(room.task("PLAN-001").state).toBe("claimed");
  });

  it("keeps its run from counting as free for what its role has to do next", () => {
    const { room, begin } = working();
    begin();
    tell(room, 1, limited(room.now + 7_200_000));
    room.run({
      type: "cancelTask",
      by: LEAD,
      taskId: room.task("PLAN-001").id,
      cascade: false,
      reason: "",
    });
    say(room, "And the other one.");
    expect(unservedTasks(room.room).map(({ id }) => id)).toEqual(["PLAN-002"]);
  });

  it("is believed for eight days at most", () => {
    const { room, begin } = working();
    begin();
    tell(room, 1, limited(room.now + 1e12));
    const [run] = room.view.runs.live ?? [];
    expect(run?.limitedUntil).toBe(room.now + LIMIT_MAX_MS);
    const limits = room.view.runs.runners[RUNNER.id]?.limits;
    expect(limits?.scripted?.until).toBe(room.now + LIMIT_MAX_MS);
  });

  it("is over with the first answer, also where its runner was started anew", () => {
    const { room, begin } = working();
    begin();
    tell(room, 1, {
      kind: "changed",
      problem: "Too many requests.",
      limitedUntil: room.now + 9_000,
    });
    connect(room, RUNNER, 2);
    const limits = () => room.view.runs.runners[RUNNER.id]?.limits;
    expect(limits()).toEqual({
      scripted: { until: room.now + 9_000, reason: "Too many requests." },
    });
    const again = working();
    again.begin();
    tell(again.room, 1, limited(again.room.now + 9_000));
    again.begin();
    tell(again.room, 1, DONE);
    expect(again.room.view.runs.runners[RUNNER.id]?.limits).toEqual({});
  });

  it("leaves its role to another harness that the runner offers for it", () => {
    const room = Driver.room("duo");
    const offers = ["one", "two"].map((harness) => ({ role: roleName("planner"), harness }));
    connect(room, RUNNER, 2, offers);
    say(room, "Make refunds idempotent.");
    const wish = { model: null, runnerId: null, resumes: null };
    room.run({ type: "requestRun", by: LEAD, role: roleName("planner"), harness: "one", ...wish });
    room.run({ type: "takeStarts", by: RUNNER, free: 1 });
    tell(room, 1, { kind: "changed", limitedUntil: room.now + 9_000 });
    tell(room, 1, { kind: "ended", why: "start_failed", reason: "Too many requests." });
    room.run({ type: "takeStarts", by: RUNNER, free: 1 });
    expect(room.view.runs.live).toMatchObject([{ id: 2, harness: "two" }]);
  });
});

describe("the entry point's agent", () => {
  it("starts runs of other roles, and none of its own", () => {
    const { room, agent } = working();
    const wish = { harness: null, model: null, runnerId: null, resumes: null };
    const start = (role: string) => ({ type: "requestRun", by: agent, role: roleName(role), ...wish }) as const;
    expect(room.refused(start("planner")).code).toBe("own_role");
    expect(room.run(start("builder"))).toMatchObject({ runId: 2 });
  });
});

describe("a run that ends", () => {
  it("takes its agent along, and its task waits for the same one", () => {
    const { room, begin } = working();
    begin();
    tell(room, 1, { kind: "changed", model: "begun" });
    tell(room, 1, { kind: "ended", why: "crashed", reason: "Its harness ended with 1." });
    expect(room.task("PLAN-001")).toMatchObject({ state: "pending", attempts: 1 });
    room.now += 5_000;
    room.run({ type: "setRoomOptions", by: LEAD, models: { ...NO_MODELS, all: "another" } });
    room.run({ type: "takeStarts", by: RUNNER, free: 1 });
    expect(room.view.runs.live).toMatchObject([
      { id: 2, agentId: anId(801), resumes: 1, ref: "r1", taskId: "PLAN-001" },
    ]);
    expect(room.view.runs.live).toMatchObject([{ model: "begun", modelBy: "resumed" }]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("is over with its runner's next start, and its task is no attempt worse", () => {
    const { room, begin } = working();
    begin();
    const runner = { by: RUNNER, platform: "linux", version: "1.0.0", slots: 1 };
    const project = { name: "checkout", branch: null, hasRemote: false };
    const offers = [{ role: roleName("planner"), harness: "scripted" }];
    room.run({ type: "connectRunner", ...runner, offers, harnesses: [], project });
    expect(room.view.runs.ended).toMatchObject([{ id: 1, why: "runner_lost" }]);
    expect(room.task("PLAN-001")).toMatchObject({ state: "pending", attempts: 0 });
  });
});

describe("the tree of a task", () => {
  it("is based on that of the task in hand, for each agent that is asked about it", () => {
    const { room, agent: by } = working();
    const { id: taskId, lease } = room.task("PLAN-001");
    const branches = [{ role: roleName("builder"), instruction: "Does it hold?" }];
    room.run({ type: "fanOut", by, taskId, fence: lease?.fence as never, branches });
    const lineage = lineageOf(room.view, room.task("DEV-001"));
    expect(lineage).toMatchObject({ key: "DEV-001", line: "PLAN-001" });
  });

  it("is that of the first answer, for who joins the results of a fan-out again", () => {
    const { room, agent: by } = working();
    const builder = room.join("Bob", "builder");
    const { id: taskId, lease } = room.task("PLAN-001");
    const branches = [{ role: roleName("builder"), instruction: "Does it hold?" }];
    room.run({ type: "fanOut", by, taskId, fence: lease?.fence as never, branches });
    const end = { result: { summary: "It holds." }, next: false };
    const finish = (who: AgentCaller) => {
      const { id, lease: held } = room.claim(who);
      room.run({ type: "complete", by: who, taskId: id, fence: held.fence, ...end });
    };
    const { id, lease: held } = room.claim(builder);
    room.run({ type: "fail", by: builder, taskId: id, fence: held.fence, reason: "No database." });
    finish(by);
    room.run({ type: "retryBranch", by: LEAD, taskId: id });
    finish(builder);
    const again = lineageOf(room.view, room.task("PLAN-002"));
    expect(again).toMatchObject({ key: "PLAN-001", line: null, title: "Make refunds idempotent." });
  });

  it("is that of the message it comes from, however often it was handed on", () => {
    const { room, agent } = working();
    const { id, lease } = room.task("PLAN-001");
    const result = { summary: "Do it." };
    const handoff = { to: roleName("builder"), intent: "work" as const, message: "Do it.", result };
    const fence = lease?.fence as never;
    room.run({ type: "handOff", by: agent, taskId: id, fence, handoff, next: false });
    expect(lineageOf(room.view, room.task("DEV-001"))).toMatchObject({
      key: "PLAN-001",
      line: null,
      title: "Make refunds idempotent.",
    });
  });
});

describe("what never comes up", () => {
  it("is tried again later and later, and at once after one that worked", () => {
    const room = offered(1);
    say(room, "Make refunds idempotent.");
    const start = () => room.run({ type: "takeStarts", by: RUNNER, free: 1 }).started;
    const fail = () => {
      const id = room.view.runs.number ?? 0;
      tell(room, id, { kind: "ended", why: "start_failed", reason: "No such program." });
    };
    for (const restMs of [5_000, 10_000, 20_000]) {
      expect(start()).toBe(1);
      fail();
      expect(start()).toBe(0);
      room.now += restMs - 1;
      room.seenAt[RUNNER.id] = room.now;
      expect(start()).toBe(0);
      room.now += 1;
    }
    expect(start()).toBe(1);
  });

  it("leaves the other slots free for other tasks while it comes up", () => {
    const room = offered(2);
    const task = { role: roleName("builder"), title: "Part", instruction: "Do it." };
    room.run({ type: "createTasks", by: LEAD, fence: null, tasks: [task, task, task] });
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 1 }).started).toBe(1);
    // One is coming up and counted by the runner, too: the other slot is free.
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 1 }).started).toBe(1);
    expect(room.run({ type: "takeStarts", by: RUNNER, free: 1 }).started).toBe(0);
  });
});

describe("work that goes on in a tree", () => {
  const OTHER: RunnerCaller = { id: anId(702) as AgentId, name: "laptop", connection: null };
  const connect = (room: Driver, by: RunnerCaller) =>
    room.run({
      type: "connectRunner",
      by,
      platform: "linux",
      version: "1.0.0",
      slots: 2,
      offers: ["planner", "builder"].map((role) => ({ role: roleName(role), harness: "scripted" })),
      harnesses: [],
      project: { name: "checkout", branch: "main", hasRemote: false },
    });
  const startsOn = (room: Driver, by: RunnerCaller) => room.run({ type: "takeStarts", by, free: 2 }).started;

  it("starts on the runner that has the tree while that is there, and elsewhere once it is gone", () => {
    for (const isGone of [false, true]) {
      const { room, agent } = working();
      connect(room, OTHER);
      const { id: taskId, lease } = room.task("PLAN-001");
      const fence = lease?.fence ?? (0 as Fence);
      tell(room, 1, { kind: "turn_began", taskId, fence, ...WHERE, tree: "PLAN-001" });
      room.run(room.handOff(agent, "builder", "work"));
      if (isGone) room.run({ type: "forgetRunner", by: LEAD, runnerId: RUNNER.id });
      expect(startsOn(room, OTHER)).toBe(isGone ? 1 : 0);
      if (!isGone) expect(startsOn(room, RUNNER)).toBe(1);
    }
  });
});
