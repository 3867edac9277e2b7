import { describe, expect, it } from "vitest";
import { ANSWERED_KEPT } from "../decision/decision.ts";
import { roleName, taskId } from "../kernel/ids.ts";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

const OTHER = { id: LEAD.id, name: "Max" };

function aRetriedTask() {
  const driver = Driver.room("duo");
  const ada = driver.join("Ada", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  driver.failThrice(ada);
  const decision = driver.decision("task_failed");
  driver.run(driver.answer(decision, "retry"));
  return { driver, ada, decision };
}

function aReroutedRole() {
  const driver = Driver.room("duo");
  const bob = driver.join("Bob", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder", agentId: bob.id }, { role: "builder" }]));
  driver.run({ type: "leaveRoom", by: bob, reason: "" });
  const pia = driver.join("Pia", "planner");
  driver.pass(2 * MINUTE).tick();
  const decision = driver.decision("role_unavailable");
  driver.run(driver.answer(decision, "reroute:planner"));
  return { driver, pia, bob, decision };
}

describe("taking an answer back", () => {
  it("asks the same question anew, in the place of the first", () => {
    const { driver, decision } = aRetriedTask();
    const reply = driver.run({ type: "undoDecision", by: OTHER, decisionId: decision.id });
    const again = driver.decision("task_failed");
    expect(reply).toEqual({
      decisionId: decision.id,
      state: "superseded",
      pendingInstead: again.id,
    });
    expect(again).toMatchObject({ supersedes: decision.id, question: decision.question });
    expect(driver.task("DEV-001")).toMatchObject({ state: "failed", attempts: 3 });
    expect(driver.log.slice(-3)).toMatchObject([
      { type: "decision.superseded", actor: { name: "Max" } },
      { type: "task.retry_withdrawn", actor: { name: "Max" } },
      { type: "decision.opened", actor: { kind: "server" } },
    ]);
  });

  it("of a retry ends when an agent took the task, though the claim came to nothing", () => {
    const { driver, ada, decision } = aRetriedTask();
    const { id, lease } = driver.claim(ada);
    driver.run({ type: "release", taskId: id, fence: lease.fence, reason: "gone" });
    expect(driver.refused(driver.undo(decision))).toMatchObject({
      code: "undo_refused",
      message: "“Retry” has been acted on and can no longer be taken back. Ada took up DEV-001.",
      details: { acted: "Ada took up DEV-001." },
    });
  });

  it("of a retry leaves nothing of what was done to the waiting task", () => {
    const { driver, ada, decision } = aRetriedTask();
    driver.run({ type: "moveTaskToFront", by: LEAD, taskId: driver.task("DEV-001").id });
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    driver.pass(2 * MINUTE).tick();
    expect(driver.decision("role_unavailable").holdsUp).toBe(1);
    driver.run(driver.undo(decision));
    expect(driver.task("DEV-001")).toMatchObject({
      state: "failed",
      frontAt: null,
      parkedAt: null,
    });
    expect(Object.values(driver.view.decisions).map(({ kind }) => kind)).toEqual(["task_failed"]);
  });

  it("of a reroute brings back what nobody has taken up, for whom it was", () => {
    const { driver, pia, bob, decision } = aReroutedRole();
    driver.run(driver.undo(decision));
    expect(driver.task("DEV-001")).toMatchObject({
      role: "builder",
      agentId: bob.id,
      reassignedFrom: null,
    });
    driver.run(driver.answer(driver.decision("role_unavailable"), "reroute:planner"));
    driver.claim(pia);
    const [answered] = driver.view.answered;
    expect(answered?.answer.undo).toMatchObject({ tasks: [{ taskId: "DEV-002" }] });
    driver.run(driver.undo({ id: answered?.id as never }));
    expect(driver.task("DEV-001")).toMatchObject({ role: "planner", state: "claimed" });
    expect(driver.task("DEV-002")).toMatchObject({ role: "builder" });
    expect(driver.decision("role_unavailable").holdsUp).toBe(1);
  });

  it("of a reroute to somebody who came back meanwhile asks nothing", () => {
    const { driver, bob, decision } = aReroutedRole();
    driver.run({
      type: "join",
      by: bob,
      role: bob.roles[0] as never,
      class: "manual",
      harness: null,
    });
    expect(driver.run(driver.undo(decision))).toMatchObject({ pendingInstead: null });
    expect(driver.view.decisions).toEqual({});
    expect(driver.claim(bob).id).toBe("DEV-001");
  });

  it("of a wait asks again at once, about what came meanwhile too", () => {
    const driver = Driver.room("duo");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.pass(2 * MINUTE).tick();
    const decision = driver.decision("role_unavailable");
    driver.run(driver.answer(decision, "wait"));
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.pass(2 * MINUTE).tick();
    driver.run(driver.undo(decision));
    expect(driver.decision("role_unavailable")).toMatchObject({
      holdsUp: 2,
      supersedes: decision.id,
    });
    expect(driver.refused(driver.undo(decision)).code).toBe("decision_moot");
  });

  it("of a wait leaves alone what its sender lets wait", () => {
    const driver = Driver.room("duo");
    driver.join("Pia", "planner");
    driver.run(driver.create(LEAD, [{ role: "builder" }, { role: "planner" }]));
    driver.pass(2 * MINUTE).tick();
    const decision = driver.decision("role_unavailable");
    driver.run({
      type: "handOn",
      by: LEAD,
      taskId: taskId("PLAN-001"),
      handoff: { to: roleName("builder"), intent: "work", message: "Whenever it comes." },
      queueAnyway: true,
    });
    driver.run(driver.answer(decision, "wait"));
    expect(driver.task("DEV-001").toldToWait).toBe(true);
    driver.run(driver.undo(decision));
    expect(driver.task("DEV-001").toldToWait).toBe(false);
    expect(driver.task("DEV-002").toldToWait).toBe(true);
  });

  it("is refused for what is pending, and for answers that stand", () => {
    const { driver, decision } = aRetriedTask();
    driver.run(driver.undo(decision));
    const again = driver.decision("task_failed");
    expect(driver.refused(driver.undo(again)).code).toBe("decision_pending");
    driver.run(driver.answer(again, "cancel"));
    expect(driver.refused(driver.undo(again))).toMatchObject({
      code: "undo_refused",
      message: "“Cancel the task” cannot be taken back.",
    });
  });

  it("is possible for the latest answers only", () => {
    const { driver, ada, decision } = aRetriedTask();
    driver.run(driver.create(LEAD, [{ role: "builder", priority: "critical" }]));
    driver.claim(ada);
    for (let i = 0; i < ANSWERED_KEPT; i++) {
      expect(driver.view.answered.at(-1)?.id).toBe(decision.id);
      driver.run(driver.ask(ada));
      driver.run(driver.answer(driver.decision("intervention"), "answer", { note: "yes" }));
    }
    expect(driver.refused(driver.undo(decision)).code).toBe("decision_unknown");
  });
});
