import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type AgentId, roleName, taskId } from "../kernel/ids.ts";
import { aLease, anId, aRoom, aTask, T0 } from "../testing/builders.fixture.ts";
import { compareTasks, heldTask, nextTask, readyTasks, wantedTakers } from "./order.ts";
import { PRIORITIES, type Task } from "./task.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const ADA = anId(100) as AgentId;
const BOB = anId(101) as AgentId;

const anyTask = fc
  .record({
    n: fc.integer({ min: 1, max: 1200 }),
    prefix: fc.constantFrom("DEV", "FIX", "DEV-FE"),
    priority: fc.constantFrom(...PRIORITIES),
    frontAt: fc.option(fc.integer({ min: T0, max: T0 + 5 }), { freq: 3 }),
    revision: fc.constantFrom("", "-R1", "-R2", "-R10"),
    createdAt: fc.integer({ min: T0, max: T0 + 3 }),
  })
  .map(({ n, prefix, revision, ...more }) =>
    aTask({ id: taskId(`${prefix}-${String(n).padStart(3, "0")}${revision}`), ...more }),
  );

describe("the order of ready tasks", () => {
  it("is: sent to the front, priority, prefix, number, revision", () => {
    const tasks = [
      aTask({ id: taskId("DEV-010"), priority: "low" }),
      aTask({ id: taskId("DEV-1000") }),
      aTask({ id: taskId("DEV-999-R10") }),
      aTask({ id: taskId("DEV-999-R2") }),
      aTask({ id: taskId("DEV-999") }),
      aTask({ id: taskId("FIX-001") }),
      aTask({ id: taskId("DEV-011"), priority: "critical" }),
      aTask({ id: taskId("DEV-012"), priority: "low", frontAt: T0 + 1 }),
      aTask({ id: taskId("DEV-013"), priority: "low", frontAt: T0 + 2 }),
      aTask({ id: taskId("DEV-009"), priority: "high" }),
    ];
    expect(tasks.sort(compareTasks).map((task) => task.id)).toEqual([
      "DEV-013",
      "DEV-012",
      "DEV-011",
      "DEV-009",
      "DEV-999",
      "DEV-999-R2",
      "DEV-999-R10",
      "DEV-1000",
      "FIX-001",
      "DEV-010",
    ]);
  });

  it("is an order: whole, and the same from every side", () => {
    fc.assert(
      fc.property(anyTask, anyTask, anyTask, (a, b, c) => {
        expect(Math.sign(compareTasks(a, b))).toBe(-Math.sign(compareTasks(b, a)) + 0);
        if (compareTasks(a, b) <= 0 && compareTasks(b, c) <= 0) expect(compareTasks(a, c)).toBeLessThanOrEqual(0);
        if (a.id !== b.id) expect(compareTasks(a, b)).not.toBe(0);
      }),
    );
  });

  it("leaves out tasks of other roles, held ones, waiting ones and failed ones", () => {
    const room = aRoom("squad", {
      tasks: [
        aTask({ id: taskId("DEV-001"), state: "claimed", lease: aLease() }),
        aTask({ id: taskId("DEV-002"), waitsFor: [taskId("DEV-001")] }),
        aTask({ id: taskId("DEV-003"), state: "failed" }),
        aTask({ id: taskId("PLAN-001"), role: roleName("planner") }),
        aTask({ id: taskId("DEV-004") }),
      ],
    });
    expect(readyTasks(room, roleName("builder")).map((task) => task.id)).toEqual(["DEV-004"]);
  });
});

describe("the next task of an agent", () => {
  const next = (tasks: Task[], agentId = ADA) =>
    nextTask(aRoom("squad", { tasks: tasks }), agentId, roleName("builder"))?.id;

  it("is the first of the ready ones", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyTask, { selector: (task) => task.id, maxLength: 8 }), (tasks) => {
        const room = aRoom("squad", { tasks: tasks });
        expect(nextTask(room, ADA, roleName("builder"))).toBe(readyTasks(room, roleName("builder"))[0]);
      }),
    );
  });

  it("is the one it held before, so that who comes back resumes", () => {
    const tasks = [
      aTask({ id: taskId("DEV-001"), priority: "critical" }),
      aTask({ id: taskId("DEV-002"), lastHolder: ADA }),
    ];
    expect(next(tasks)).toBe("DEV-002");
    expect(next(tasks, BOB)).toBe("DEV-001");
  });

  it("is none that was made for another agent", () => {
    const tasks = [aTask({ id: taskId("DEV-001"), agentId: BOB }), aTask({ id: taskId("DEV-002"), agentId: ADA })];
    expect(next(tasks)).toBe("DEV-002");
    expect(next([tasks[0] as Task])).toBeUndefined();
  });

  it("is found again while it is held", () => {
    const held = aTask({ state: "claimed", lease: aLease({ agentId: ADA }) });
    const room = aRoom("squad", { tasks: [aTask({ id: taskId("DEV-009") }), held] });
    expect(heldTask(room, ADA)).toBe(held);
    expect(heldTask(room, BOB)).toBeUndefined();
  });
});

describe("whom ready tasks wait for", () => {
  const roles = ["builder", "reviewer", "planner"].map(roleName);
  const someTask = fc
    .record({
      role: fc.constantFrom(...roles),
      agentId: fc.constantFrom(null, ADA, BOB),
      state: fc.constantFrom("pending" as const, "claimed" as const, "failed" as const),
      waitsFor: fc.subarray([taskId("DEV-999")]),
    })
    .map((more) => (n: number) => aTask({ ...more, id: taskId(`DEV-${String(n).padStart(3, "0")}`) }));

  it("are those whose next task there is, and nobody beside", () => {
    fc.assert(
      fc.property(fc.array(someTask, { maxLength: 12 }), (made) => {
        const view = aRoom("squad", { tasks: made.map((make, i) => make(i + 1)) });
        const wanted = wantedTakers(view);
        for (const role of roles)
          for (const agentId of [ADA, BOB]) {
            const isWanted = wanted.roles.has(role) || wanted.agents.has(agentId);
            if (nextTask(view, agentId, role)) expect(isWanted).toBe(true);
            else expect(wanted.roles.has(role)).toBe(false);
          }
      }),
    );
  });
});
