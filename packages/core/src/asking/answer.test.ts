import { describe, expect, it } from "vitest";
import type { DecisionId } from "../decision/decision.ts";
import { askedAbout } from "../prompt/deliver.ts";
import { LEAD, MINUTE, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

const OTHER = { id: LEAD.id, name: "Max" };

/** A squad with everyone there; DEV-001 has failed, PLAN-001 waits for it. */
function aFailedTask() {
  const driver = Driver.room("squad");
  const pia = driver.join("Pia", "planner");
  const ada = driver.join("Ada", "builder");
  const rex = driver.join("Rex", "reviewer");
  driver.run(
    driver.create(LEAD, [
      { ref: "a", role: "builder", title: "Break" },
      { role: "planner", requires: ["ref:a"] },
    ]),
  );
  driver.failThrice(ada);
  return { driver, pia, ada, rex, decision: driver.decision("task_failed") };
}

/** Two tasks wait for a builder who never came; the planner is there. */
function aMissingRole() {
  const driver = Driver.room("squad");
  const pia = driver.join("Pia", "planner", "hooked");
  driver.run(driver.create(LEAD, [{ role: "builder", title: "One" }, { role: "builder" }]));
  driver.pass(2 * MINUTE).tick();
  return { driver, pia, decision: driver.decision("role_unavailable") };
}

const optionsOf = ({ options }: { options: { id: string }[] }) => options.map(({ id }) => id);

describe("a failed task", () => {
  it("asks, with what each answer does and what it holds up", () => {
    const { decision } = aFailedTask();
    expect(decision).toMatchObject({
      subject: { kind: "task", taskId: "DEV-001" },
      question: "DEV-001 “Break” failed after 3 attempts. What should happen to it?",
      reason: "no luck",
      urgency: "high",
      holdsUp: 2,
      askedBy: null,
      version: 1,
    });
    expect(optionsOf(decision)).toEqual(["retry", "hand_on:planner", "hand_on:reviewer", "cancel"]);
    expect(decision.options.at(-1)?.consequence).toContain("1 task that needs it");
  });

  it("is retried in the same commit as the answer", () => {
    const { driver, decision } = aFailedTask();
    expect(driver.run(driver.answer(decision, "retry"))).toEqual({
      decisionId: decision.id,
      state: "answered",
      optionId: "retry",
      label: "Retry",
      consequence: decision.options[0]?.consequence,
      canUndo: true,
    });
    expect(driver.log.slice(-2)).toMatchObject([
      { type: "decision.answered", actor: { kind: "person", name: "Lea" } },
      { type: "task.retried" },
    ]);
    expect(driver.view.decisions).toEqual({});
  });

  it("goes to another role with the note, though nobody fills it now", () => {
    const { driver, rex, decision } = aFailedTask();
    driver.run({ type: "leaveRoom", by: rex, reason: "" });
    driver.run(driver.answer(decision, "hand_on:reviewer", { note: "Look at the logs first." }));
    // Nobody has done it: it is the same task still, and its note comes with the question.
    expect(driver.task("DEV-001")).toMatchObject({
      role: "reviewer",
      state: "pending",
      instruction: "do the part",
      reassignedFrom: "builder",
    });
    expect(askedAbout(driver.room, driver.task("DEV-001"))[0]?.answer?.note).toBe("Look at the logs first.");
    expect(driver.task("PLAN-001").waitsFor).toEqual(["DEV-001"]);
  });

  it("is cancelled with what needs it", () => {
    const { driver, decision } = aFailedTask();
    driver.run(driver.answer(decision, "cancel", { note: "Not needed." }));
    expect(driver.view.tasks).toEqual([]);
  });

  it("asks no longer once a lead steered it", () => {
    const { driver, decision } = aFailedTask();
    driver.run({ type: "retryTask", by: LEAD, taskId: driver.task("DEV-001").id });
    expect(driver.log.at(-1)).toMatchObject({
      type: "decision.withdrawn",
      actor: { kind: "server" },
      data: { decisionId: decision.id, reason: "DEV-001 is pending again." },
    });
  });
});

describe("a role that stays away", () => {
  it("asks once for all that waits for it, and says what is first", () => {
    const { driver, decision } = aMissingRole();
    expect(decision).toMatchObject({
      subject: { kind: "role", role: "builder" },
      question: "No Builder is connected. Who takes its work?",
      reason: "First in line: DEV-001.",
      urgency: "high",
      holdsUp: 2,
    });
    expect(optionsOf(decision)).toEqual(["reroute:planner", "wait"]);
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    expect(driver.decision("role_unavailable")).toMatchObject({
      id: decision.id,
      holdsUp: 3,
      version: 1,
    });
  });

  it("offers who is there now, who stands in by the workflow first: that is another version", () => {
    const { driver, decision } = aMissingRole();
    const rex = driver.join("Rex", "reviewer");
    const now = driver.decision("role_unavailable");
    expect(now).toMatchObject({ id: decision.id, version: 2, openedAt: decision.openedAt });
    expect(optionsOf(now)).toEqual(["reroute:reviewer", "reroute:planner", "wait"]);
    driver.run({ type: "leaveRoom", by: rex, reason: "" });
    expect(driver.decision("role_unavailable").version).toBe(3);
  });

  it("gives what waits to another role, parked or not, with who it was for", () => {
    const { driver, pia, decision } = aMissingRole();
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.run(driver.answer(decision, "reroute:planner"));
    expect(driver.view.tasks).toMatchObject(
      ["DEV-001", "DEV-002", "DEV-003"].map((id) => ({
        id,
        role: "planner",
        reassignedFrom: "builder",
        parkedAt: null,
      })),
    );
    expect(driver.claim(pia).id).toBe("DEV-001");
  });

  it("says where the result stays when who takes over cannot answer the user", () => {
    const driver = Driver.room("squad");
    driver.join("Ada", "builder");
    driver.say("hello");
    driver.pass(2 * MINUTE).tick();
    const { options, urgency } = driver.decision("role_unavailable");
    expect(urgency).toBe("high");
    expect(options[0]?.consequence).toContain("the result is in the task");
  });

  it("is waited for without asking again, whatever comes, until somebody was there", () => {
    const { driver, decision } = aMissingRole();
    driver.run(driver.answer(decision, "wait"));
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.pass(2 * MINUTE).tick();
    expect(driver.task("DEV-003")).toMatchObject({ toldToWait: true });
    expect(driver.view.decisions).toEqual({});
    const ada = driver.join("Ada", "builder");
    expect(driver.task("DEV-003")).toMatchObject({ toldToWait: false, parkedAt: null });
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    driver.pass(2 * MINUTE).tick();
    expect(driver.decision("role_unavailable").id).not.toBe(decision.id);
  });

  it("asks no longer once somebody fills it", () => {
    const { driver, decision } = aMissingRole();
    driver.join("Ada", "builder");
    expect(driver.log.at(-1)).toMatchObject({
      type: "decision.withdrawn",
      data: { decisionId: decision.id, reason: "An agent is connected as Builder." },
    });
  });
});

describe("an answer", () => {
  it("is given once: who comes second is told who chose what, when and why", () => {
    const { driver, decision } = aFailedTask();
    driver.pass(SECOND).run(driver.answer(decision, "retry", { note: "once more" }));
    const second = driver.refused(driver.answer(decision, "cancel", { by: OTHER }));
    expect(second.code).toBe("decision_answered");
    expect(second.message).toContain("Lea already chose “Retry”");
    expect(second.details).toMatchObject({
      optionId: "retry",
      by: "Lea",
      note: "once more",
      at: driver.now,
    });
  });

  it("to a decision that became moot says why it did", () => {
    const { driver, decision } = aFailedTask();
    driver.run({ type: "retryTask", by: LEAD, taskId: driver.task("DEV-001").id });
    expect(driver.refused(driver.answer(decision, "retry"))).toMatchObject({
      code: "decision_moot",
      details: { state: "withdrawn", reason: "DEV-001 is pending again." },
    });
  });

  it("to an undone one names the one in its place", () => {
    const { driver, decision } = aFailedTask();
    driver.run(driver.answer(decision, "retry"));
    driver.run(driver.undo(decision));
    expect(driver.refused(driver.answer(decision, "cancel"))).toMatchObject({
      code: "decision_moot",
      details: { state: "superseded", pendingInstead: driver.decision("task_failed").id },
    });
  });

  it("to a version that changed is refused with what it asks now, and one to the newest counts", () => {
    const { driver, decision } = aFailedTask();
    driver.run(driver.create(LEAD, [{ role: "reviewer", requires: ["PLAN-001"] }]));
    const stale = driver.refused(driver.answer(decision, "cancel", { version: 1 }));
    expect(stale).toMatchObject({
      code: "decision_changed",
      details: { version: 2, holdsUp: 3 },
      allowed: ["retry", "hand_on:planner", "hand_on:reviewer", "cancel"],
    });
    expect(driver.try(driver.answer(decision, "cancel", { version: 2 })).ok).toBe(true);
  });

  it("that does not exist is refused with those that do, and one of another room is unknown", () => {
    const { driver, decision } = aFailedTask();
    expect(driver.refused(driver.answer(decision, "shrug"))).toMatchObject({
      code: "option_unknown",
      allowed: optionsOf(decision),
    });
    const foreign = { id: "elsewhere" as DecisionId };
    expect(driver.refused(driver.answer(foreign, "retry")).code).toBe("decision_unknown");
    expect(driver.refused(driver.undo(foreign)).code).toBe("decision_unknown");
  });

  it("that needs a note is refused without one", () => {
    const { driver, pia } = aMissingRole();
    driver.run(driver.create(LEAD, [{ role: "planner" }]));
    driver.claim(pia);
    driver.run(driver.ask(pia));
    const asked = driver.decision("intervention");
    expect(driver.refused(driver.answer(asked, "answer", { note: "  " })).code).toBe("note_required");
  });
});
