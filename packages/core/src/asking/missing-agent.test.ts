import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { nextDeadline } from "../room/tick.ts";
import { PARK_AFTER_MS } from "../task/parking.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { PipelineDriver } from "../testing/pipeline-driver.fixture.ts";

/** The first step of a pipeline, of a role that nobody fills, while only these are there. */
function stepOfNobody(...there: string[]) {
  const room = new PipelineDriver(there);
  room.begin("fe-only");
  room.pass(PARK_AFTER_MS).tick();
  const decision = room.decision("role_unavailable");
  return { room, decision, ids: decision.options.map(({ id }) => id) };
}

/** A task for Ada alone, who has left, while Carl fills her role. */
function forAda(): { driver: Driver; ada: AgentCaller; carl: AgentCaller } {
  const driver = Driver.room("squad");
  driver.join("Pia", "planner");
  const ada = driver.join("Ada", "builder");
  const carl = driver.join("Carl", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder", agentId: ada.id, priority: "critical" }]));
  driver.run({ type: "leaveRoom", by: ada, reason: "" });
  return { driver, ada, carl };
}
const asked = (driver: Driver) => Object.values(driver.view.decisions);
const answer = (driver: Driver, optionId: string) =>
  driver.run({
    type: "answerDecision",
    by: LEAD,
    decisionId: asked(driver)[0]?.id as never,
    optionId,
    note: "",
    version: null,
  });

describe("a task for one agent that is away", () => {
  it("is said to stand still after two minutes, and a person is asked, though its role is filled", () => {
    const { driver, carl } = forAda();
    driver.seenAt[carl.id] = driver.now + PARK_AFTER_MS;
    const due = nextDeadline(driver.room, driver);
    expect(due).toBe(driver.now + PARK_AFTER_MS);
    expect(driver.pass(PARK_AFTER_MS - 1).tick()).toEqual([]);
    const types = driver
      .pass(1)
      .tick()
      .map(({ type }) => type);
    expect(types).toEqual(["task.parked", "decision.opened"]);
    expect(asked(driver)).toMatchObject([
      {
        kind: "role_unavailable",
        subject: { kind: "task", taskId: "DEV-001" },
        urgency: "high",
        options: [
          { id: "anyone" },
          { id: "reroute:planner" },
          { id: "wait" },
          { id: "cancel", consequence: "Ends it for good." },
        ],
      },
    ]);
    expect(driver.tick()).toEqual([]);
  });

  it("goes to anyone of the role, to another role, or waits, as the person says", () => {
    for (const [optionId, wanted] of [
      ["anyone", { role: "builder", agentId: null, parkedAt: null }],
      ["reroute:planner", { role: "planner", agentId: null, parkedAt: null }],
      ["wait", { role: "builder", toldToWait: true }],
    ] as const) {
      const { driver } = forAda();
      driver.pass(PARK_AFTER_MS).tick();
      answer(driver, optionId);
      expect(driver.task("DEV-001")).toMatchObject(wanted);
      expect(asked(driver)).toEqual([]);
    }
  });

  it("ends for good where the person says so", () => {
    const { driver } = forAda();
    driver.pass(PARK_AFTER_MS).tick();
    answer(driver, "cancel");
    expect(driver.view.tasks).toEqual([]);
  });

  it("is asked about no more once the agent is back", () => {
    const { driver, ada } = forAda();
    driver.pass(PARK_AFTER_MS).tick();
    driver.join("Carla", "builder");
    expect(asked(driver)).toHaveLength(1);
    driver.run({ type: "join", by: ada, role: "builder" as never, class: "manual", harness: null });
    expect(asked(driver)).toEqual([]);
    expect(driver.task("DEV-001").parkedAt).toBeNull();
  });

  it("is the role's matter where nobody fills that either", () => {
    const { driver, carl } = forAda();
    driver.run({ type: "leaveRoom", by: carl, reason: "" });
    driver.pass(PARK_AFTER_MS).tick();
    expect(asked(driver)).toMatchObject([{ subject: { kind: "role", role: "builder" } }]);
    driver.join("Carla", "builder");
    expect(asked(driver)).toMatchObject([{ subject: { kind: "task", taskId: "DEV-001" } }]);
  });
});

describe("a step of a pipeline that nobody takes", () => {
  it("goes to who is there, waits, or ends, alone or with its session", () => {
    expect(stepOfNobody("executor").ids).toEqual(["reroute:executor", "wait", "cancel:PLAN-001", "abort:1"]);
    const { room, decision, ids } = stepOfNobody();
    expect(ids).toEqual(["wait", "cancel:PLAN-001", "abort:1"]);
    expect(decision.options.map(({ label }) => label)).toEqual(["Wait", "Cancel PLAN-001", "Abort session 1"]);
    expect(decision.options[1]?.consequence).toMatch(/^Ends it for good, and the 2 tasks that need it\./);
    room.run(room.answer(decision, "abort:1"));
    expect(room.view.sessions.live).toEqual([]);
    expect(room.view.decisions).toEqual({});
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("ends with what needs it", () => {
    const { room, decision } = stepOfNobody();
    room.run(room.answer(decision, "cancel:PLAN-001"));
    expect(room.view.tasks).toEqual([]);
    expect(faultsOf(room.log)).toEqual([]);
  });

  it("goes to another role also where it was for one agent alone", () => {
    const room = new PipelineDriver(["executor", "planner"]);
    room.begin("fe-only");
    const planner = room.agents.planner as AgentCaller;
    room.join("Fay", "fe-developer");
    const away = room.join("Fe", "fe-developer");
    room.endNext("planner");
    const [{ id }] = room.view.tasks as never as [{ id: never }];
    const handoff = { to: "fe-developer", intent: "work" as const, message: "You know it." };
    const task = { agentId: away.id };
    room.run({
      type: "handOn",
      by: LEAD,
      taskId: id,
      handoff: { ...handoff, task } as never,
      queueAnyway: true,
    });
    room.run({ type: "leaveRoom", by: away, reason: "" });
    room.pass(PARK_AFTER_MS).tick();
    const decision = room.decision("role_unavailable");
    expect(decision.options.map((one) => one.id)).toEqual([
      "anyone",
      "reroute:planner",
      "reroute:executor",
      "wait",
      "cancel",
      "abort",
    ]);
    room.run(room.answer(decision, "reroute:planner"));
    expect(room.claim(planner).id).toBe(id);
    expect(faultsOf(room.log)).toEqual([]);
  });
});
