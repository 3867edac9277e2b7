import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_LEASE_S } from "../agent/agent.ts";
import type { AgentId } from "../kernel/ids.ts";
import { PARK_AFTER_MS } from "../task/parking.ts";
import { LEAD, MINUTE, SECOND, T0 } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { histories, play } from "../testing/history.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { deadlinesOf, nextDeadline, TICK_MAX } from "./tick.ts";

const TTL_MS = DEFAULT_LEASE_S.manual * SECOND;

/** A duo whose builder holds a task. */
function aBuilderAtWork(timeoutS = 7 * 24 * 3600) {
  const driver = Driver.room("duo");
  const ada = driver.join("Ada", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder", timeoutS }]));
  const task = driver.claim(ada);
  return { driver, ada, task };
}

const deadlineOf = (driver: Driver) => nextDeadline(driver.room, driver);

describe("silence", () => {
  it("ends nothing a millisecond before the lease is over, and everything at its end", () => {
    const { driver } = aBuilderAtWork();
    expect(driver.pass(TTL_MS - 1).tick()).toEqual([]);
    const events = driver.pass(1).tick();
    expect(events.map((event) => event.type)).toEqual(["task.attempt_ended", "agent.went_offline"]);
    expect(events.every((event) => event.actor.kind === "server")).toBe(true);
    expect(driver.view.agents[Object.keys(driver.view.agents)[0] as AgentId]).toMatchObject({
      online: false,
      offlineReason: "silent",
    });
  });

  it("carries its evidence: the last sign of life and how long it was silent", () => {
    const { driver, ada } = aBuilderAtWork();
    driver.seenAt[ada.id] = driver.now + 5 * SECOND;
    const [, offline] = driver.pass(5 * SECOND + TTL_MS).tick();
    expect(offline).toMatchObject({
      type: "agent.went_offline",
      data: { agentId: ada.id, seenAt: T0 + 5 * SECOND, afterS: DEFAULT_LEASE_S.manual },
    });
  });

  it("is measured against the observations, not against the log", () => {
    const { driver, ada } = aBuilderAtWork();
    driver.pass(TTL_MS);
    driver.seenAt[ada.id] = driver.now - 1;
    expect(driver.tick()).toEqual([]);
  });

  it("is as long as the class of the connection says", () => {
    for (const connectionClass of ["managed", "hooked", "manual"] as const) {
      const driver = Driver.room("duo");
      driver.join("Ada", "builder", connectionClass);
      const ttl = DEFAULT_LEASE_S[connectionClass] * SECOND;
      expect(driver.pass(ttl - 1).tick()).toEqual([]);
      expect(driver.pass(1).tick()).toHaveLength(1);
    }
  });

  it("ends nothing before the grace after an outage is over, time-outs included", () => {
    const { driver } = aBuilderAtWork(60);
    driver.pass(2 * TTL_MS);
    driver.graceUntil = driver.now + 1;
    expect(driver.tick()).toEqual([]);
    expect(driver.pass(1).tick()).not.toEqual([]);
  });

  it("ends a time-out of a living agent with the grace, not a millisecond later", () => {
    const { driver, ada } = aBuilderAtWork(60);
    driver.pass(90 * SECOND);
    driver.seenAt[ada.id] = driver.now;
    driver.graceUntil = driver.now;
    expect(driver.tick()).toMatchObject([{ data: { how: "timed_out" } }]);
  });

  it("parks tasks in the grace too, and asks: a role that is away harms nobody's claim", () => {
    const driver = Driver.room("duo");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.graceUntil = driver.now + 10 * PARK_AFTER_MS;
    expect(
      driver
        .pass(PARK_AFTER_MS)
        .tick()
        .map((event) => event.type),
    ).toEqual(["task.parked", "decision.opened"]);
  });

  it("ends no one twice", () => {
    const { driver } = aBuilderAtWork();
    driver.pass(TTL_MS).tick();
    expect(
      driver
        .pass(TTL_MS)
        .tick()
        .map((event) => event.type),
    ).toEqual(["task.parked", "decision.opened"]);
    expect(driver.pass(TTL_MS).tick()).toEqual([]);
  });
});

describe("a claim that expires", () => {
  it("is no attempt when no call ever followed it", () => {
    const { driver } = aBuilderAtWork();
    const [ended] = driver.pass(TTL_MS).tick();
    expect(ended).toMatchObject({ data: { how: "expired", attempts: 0, final: false } });
    expect(driver.task("DEV-001")).toMatchObject({ state: "pending", attempts: 0, lease: null });
  });

  it("is one when it is the second in a row, so that a person hears of whatever ends each agent", () => {
    const { driver, task } = aBuilderAtWork();
    driver.pass(TTL_MS).tick();
    for (const attempts of [1, 2, 3]) {
      driver.claim(driver.join(`Ada ${attempts}`, "builder"));
      driver.pass(TTL_MS).tick();
      expect(driver.task(task.id)).toMatchObject({ attempts });
    }
    expect(driver.task(task.id)).toMatchObject({ state: "failed" });
    expect(driver.log.at(-1)).toMatchObject({
      type: "decision.opened",
      data: { decision: { kind: "task_failed" } },
    });
  });

  it("is one when the agent was seen after it", () => {
    const { driver, ada } = aBuilderAtWork();
    driver.seenAt[ada.id] = driver.now + 1;
    const [ended] = driver.pass(1 + TTL_MS).tick();
    expect(ended).toMatchObject({ data: { attempts: 1 } });
  });

  it("is one when work had begun, and keeps what was done", () => {
    const { driver, ada, task } = aBuilderAtWork();
    const progress = { percent: 70, artifacts: [{ path: "src/a.ts", status: "created" as const }] };
    driver.run({ type: "progress", by: ada, taskId: task.id, fence: task.lease.fence, progress });
    driver.pass(TTL_MS).tick();
    expect(driver.task("DEV-001")).toMatchObject({
      attempts: 1,
      progress: { percent: 70, artifacts: [{ path: "src/a.ts" }] },
      lastEnd: { how: "expired", reason: "No sign of life from Ada for 1800 s." },
    });
  });

  it("fails the task the third time", () => {
    const { driver, ada } = aBuilderAtWork();
    for (let attempt = 1; attempt <= 3; attempt++) {
      driver.seenAt[ada.id] = driver.now + 1;
      driver.pass(1 + TTL_MS).tick();
      expect(driver.task("DEV-001").state).toBe(attempt < 3 ? "pending" : "failed");
      if (attempt < 3) driver.claim(ada);
    }
  });

  it("goes back to who held it, when it comes back and nobody else took it", () => {
    const { driver, ada } = aBuilderAtWork();
    driver.run(driver.create(LEAD, [{ role: "builder", priority: "critical" }]));
    driver.pass(TTL_MS).tick();
    expect(driver.claim(ada).id).toBe("DEV-001");
  });
});

describe("a task's time-out", () => {
  it("counts from the claim and ends the attempt, though the agent lives", () => {
    const { driver, ada } = aBuilderAtWork(60);
    driver.pass(60 * SECOND - 1);
    driver.seenAt[ada.id] = driver.now;
    expect(driver.tick()).toEqual([]);
    const events = driver.pass(1).tick();
    expect(events).toMatchObject([
      {
        type: "task.attempt_ended",
        data: { how: "timed_out", attempts: 1, reason: "Not done within 60 s of the claim." },
      },
    ]);
  });

  it("and the expiry of its lease at the same time are one end", () => {
    const { driver } = aBuilderAtWork(DEFAULT_LEASE_S.manual);
    const ends = driver
      .pass(TTL_MS)
      .tick()
      .filter((event) => event.type === "task.attempt_ended");
    expect(ends).toHaveLength(1);
  });
});

describe("a task whose agent waits for a person", () => {
  it("has a clock that stands still, from the question to the answer", () => {
    const { driver, ada } = aBuilderAtWork(60);
    driver.pass(50 * SECOND).run(driver.ask(ada));
    expect(deadlineOf(driver)).toBe(T0 + 50 * SECOND + TTL_MS);
    driver.pass(20 * MINUTE);
    driver.seenAt[ada.id] = driver.now;
    expect(driver.tick()).toEqual([]);
    driver.run(driver.answer(driver.decision("intervention"), "answer", { note: "the first" }));
    expect(deadlineOf(driver)).toBe(driver.now + 10 * SECOND);
    expect(driver.pass(10 * SECOND - 1).tick()).toEqual([]);
    expect(driver.pass(1).tick()).toMatchObject([{ data: { how: "timed_out", attempts: 1 } }]);
  });

  it("goes back without an attempt when that agent falls silent, and the question stays", () => {
    const { driver, ada } = aBuilderAtWork();
    driver.run(driver.ask(ada));
    const [ended] = driver.pass(TTL_MS).tick();
    expect(ended).toMatchObject({ data: { how: "expired", attempts: 0, final: false } });
    expect(driver.decision("intervention")).toMatchObject({ askedBy: { name: "Ada" } });
  });

  it("counts only the wait of the claim that is held when the answer comes", () => {
    const { driver, ada } = aBuilderAtWork(60);
    driver.run(driver.ask(ada));
    driver.pass(TTL_MS).tick();
    driver.pass(MINUTE).claim(ada);
    driver.pass(5 * SECOND);
    driver.run(driver.answer(driver.decision("intervention"), "answer", { note: "go" }));
    expect(driver.task("DEV-001").lease?.pausedMs).toBe(5 * SECOND);
  });
});

describe("a role that stays away", () => {
  it("parks its waiting tasks after two minutes, and says since when and who is there", () => {
    const driver = Driver.room("squad");
    driver.join("Pia", "planner");
    driver.run(driver.create(LEAD, [{ role: "builder" }, { role: "builder" }, { role: "planner" }]));
    expect(driver.pass(PARK_AFTER_MS - 1).tick()).toEqual([]);
    expect(driver.pass(1).tick()).toMatchObject([
      {
        type: "task.parked",
        data: {
          taskIds: ["DEV-001", "DEV-002"],
          role: "builder",
          sinceAt: T0,
          available: ["planner"],
        },
      },
      { type: "decision.opened", data: { decision: { kind: "role_unavailable" } } },
    ]);
    expect(driver.pass(PARK_AFTER_MS).tick()).toEqual([]);
  });

  it("is counted from when it left, and from the task's creation", () => {
    const driver = Driver.room("duo");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    const ada = driver.pass(MINUTE).join("Ada", "builder");
    driver.pass(MINUTE).run({ type: "leaveRoom", by: ada, reason: "" });
    expect(driver.pass(PARK_AFTER_MS - 1).tick()).toEqual([]);
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    expect(driver.pass(1).tick()).toMatchObject([{ data: { taskIds: ["DEV-001"] } }, { type: "decision.opened" }]);
    expect(driver.pass(PARK_AFTER_MS - 1).tick()).toMatchObject([{ data: { taskIds: ["DEV-002"] } }]);
  });

  it("takes the mark off when somebody fills the role", () => {
    const driver = Driver.room("duo");
    driver.run(driver.create(LEAD, [{ role: "builder" }, { role: "planner" }]));
    driver.pass(PARK_AFTER_MS).tick();
    driver.join("Ada", "builder");
    expect(driver.task("DEV-001").parkedAt).toBeNull();
    expect(driver.task("PLAN-001").parkedAt).not.toBeNull();
  });

  it("leaves alone what waits for other tasks", () => {
    const driver = Driver.room("duo");
    driver.run(
      driver.create(LEAD, [
        { ref: "a", role: "planner" },
        { role: "builder", requires: ["ref:a"] },
      ]),
    );
    expect(driver.pass(PARK_AFTER_MS).tick()).toMatchObject([
      { data: { taskIds: ["PLAN-001"] } },
      { type: "decision.opened", data: { decision: { subject: { role: "planner" } } } },
    ]);
  });
});

describe("the deadline", () => {
  it("is the first of silence, time-out and parking, and none in a quiet room", () => {
    const driver = Driver.room("duo");
    expect(deadlineOf(driver)).toBeNull();
    driver.run(driver.create(LEAD, [{ role: "builder", timeoutS: 60 }]));
    expect(deadlineOf(driver)).toBe(T0 + PARK_AFTER_MS);
    const ada = driver.join("Ada", "builder");
    expect(deadlineOf(driver)).toBe(T0 + TTL_MS);
    driver.claim(ada);
    expect(deadlineOf(driver)).toBe(T0 + 60 * SECOND);
    driver.graceUntil = T0 + 90 * SECOND;
    expect(deadlineOf(driver)).toBe(T0 + 90 * SECOND);
  });

  it("is in time: nothing happens before it, something does at it", () => {
    fc.assert(
      fc.property(histories(40), fc.nat(3 * MINUTE), (history, grace) => {
        const driver = play(history);
        while (driver.tick().length > 0);
        if (grace > MINUTE) driver.graceUntil = driver.now + grace;
        const deadline = deadlineOf(driver);
        if (deadline === null) {
          expect(driver.pass(100 * TTL_MS).tick()).toEqual([]);
          return;
        }
        expect(deadline).toBeGreaterThan(driver.now);
        const each = deadlinesOf(driver.room, driver);
        for (const { dueAt, expire } of each) expect(expire(dueAt)).not.toEqual([]);
        expect(deadline).toBe(Math.min(...each.map(({ dueAt }) => dueAt)));
        driver.now = deadline - 1;
        expect(driver.tick()).toEqual([]);
        driver.now = deadline;
        expect(driver.tick().length).toBeGreaterThan(0);
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("advances: after a tick it is later than now, or the next tick has work", () => {
    fc.assert(
      fc.property(histories(40), fc.constantFrom(0, MINUTE, TTL_MS), (history, ms) => {
        const driver = play(history);
        driver.pass(ms);
        for (let ticks = 0; ; ticks++) {
          const events = driver.tick();
          const deadline = deadlineOf(driver);
          if (deadline === null || deadline > driver.now) return;
          expect(events.length).toBeGreaterThan(0);
          expect(ticks).toBeLessThan(100);
        }
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("bounds one tick and leaves the rest to the next", () => {
    const driver = Driver.room("duo");
    for (let i = 0; i < 130; i++) driver.join(`agent ${i}`, "builder");
    driver.run(
      driver.create(
        LEAD,
        Array.from({ length: 250 }, () => ({ role: "planner" })),
      ),
    );
    driver.pass(TTL_MS);
    const sizes: number[] = [];
    for (let events = driver.tick(); events.length > 0; events = driver.tick()) {
      sizes.push(events.length);
      for (const event of events) {
        if (event.type === "task.parked") expect(event.data.taskIds.length).toBeLessThanOrEqual(TICK_MAX);
      }
    }
    expect(Math.max(...sizes)).toBeLessThanOrEqual(TICK_MAX + 1);
    expect(Object.values(driver.view.agents).every((agent) => !agent.online)).toBe(true);
    expect(driver.view.tasks.every((task) => task.parkedAt !== null)).toBe(true);
  });
});
