import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import type { TaskId } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { followFacts } from "./facts.ts";

/** A planner who asked for two tasks and works on, and two builders. */
function aTeam() {
  const room = Driver.room("squad");
  const planner = room.join("Pia", "planner");
  const bo = room.join("Bo", "builder");
  const rex = room.join("Rex", "reviewer");
  room.say("Refunds.");
  room.claim(planner);
  room.run(
    room.create(planner, [
      { ref: "a", role: "builder", title: "Build it" },
      { role: "reviewer", title: "Review it", requires: ["ref:a"] },
    ]),
  );
  const from = room.log.length;
  /** What the room wrote by itself since then: to whom, how urgent, and what. */
  const told = () =>
    room.log.slice(from).flatMap((event) => {
      if (event.type !== "message.sent" || event.actor.kind !== "server") return [];
      const { to, priority, kind, subject } = event.data.message;
      const who = to.kind === "agent" ? to.name : to.kind === "role" ? to.role : to.kind;
      return [`${priority} ${kind} to ${who}: ${subject}`];
    });
  const fail = (by: AgentCaller) => {
    const task = room.claim(by);
    room.run({
      type: "fail",
      by,
      taskId: task.id,
      fence: task.lease?.fence,
      reason: "No key.",
    } as never);
  };
  const progress = (by: AgentCaller, checks: object[], more = {}) => {
    const task = room.task("DEV-001");
    const { fence } = task.lease ?? {};
    room.run({
      type: "progress",
      by,
      taskId: task.id,
      fence,
      progress: { checks, ...more },
    } as never);
  };
  return { room, planner, bo, rex, told, fail, progress };
}

describe("the room writes by itself", () => {
  it("that a task failed: critical, to the entry point, and high to who waits for it; once, and not of each attempt", () => {
    const { room, bo, told, fail } = aTeam();
    fail(bo);
    fail(bo);
    expect(told()).toEqual([]);
    fail(bo);
    expect(told()).toEqual([
      "critical notification to planner: DEV-001 failed: Build it",
      "high notification to reviewer: DEV-001 failed: Build it",
    ]);
    const body = room.log.findLast(({ type }) => type === "message.sent")?.data as {
      message: { body: string };
    };
    expect(body.message.body).toBe(
      "DEV-001, “Build it”, failed: No key.\n\nREVIEW-001 needs it. A person is asked what to do.",
    );
    room.pass(60_000).tick();
    expect(told()).toHaveLength(2);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("that the task in hand was cancelled: high, to each agent that works on it or on what needs it", () => {
    const { room, bo, told } = aTeam();
    room.claim(bo);
    const cancel = { type: "cancelTask", cascade: true, reason: "Out of scope." } as const;
    room.run({ ...cancel, by: LEAD, taskId: "DEV-001" as TaskId });
    expect(told()).toEqual(["high notification to Bo: DEV-001 was cancelled: Build it"]);
    const body = room.log.findLast(({ type }) => type === "message.sent")?.data as {
      message: { body: string };
    };
    expect(body.message.body).toBe(
      "DEV-001, “Build it”, was cancelled by Lea: Out of scope.\n\nStop working on it: nothing you report for it counts any more. Wait for your next task.",
    );
    expect(room.run({ type: "claim", by: bo }).mail).toHaveLength(1);
    // What nobody has in hand is told to nobody.
    room.run({ ...cancel, by: LEAD, taskId: room.say("Once more.") });
    expect(told()).toHaveLength(1);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("that a check fails, when it begins to: high, to the entry point", () => {
    const { bo, room, told, progress } = aTeam();
    room.claim(bo);
    progress(bo, [{ name: "lint", passed: true }]);
    expect(told()).toEqual([]);
    progress(bo, [{ name: "lint", passed: false, value: 3 }]);
    const first = "high notification to planner: DEV-001 fails lint (3)";
    expect(told()).toEqual([first]);
    progress(bo, [{ name: "lint", passed: false, value: 2 }], { percent: 50 });
    expect(told()).toEqual([first]);
    progress(bo, [
      { name: "lint", passed: true },
      { name: "tests", passed: false },
    ]);
    expect(told()).toEqual([first, "high notification to planner: DEV-001 fails tests"]);
  });

  it("that a blocker needs somebody: critical, and high that it is closed", () => {
    const { bo, room, planner, told, progress } = aTeam();
    room.claim(bo);
    progress(bo, [], { blockers: [{ description: "How large is a page?" }] });
    room.run({
      type: "closeBlocker",
      by: planner,
      taskId: room.task("DEV-001").id,
      blockerId: 1,
      wasReported: true,
      note: "",
    });
    expect(told()).toEqual([
      "critical request to planner: DEV-001 is blocked: How large is a page?",
      "high notification to Bo: A blocker of DEV-001 is closed: How large is a page?",
    ]);
  });

  it("that something is done: medium, to who asked for it and works on; whoever gets a task learns it with the task", () => {
    const { bo, planner, room, told } = aTeam();
    const task = room.claim(bo);
    const end = {
      taskId: task.id,
      fence: task.lease?.fence,
      result: { summary: "Done." },
      next: false,
    };
    room.run({ type: "complete", by: bo, ...end } as never);
    expect(told()).toEqual(["medium notification to Pia: DEV-001 is done: Build it"]);
    expect(room.view.agents[planner.id]?.mail).toHaveLength(1);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("that a lock is theirs: high, to the agent that waited for it, once; people see it", () => {
    const { room, bo, planner, told } = aTeam();
    room.claim(bo);
    const lock = (by: object, pattern: string) =>
      room.run({ type: "takeLock", by, patterns: [pattern], wait: true } as never);
    lock(planner, "src/refund/**");
    lock(bo, "src/refund/state.ts");
    lock(LEAD, "src/**");
    expect(told()).toEqual([]);
    room.run({ type: "releaseLock", by: planner, lockId: 1, reason: "" } as never);
    expect(told()).toEqual(["high notification to Bo: Lock 2 is yours: src/refund/state.ts"]);
    expect(room.view.agents[bo.id]?.mail).toHaveLength(1);
    const sent = room.log.findLast(({ type }) => type === "message.sent")?.data;
    expect(sent).toMatchObject({
      message: {
        body: "You have locked src/refund/state.ts, until DEV-001 leaves Bo's hand. Read the files again before you write: others had them meanwhile.",
        taskId: "DEV-001",
      },
    });
    // Asked again it is the same lock, and the lead's own turn is told to nobody.
    lock(bo, "src/refund/state.ts");
    room.run({ type: "releaseLock", by: bo, lockId: 2, reason: "" } as never);
    room.pass(60_000).tick();
    expect(told()).toHaveLength(1);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("at a cost that grows with the tasks and no faster", () => {
    const { room, bo, planner } = aTeam();
    for (let n = 0; n < 4; n++)
      room.run(
        room.create(
          planner,
          Array.from({ length: 100 }, () => ({ role: "builder", title: "One of many" })),
        ),
      );
    const task = room.claim(bo);
    const before = room.view;
    room.run({
      type: "complete",
      by: bo,
      taskId: task.id,
      fence: task.lease?.fence,
      result: { summary: "Done." },
      next: false,
    } as never);
    const event = room.log.findLast(({ type }) => type === "task.completed");
    let looks = 0;
    const counted = (view: typeof before) => ({
      ...view,
      tasks: new Proxy(view.tasks, {
        get: (tasks, key, of) => {
          if (typeof key === "string" && /^\d+$/.test(key)) looks += 1;
          return Reflect.get(tasks, key, of) as unknown;
        },
      }),
    });
    const step = { event, before: counted(before), after: counted(room.view) } as never;
    followFacts(before, [step], { newId: () => "x" as never, now: room.now }, () => []);
    expect(looks).toBeGreaterThan(0);
    expect(looks).toBeLessThan(10 * before.tasks.length);
  });

  it("nothing of what nobody is there for", () => {
    const { bo, planner, rex, room, told, fail } = aTeam();
    room.run({ type: "leaveRoom", by: planner, reason: "" });
    room.run({ type: "leaveRoom", by: rex, reason: "" });
    for (let n = 0; n < 3; n++) fail(bo);
    expect(told()).toEqual([]);
  });

  it("that a lead released an agent's lock: critical where it was held, high where it waited; nothing of its own", () => {
    const { room, planner, bo, told } = aTeam();
    const take = (by: AgentCaller) => room.run({ type: "takeLock", by, patterns: ["docs/**"], wait: true });
    const release = (by: AgentCaller | typeof LEAD, lockId: number) =>
      room.run({ type: "releaseLock", by, lockId, reason: "I need docs." });
    const ann = room.join("Ann", "builder");
    for (const by of [planner, bo, ann]) take(by);
    const before = told().length;
    release(LEAD, 2);
    release(LEAD, 1);
    release(ann, 3);
    expect(told().slice(before)).toEqual([
      "high notification to Bo: Lea released your lock 2: docs/**",
      "critical notification to Pia: Lea released your lock 1: docs/**",
      "high notification to Ann: Lock 3 is yours: docs/**",
    ]);
    expect(faultsOf(room.log)).toEqual([]);
  });
});
