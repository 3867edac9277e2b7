import { describe, expect, it } from "vitest";
import { ERRORS_MAX } from "../error/reported-error.ts";
import type { Command } from "../kernel/command.ts";
import type { Fence, TaskId } from "../kernel/ids.ts";
import { LEAD, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

const DEV = "DEV-001" as TaskId;

function aBuilderAtWork(criteria: string[] = []) {
  const driver = Driver.room("duo");
  const ada = driver.join("Ada", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder", successCriteria: criteria }]));
  const { lease } = driver.claim(ada);
  const at = { by: ada, taskId: DEV, fence: lease.fence };
  return { driver, ada, at };
}

describe("claiming", () => {
  it("finds the same task again while it is held, under the same fence, without an event", () => {
    const { driver, ada, at } = aBuilderAtWork();
    const before = driver.log.length;
    expect(driver.run({ type: "claim", by: ada })).toMatchObject({
      taskId: DEV,
      fence: at.fence,
      again: true,
    });
    expect(driver.log.length).toBe(before);
  });

  it("finds nothing without an event when nothing is ready", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    const before = driver.log.length;
    expect(driver.run({ type: "claim", by: ada })).toMatchObject({
      taskId: null,
      fence: null,
      again: false,
    });
    expect(driver.log.length).toBe(before);
  });

  it("gives one of several rivals the task", () => {
    const driver = Driver.room("duo");
    const rivals = ["Ada", "Bob", "Cem"].map((name) => driver.join(name, "builder"));
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    const got = rivals.map((by) => driver.run({ type: "claim", by }).taskId);
    expect(got.filter((taskId) => taskId !== null)).toEqual([DEV]);
  });

  it("counts the caller as available: who asks is there", () => {
    const driver = Driver.room("duo");
    driver.join("Pia", "planner");
    const ada = driver.join("Ada", "builder");
    driver.pass(driver.leaseS.manual * SECOND).tick();
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.claim(ada);
    expect(driver.log.at(-1)).toMatchObject({
      data: { available: ["builder"], variant: "planner_builder", targets: [] },
    });
  });
});

describe("releasing a claim that reached nobody", () => {
  it("makes the task free again and is no attempt", () => {
    const { driver, at } = aBuilderAtWork();
    driver.run({ type: "release", taskId: DEV, fence: at.fence, reason: "gone" });
    expect(driver.task(DEV)).toMatchObject({ state: "pending", attempts: 0, lease: null });
  });

  it("is refused once the agent was heard of again, or holds it anew", () => {
    const { driver, at } = aBuilderAtWork();
    const release: Command = { type: "release", taskId: DEV, fence: at.fence, reason: "gone" };
    driver.run({ type: "progress", ...at, progress: {} });
    expect(driver.refused(release).code).toBe("lease_lost");
    expect(driver.refused({ ...release, fence: 99 as Fence }).code).toBe("lease_lost");
    expect(driver.refused({ ...release, taskId: "DEV-404" as TaskId }).code).toBe("lease_lost");
  });
});

describe("progress", () => {
  it("starts the task by its first sign and keeps what a later report leaves out", () => {
    const { driver, at } = aBuilderAtWork();
    const artifacts = [{ path: "src/a.ts", status: "created" as const }];
    driver.run({
      type: "progress",
      ...at,
      progress: { percent: 10, action: "reading", completed: ["a"], remaining: ["b"], artifacts },
    });
    driver.run({ type: "progress", ...at, progress: { percent: 20 } });
    expect(driver.log.filter((event) => event.type === "task.started")).toHaveLength(1);
    expect(driver.task(DEV).progress).toEqual({
      percent: 20,
      action: "reading",
      completed: ["a"],
      remaining: ["b"],
      artifacts: artifacts.map((one) => ({ ...one, producer: "Ada" })),
      at: driver.now,
    });
  });
});

describe("mail", () => {
  it("comes with a claim, be it a new one or of the task in hand, once", () => {
    const { driver, at } = aBuilderAtWork();
    const pia = driver.join("Pia", "planner");
    const bob = driver.join("Bob", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    for (const by of [at.by, bob]) {
      const to = { kind: "agent" as const, agentId: by.id };
      driver.run({
        type: "sendAgentMessage",
        by: pia,
        to,
        body: "mind the proxy",
        repliesTo: null,
      });
      const mail = driver.view.agents[by.id]?.mail;
      expect(driver.run({ type: "claim", by })).toMatchObject({ mail, again: by === at.by });
      expect(driver.log.at(-1)).toMatchObject({
        type: "message.delivered",
        data: { messageIds: mail },
      });
      expect(driver.run({ type: "claim", by })).toMatchObject({ mail: [] });
    }
  });

  it("comes with the answer to progress too, once", () => {
    const { driver, at } = aBuilderAtWork();
    const pia = driver.join("Pia", "planner");
    const to = { kind: "agent" as const, agentId: at.by.id };
    const { messageId } = driver.run({
      type: "sendAgentMessage",
      by: pia,
      to,
      body: "mind the proxy",
      repliesTo: null,
    });
    expect(driver.run({ type: "progress", ...at, progress: {} })).toMatchObject({
      mail: [messageId],
    });
    expect(driver.run({ type: "progress", ...at, progress: {} })).toMatchObject({ mail: [] });
  });
});

describe("completing", () => {
  const complete = (at: { by: Command extends never ? never : object }, result: object, next = false) =>
    ({ type: "complete", ...at, result, next }) as Command;

  it("wants every success criterion answered and met", () => {
    const { driver, at } = aBuilderAtWork(["tests pass", "documented"]);
    const answer = (criterion: string, met: boolean) => ({ criterion, met });
    expect(driver.refused(complete(at, { summary: "x" }))).toMatchObject({
      code: "evidence_missing",
      details: { missing: ["tests pass", "documented"], unmet: [] },
    });
    expect(
      driver.refused(
        complete(at, {
          summary: "x",
          criteria: [answer("tests pass", true), answer("documented", false)],
        }),
      ),
    ).toMatchObject({ details: { missing: [], unmet: ["documented"] } });
    driver.run(
      complete(at, {
        summary: "x",
        criteria: [answer("tests pass", true), answer("documented", true)],
      }),
    );
  });

  it("records the result in full", () => {
    const { driver, at } = aBuilderAtWork();
    driver.run(complete(at, { summary: "x", warnings: ["w"] }));
    expect(driver.log.at(-1)).toMatchObject({
      type: "task.completed",
      data: {
        result: { summary: "x", criteria: [], keyDecisions: [], artifacts: [], warnings: ["w"] },
      },
    });
  });

  it("takes the next task in the same commit, its own dependants among them", () => {
    const { driver, at } = aBuilderAtWork();
    driver.run(driver.create(LEAD, [{ role: "builder", requires: [DEV] }]));
    const before = driver.log.length;
    const reply = driver.run(complete(at, { summary: "x" }, true));
    expect(reply).toMatchObject({ state: "completed", next: { taskId: "DEV-002", fence: 2 } });
    expect(driver.log.slice(before).map((event) => event.type)).toEqual(["task.completed", "task.claimed"]);
    const { driver: other, at: alone } = aBuilderAtWork();
    expect(other.run(complete(alone, { summary: "x" }, true))).toMatchObject({ next: null });
  });
});

describe("a write under a claim that ended", () => {
  const progress = (at: object): Command => ({ type: "progress", ...at, progress: {} }) as Command;

  it("is told how it ended and that nobody holds it", () => {
    const { driver, at } = aBuilderAtWork();
    driver.run({ type: "fail", ...at, reason: "no luck" });
    expect(driver.refused(progress(at))).toMatchObject({
      code: "lease_lost",
      message: "Your claim on DEV-001 ended (failed: no luck); nobody holds it.",
      details: { heldBy: null, newest: null },
    });
  });

  it("is told once that errors stopped it, and who decides", () => {
    const { driver, at } = aBuilderAtWork();
    const error = {
      severity: "error",
      kind: null,
      message: "No",
      attemptedFixes: [],
      file: null,
      line: null,
      column: null,
      suggestedAgent: null,
      requiresIntervention: false,
    };
    for (let n = 0; n < ERRORS_MAX; n++) driver.run({ type: "reportError", ...at, error } as never);
    expect(driver.refused(progress(at))).toMatchObject({
      code: "worker_stopped",
      message: "You were stopped after 3 errors in one run. A person decides what happens to DEV-001. Wait for that.",
    });
    const done = { type: "complete", ...at, result: { summary: "x" }, next: false };
    for (const command of [done, { type: "fail", ...at, reason: "No." }])
      expect(driver.refused(command as never).code).toBe("worker_stopped");
  });

  it("is told of its own newer claim", () => {
    const { driver, ada, at } = aBuilderAtWork();
    driver.run({ type: "fail", ...at, reason: "no luck" });
    driver.claim(ada);
    expect(driver.refused(progress(at))).toMatchObject({
      code: "lease_lost",
      details: { heldBy: "Ada", newest: 2 },
    });
  });

  it("is told that the task has ended, or never was", () => {
    const { driver, at } = aBuilderAtWork();
    driver.run({ type: "complete", ...at, result: { summary: "x" }, next: false });
    expect(driver.refused(progress(at))).toMatchObject({
      code: "lease_lost",
      details: { state: "completed" },
    });
    expect(driver.refused(progress({ ...at, taskId: "DEV-404" as TaskId })).code).toBe("task_unknown");
  });

  it("of another agent is refused, the fence being right or not", () => {
    const { driver, at } = aBuilderAtWork();
    const bob = driver.join("Bob", "builder");
    expect(driver.refused(progress({ ...at, by: bob }))).toMatchObject({
      code: "lease_lost",
      details: { heldBy: "Ada" },
    });
  });
});
