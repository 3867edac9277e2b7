import { describe, expect, it } from "vitest";
import { compareDecisions } from "../decision/decision.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { compareInbox } from "./order.ts";

describe("the order of what waits for a person", () => {
  it("is by urgency, then by what is held up, then by age", () => {
    const place = (urgency: "critical" | "high" | "low", holdsUp: number, sinceAt: number) => ({
      urgency,
      holdsUp,
      sinceAt,
    });
    const wanted = [
      place("critical", 0, 9),
      place("high", 105, 8),
      place("high", 2, 1),
      place("high", 2, 7),
      place("low", 9, 0),
    ];
    expect([...wanted].reverse().sort(compareInbox)).toEqual(wanted);
    const decisions = wanted.map(({ sinceAt, ...one }, at) => ({
      ...one,
      openedAt: sinceAt,
      id: String(at) as never,
    }));
    expect([...decisions].reverse().sort(compareDecisions)).toEqual(decisions);
  });

  it("puts a role that many tasks wait for in front of a session that waits alone", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.join("Pia", "planner");
    driver.run(driver.create(LEAD, [{ role: "builder" }, { role: "builder" }]));
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    driver.pass(60 * 60_000);
    driver.tick();
    expect(driver.decision("role_unavailable")).toMatchObject({ urgency: "high", holdsUp: 2 });
  });
});

describe("what a session's decision holds up", () => {
  it("is the session itself, and those that wait in line behind it", () => {
    const room = new SessionDriver();
    room.toQuestions();
    expect(room.decision("questions").holdsUp).toBe(1);
    room.start("Chargebacks");
    room.start("Reports");
    expect(room.decision("questions")).toMatchObject({ holdsUp: 3, urgency: "high", version: 1 });
  });
});
