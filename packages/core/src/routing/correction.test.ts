import { describe, expect, it } from "vitest";
import type { EventOf } from "../kernel/event.ts";
import { type PersonId, type RoleName, roleName, taskId } from "../kernel/ids.ts";
import { anId, LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { aRoutedTeam } from "../testing/routed-team.fixture.ts";
import type { RoutedMessage } from "./command.ts";

const TEAM = aRoutedTeam("planner", "builder", "tester");

const OTHER = { ...LEAD, id: anId(4) as PersonId, name: "Ola" };

function routed(driver: Driver, body: string): RoutedMessage {
  const sent = driver.log.findLast(
    (event): event is EventOf<"message.sent"> => event.type === "message.sent" && event.data.message.body === body,
  );
  if (!sent?.data.route) throw new Error(`${body} was not routed`);
  const later = driver.log.findLast(
    (event): event is EventOf<"routing.corrected"> =>
      event.type === "routing.corrected" && event.data.message.id === sent.data.message.id,
  );
  const message = later?.data.message ?? sent.data.message;
  return { message, seq: sent.seq, decision: sent.data.route };
}

function correct(driver: Driver, body: string, to: string, sent = routed(driver, body)) {
  return driver.run({ type: "correctRoute", by: OTHER, to: to as RoleName, sent });
}

describe("the correction of a route", () => {
  it("moves a task that nobody has taken, and the same wish again changes nothing", () => {
    const driver = Driver.room(TEAM);
    const tess = driver.join("Tess", "tester");
    driver.say("Fix the flaky login");
    expect(driver.task("DEV-001")).toMatchObject({ role: "builder" });
    const reply = correct(driver, "Fix the flaky login", "tester");
    expect(reply).toMatchObject({ how: "moved", from: "builder", to: "tester", taskId: "DEV-001" });
    expect(driver.view.routing.corrections).toMatchObject([{ from: "builder", to: "tester" }]);
    const { seq } = driver.view;
    expect(correct(driver, "Fix the flaky login", "tester")).toMatchObject({ how: "same" });
    expect(driver.view.seq).toBe(seq);
    const task = driver.claim(tess);
    expect(task).toMatchObject({ id: "DEV-001", reassignedFrom: null });
  });

  it("keeps a task where it is that somebody has taken, and remembers what was said", () => {
    const driver = Driver.room(TEAM);
    const ben = driver.join("Ben", "builder");
    driver.say("Fix the flaky login");
    driver.claim(ben);
    expect(correct(driver, "Fix the flaky login", "tester")).toMatchObject({ how: "kept" });
    expect(driver.task("DEV-001")).toMatchObject({ role: "builder" });
    expect(driver.log.at(-1)?.data).toMatchObject({
      message: { to: { kind: "role", role: "builder" } },
      from: "builder",
      to: "tester",
      task: null,
    });
    driver.run({
      type: "putBackTask",
      by: LEAD,
      taskId: "DEV-001" as never,
      fence: null,
      reason: "",
    });
    expect(correct(driver, "Fix the flaky login", "planner")).toMatchObject({ how: "kept" });
    expect(driver.view.routing.corrections).toMatchObject([{ from: "tester", to: "planner" }]);
  });

  it("gives what the room answered itself to a role, as a task with the message's words", () => {
    const driver = Driver.room(TEAM);
    driver.say("What's the status?");
    expect(driver.view.tasks).toEqual([]);
    const reply = correct(driver, "What's the status?", "planner");
    expect(reply).toMatchObject({ how: "created", from: null, taskId: "PLAN-001" });
    expect(driver.task("PLAN-001")).toMatchObject({
      role: "planner",
      instruction: "What's the status?",
      timeoutS: 300,
      origin: { kind: "user_message" },
      said: { seq: 2, tier: "direct" },
    });
    expect(correct(driver, "What's the status?", "tester")).toMatchObject({ how: "moved" });
  });

  it("leaves a message its author's, whoever corrects it", () => {
    const driver = Driver.room(TEAM);
    driver.say("What's the status?");
    correct(driver, "What's the status?", "planner");
    expect(driver.task("PLAN-001").createdBy).toMatchObject({ kind: "person", name: LEAD.name });
    const edit = {
      type: "editMessage" as const,
      taskId: taskId("PLAN-001"),
      body: "What is next?",
    };
    const { code } = driver.refused({ ...edit, by: { ...OTHER, isLead: false } });
    expect(code).toBe("forbidden");
    driver.run({ ...edit, by: { ...LEAD, isLead: false } });
    expect(driver.task("PLAN-001").title).toBe("What is next?");
  });

  it("makes one task of a message that two people correct at once", () => {
    const driver = Driver.room(TEAM);
    driver.say("What's the status?");
    const before = routed(driver, "What's the status?");
    correct(driver, "What's the status?", "planner", before);
    const second = correct(driver, "What's the status?", "tester", before);
    expect(second).toMatchObject({ how: "moved", from: "planner", taskId: "PLAN-001" });
    expect(driver.view.tasks).toMatchObject([{ id: "PLAN-001", role: "tester" }]);
    const by = { ...LEAD, isLead: true };
    driver.run({ type: "withdrawMessage", by, taskId: taskId("PLAN-001") });
    const third = correct(driver, "What's the status?", "builder", before);
    expect(third).toMatchObject({ how: "kept", taskId: "PLAN-001" });
    expect(driver.view.tasks).toEqual([]);
  });

  it("goes by where the task is now, which may have been given on since", () => {
    const driver = Driver.room(TEAM);
    driver.join("Ben", "builder");
    driver.join("Pia", "planner");
    driver.say("Fix the flaky login");
    correct(driver, "Fix the flaky login", "tester");
    driver.pass(10 * MINUTE).run({ type: "tick" });
    driver.run(driver.answer(driver.decision("role_unavailable"), "reroute:planner"));
    const again = correct(driver, "Fix the flaky login", "tester");
    expect(again).toMatchObject({ how: "moved", from: "planner", to: "tester" });
    expect(driver.task("DEV-001").role).toBe("tester");
  });

  it("is refused for a role that the team doesn't have", () => {
    const driver = Driver.room(TEAM);
    driver.say("Fix it");
    expect(() => correct(driver, "Fix it", "nobody")).toThrow("This team has no role nobody.");
  });

  it("of words that nobody wants a rule of is remembered once", () => {
    const driver = Driver.room(TEAM);
    const phrases = [{ phrase: "totals", to: roleName("tester") }];
    driver.run({ type: "dismissPhrases", by: LEAD, phrases });
    driver.run({ type: "dismissPhrases", by: LEAD, phrases });
    expect(driver.view.routing.dismissed).toEqual(phrases);
  });
});
