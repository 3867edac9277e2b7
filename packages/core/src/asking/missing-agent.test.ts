import { describe, expect, it } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { nextDeadline } from "../room/tick.ts";
import { PARK_AFTER_MS } from "../task/parking.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

/** A task for Ada alone, who has left, while Carl fills her role. */
function forAda(): { driver: Driver; ada: AgentCaller; carl: AgentCaller } {
  const driver = Driver.room("squad");
  driver.join("Pia", "planner");
  const ada = driver.join("Ada", "builder");
  const carl = driver.join("Carl", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder", agentId: ada.id, priority: "critical" }]));
  driver.run({ type: "leave", by: ada, reason: "" });
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
        options: [{ id: "anyone" }, { id: "reroute:planner" }, { id: "wait" }],
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
    driver.run({ type: "leave", by: carl, reason: "" });
    driver.pass(PARK_AFTER_MS).tick();
    expect(asked(driver)).toMatchObject([{ subject: { kind: "role", role: "builder" } }]);
    driver.join("Carla", "builder");
    expect(asked(driver)).toMatchObject([{ subject: { kind: "task", taskId: "DEV-001" } }]);
  });
});
