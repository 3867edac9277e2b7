import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { type AgentId, type Fence, type TaskId, taskId } from "../kernel/ids.ts";
import { anId, LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { nextTaskId } from "./create.ts";
import { LIVE_TASKS_MAX } from "./crowd.ts";
import { findCycle } from "./requirements.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

describe("creating tasks", () => {
  it("creates several in one call, numbered by prefix, waiting for each other by their refs", () => {
    const driver = Driver.room("squad");
    const reply = driver.run(
      driver.create(LEAD, [
        { ref: "a", role: "builder" },
        { ref: "b", role: "builder", requires: ["ref:a"] },
        { role: "reviewer", requires: ["ref:a", "ref:b", "ref:a"] },
      ]),
    );
    expect(reply.tasks).toEqual([
      { id: "DEV-001", role: "builder", title: "a part", waitsFor: [], ref: "a" },
      { id: "DEV-002", role: "builder", title: "a part", waitsFor: ["DEV-001"], ref: "b" },
      { id: "REVIEW-001", role: "reviewer", title: "a part", waitsFor: ["DEV-001", "DEV-002"] },
    ]);
    expect(driver.log.filter((event) => event.type === "task.created")).toHaveLength(1);
  });

  it("lets tasks wait for a new one, whether they are there already or come with it", () => {
    const driver = Driver.room("squad");
    driver.run(driver.create(LEAD, [{ role: "reviewer" }]));
    const reply = driver.run(
      driver.create(LEAD, [
        { ref: "late", role: "builder" },
        { ref: "first", role: "builder", blocks: ["REVIEW-001", "ref:late", "ref:late"] },
      ]),
    );
    expect(reply.tasks).toMatchObject([
      { id: "DEV-001", waitsFor: ["DEV-002"] },
      { id: "DEV-002", waitsFor: [] },
    ]);
    expect(driver.task("REVIEW-001")).toMatchObject({
      requires: ["DEV-002"],
      waitsFor: ["DEV-002"],
    });
  });

  it("refuses a circle through tasks that are there already, with its path", () => {
    const driver = Driver.room("squad");
    driver.run(
      driver.create(LEAD, [
        { ref: "a", role: "builder" },
        { role: "builder", requires: ["ref:a"] },
      ]),
    );
    const refusal = driver.refused(
      driver.create(LEAD, [{ ref: "c", role: "reviewer", requires: ["DEV-002"], blocks: ["DEV-001"] }]),
    );
    expect(refusal.code).toBe("dependency_cycle");
    const path = refusal.details.path as string[];
    expect(path[0]).toBe(path.at(-1));
    expect([...new Set(path)].sort()).toEqual(["DEV-001", "DEV-002", "c"]);
  });

  it("refuses to let what has begun or ended wait", () => {
    const driver = Driver.room("squad");
    const ada = driver.join("Ada", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.claim(ada);
    const blocking = (name: string) => driver.refused(driver.create(LEAD, [{ role: "builder", blocks: [name] }]));
    expect(blocking("DEV-001")).toMatchObject({
      code: "task_state",
      details: { state: "claimed" },
    });
    expect(blocking("DEV-009").code).toBe("dependency_unknown");
    expect(blocking("ref:none").code).toBe("dependency_unknown");
  });

  it("lets an agent block only what it may create", () => {
    const driver = Driver.room("squad");
    const ada = driver.join("Ada", "builder");
    driver.run(driver.create(LEAD, [{ role: "planner" }]));
    expect(driver.refused(driver.create(ada, [{ role: "builder", blocks: ["PLAN-001"] }])).code).toBe(
      "target_not_allowed",
    );
  });

  it("counts on where the numbers of a prefix stand", () => {
    expect(nextTaskId({ DEV: 9 }, "DEV")).toBe("DEV-010");
    expect(nextTaskId({ DEV: 999 }, "DEV")).toBe("DEV-1000");
    expect(nextTaskId({}, "FIX")).toBe("FIX-001");
  });

  it("creates all or none", () => {
    const driver = Driver.room("squad");
    driver.refused(driver.create(LEAD, [{ role: "builder" }, { role: "builder", requires: ["ref:missing"] }]));
    expect(driver.view.tasks).toEqual([]);
    expect(driver.view.numbers).toEqual({});
  });

  it("releases dependants when what they require completes, not when it fails", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run(
      driver.create(LEAD, [
        { ref: "a", role: "builder" },
        { role: "planner", requires: ["ref:a"] },
      ]),
    );
    for (let i = 0; i < 3; i++) {
      const { id, lease } = driver.claim(ada);
      driver.run({ type: "fail", by: ada, taskId: id, fence: lease.fence, reason: "no" });
    }
    expect(driver.task("DEV-001").state).toBe("failed");
    expect(driver.task("PLAN-001").waitsFor).toEqual(["DEV-001"]);
    driver.run({ type: "retryTask", by: LEAD, taskId: taskId("DEV-001") });
    const { id, lease } = driver.claim(ada);
    driver.run({
      type: "complete",
      by: ada,
      taskId: id,
      fence: lease.fence,
      result: { summary: "ok" },
      next: false,
    });
    expect(driver.task("PLAN-001").waitsFor).toEqual([]);
  });

  it("knows a requirement that completed just now, though nobody looked it up", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }, { role: "builder" }]));
    driver.run({
      type: "cancelTask",
      by: LEAD,
      taskId: taskId("DEV-002"),
      cascade: false,
      reason: "",
    });
    const { id, lease } = driver.claim(ada);
    driver.run({
      type: "complete",
      by: ada,
      taskId: id,
      fence: lease.fence,
      result: { summary: "ok" },
      next: false,
    });
    for (const ended of Object.keys(driver.ended)) delete driver.ended[ended as TaskId];
    driver.run(driver.create(LEAD, [{ role: "planner", requires: ["DEV-001"] }]));
    expect(driver.task("PLAN-001")).toMatchObject({ requires: ["DEV-001"], waitsFor: [] });
    expect(driver.refused(driver.create(LEAD, [{ role: "planner", requires: ["DEV-002"] }])).code).toBe(
      "dependency_cancelled",
    );
  });

  it("takes a completed requirement as met and refuses a cancelled one", () => {
    const driver = Driver.room("duo");
    driver.ended[taskId("DEV-007")] = "completed";
    driver.ended[taskId("DEV-008")] = "cancelled";
    driver.run(driver.create(LEAD, [{ role: "planner", requires: ["DEV-007"] }]));
    expect(driver.task("PLAN-001")).toMatchObject({ requires: ["DEV-007"], waitsFor: [] });
    expect(driver.refused(driver.create(LEAD, [{ role: "planner", requires: ["DEV-008"] }])).code).toBe(
      "dependency_cancelled",
    );
  });

  it("refuses what it cannot resolve, naming it", () => {
    const driver = Driver.room("duo");
    const refusal = (requires: string[], ref?: string) =>
      driver.refused(
        driver.create(LEAD, [
          { ref, role: "builder", requires },
          { ref: "b", role: "builder" },
        ]),
      );
    expect(refusal(["DEV-404"])).toMatchObject({
      code: "dependency_unknown",
      details: { requires: "DEV-404" },
    });
    expect(refusal(["ref:nobody"])).toMatchObject({ code: "dependency_unknown" });
    // An id that this very call will give is no id yet.
    expect(refusal(["DEV-002"])).toMatchObject({ code: "dependency_unknown" });
    expect(refusal([], "b")).toMatchObject({ code: "bad_request", details: { ref: "b" } });
  });

  it("refuses unknown roles and agents that do not fill the role", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    expect(driver.refused(driver.create(LEAD, [{ role: "tester" }]))).toMatchObject({
      code: "role_unknown",
      allowed: ["planner", "builder"],
    });
    expect(driver.refused(driver.create(LEAD, [{ role: "planner", agentId: ada.id }])).code).toBe("agent_unknown");
    expect(driver.refused(driver.create(LEAD, [{ role: "builder", agentId: anId(9) as AgentId }])).code).toBe(
      "agent_unknown",
    );
    driver.run(driver.create(LEAD, [{ role: "builder", agentId: ada.id }]));
  });

  it("refuses more tasks than a room holds", () => {
    const driver = Driver.room("duo");
    const many = (n: number) =>
      driver.create(
        LEAD,
        Array.from({ length: n }, () => ({ role: "builder" })),
      );
    driver.run(many(LIVE_TASKS_MAX - 1));
    expect(driver.refused(many(2))).toMatchObject({
      code: "limit_reached",
      details: { limit: LIVE_TASKS_MAX },
    });
    driver.run(many(1));
  });

  it("lets the entry point create for everyone and others only along their chain", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const ada = driver.join("Ada", "builder");
    driver.join("Rex", "reviewer");
    driver.run(driver.create(pia, [{ role: "builder" }, { role: "reviewer" }, { role: "planner" }]));
    driver.run(driver.create(ada, [{ role: "builder" }, { role: "reviewer" }]));
    expect(driver.refused(driver.create(ada, [{ role: "planner" }]))).toMatchObject({
      code: "target_not_allowed",
      allowed: ["builder", "reviewer"],
    });
  });

  it("is a first sign of work for the task in hand, and carries the user's message on", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    driver.say("Build it");
    const { id, lease, origin } = driver.claim(pia);
    driver.run({ ...driver.create(pia, [{ role: "builder" }]), fence: lease.fence } as never);
    expect(driver.task(id).state).toBe("in_progress");
    expect(driver.task("DEV-001").origin).toEqual({ kind: "task", messageId: origin.messageId });
    const stale = {
      ...driver.create(pia, [{ role: "builder" }]),
      fence: (lease.fence + 1) as Fence,
    };
    expect(driver.refused(stale as never).code).toBe("lease_lost");
  });

  it("warns of outputs outside of the boundaries, and creates them", () => {
    const driver = Driver.room("duo");
    const boundaries = { allowed: ["src/**"], forbidden: [] };
    const reply = driver.run(driver.create(LEAD, [{ role: "builder", boundaries, outputs: ["docs/a.md"] }]));
    expect(reply.warnings).toEqual(["DEV-001: the output docs/a.md is outside its boundaries"]);
    expect(driver.task("DEV-001").outputs).toEqual(["docs/a.md"]);
  });
});

describe("cycles", () => {
  it("are refused with their path, in the names that the caller gave", () => {
    const driver = Driver.room("duo");
    const refusal = driver.refused(
      driver.create(LEAD, [
        { ref: "a", role: "builder", requires: ["ref:c"] },
        { ref: "b", role: "builder", requires: ["ref:a"] },
        { ref: "c", role: "builder", requires: ["ref:b"] },
      ]),
    );
    expect(refusal.code).toBe("dependency_cycle");
    expect(refusal.details.path).toEqual(["a", "c", "b", "a"]);
    expect(
      driver.refused(driver.create(LEAD, [{ ref: "a", role: "builder", requires: ["ref:a"] }])).details.path,
    ).toEqual(["a", "a"]);
  });

  it("are found exactly where there are any, as a path of edges that closes", () => {
    const graphs = fc
      .array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 1, maxLength: 8 })
      .map((edges) => new Map(edges.map((to, i) => [name(i), to.filter((n) => n < edges.length).map(name)])));
    fc.assert(
      fc.property(graphs, (graph) => {
        const path = findCycle(graph);
        expect(path !== null).toBe(hasCycle(graph));
        if (!path) return;
        expect(path.at(0)).toBe(path.at(-1));
        expect(new Set(path).size).toBe(path.length - 1);
        for (const [i, from] of path.slice(0, -1).entries()) expect(graph.get(from)).toContain(path[i + 1]);
      }),
      { numRuns: shareOf(1000) },
    );
  });

  it("are looked for in long chains too", () => {
    const n = 20_000;
    const chain = new Map(Array.from({ length: n }, (_, i) => [name(i), i + 1 < n ? [name(i + 1)] : []]));
    expect(findCycle(chain)).toBeNull();
  });
});

const name = (n: number) => `N-${n}` as TaskId;

/** Kahn: what cannot be taken away in the order of its requirements is in a cycle, or behind one. */
function hasCycle(graph: ReadonlyMap<TaskId, readonly TaskId[]>): boolean {
  const left = new Map(graph);
  for (;;) {
    const free = [...left].filter(([, to]) => !to.some((id) => left.has(id)));
    if (free.length === 0) return left.size > 0;
    for (const [id] of free) left.delete(id);
  }
}
