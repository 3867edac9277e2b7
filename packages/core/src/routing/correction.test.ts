import { describe, expect, it } from "vitest";
import { type RoleName, roleName } from "../kernel/ids.ts";
import type { EventOf } from "../log/event.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { aRoutedTeam } from "../testing/routed-team.fixture.ts";

const TEAM = aRoutedTeam("planner", "builder", "tester");

function correct(driver: Driver, body: string, to: string) {
  const sent = driver.log.findLast(
    (event): event is EventOf<"message.sent"> =>
      event.type === "message.sent" && event.data.message.body === body,
  );
  if (!sent?.data.route) throw new Error(`${body} was not routed`);
  const later = driver.log.findLast(
    (event): event is EventOf<"routing.corrected"> =>
      event.type === "routing.corrected" && event.data.message.id === sent.data.message.id,
  );
  const message = later?.data.message ?? sent.data.message;
  return driver.run({
    ...{ type: "correctRoute", by: LEAD, to: to as RoleName },
    sent: { message, seq: sent.seq, decision: sent.data.route },
  });
}

describe("the correction of a route", () => {
  it("moves a task that nobody has taken, and the same wish again changes nothing", () => {
    const driver = Driver.room(TEAM);
    const tess = driver.join("Tess", "tester");
    driver.say("Fix the flaky login");
    expect(driver.task("DEV-001")).toMatchObject({ role: "builder" });
    const reply = correct(driver, "Fix the flaky login", "tester");
    expect(reply).toMatchObject({ how: "moved", from: "builder", to: "tester", taskId: "DEV-001" });
    expect(driver.view.routing?.corrections).toMatchObject([{ from: "builder", to: "tester" }]);
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
      ...{ from: "builder", to: "tester", task: null },
    });
    driver.run({ type: "putBack", by: LEAD, taskId: "DEV-001" as never, fence: null, reason: "" });
    expect(correct(driver, "Fix the flaky login", "planner")).toMatchObject({ how: "kept" });
    expect(driver.view.routing?.corrections).toMatchObject([{ from: "tester", to: "planner" }]);
  });

  it("gives what the room answered itself to a role, as a task with the message's words", () => {
    const driver = Driver.room(TEAM);
    driver.say("What's the status?");
    expect(driver.view.tasks).toEqual([]);
    const reply = correct(driver, "What's the status?", "planner");
    expect(reply).toMatchObject({ how: "created", from: null, taskId: "PLAN-001" });
    expect(driver.task("PLAN-001")).toMatchObject({
      ...{ role: "planner", instruction: "What's the status?", timeoutS: 300 },
      origin: { kind: "user_message" },
      said: { seq: 2 },
    });
    expect(correct(driver, "What's the status?", "tester")).toMatchObject({ how: "moved" });
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
    expect(driver.view.routing?.dismissed).toEqual(phrases);
  });
});
