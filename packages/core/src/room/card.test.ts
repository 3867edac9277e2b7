import { describe, expect, it } from "vitest";
import { DEFAULT_LEASE_S } from "../agent/agent.ts";
import { type AgentId, roleName } from "../kernel/ids.ts";
import { initialsOf } from "../kernel/initials.ts";
import { LEAD, MINUTE, SECOND, T0 } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { cardOf, roleTitle } from "./card.ts";

const card = (driver: Driver, waiting: AgentId[] = []) =>
  cardOf(driver.view, { seenAt: driver.seenAt, waiting }, driver.now, driver.leaseS);

describe("a room's card", () => {
  it("counts tasks by what can happen to them", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run(
      driver.create(LEAD, [
        { ref: "a", role: "builder", priority: "critical" },
        { role: "builder", requires: ["ref:a"] },
        { role: "builder" },
      ]),
    );
    driver.say("hello");
    driver.claim(ada);
    expect(card(driver)).toMatchObject({
      preset: "duo",
      tasks: { live: 1, ready: 2, blocked: 1, failed: 0, completed: 0 },
      messagesWaiting: 1,
      seq: driver.view.seq,
    });
  });

  it("shows every role of the team, filled or not, with what is known of its agents", () => {
    const driver = Driver.room("squad");
    const ada = driver.join("Ada Builder", "builder");
    driver.pass(SECOND).join("Bob", "builder");
    expect(card(driver, [ada.id]).members).toMatchObject([
      { agentId: null, role: "planner", name: "Planner", initials: "PL", presence: null },
      {
        agentId: ada.id,
        name: "Ada Builder",
        initials: "AB",
        presence: { reach: "online", reason: { kind: "waiting_poll" } },
      },
      { name: "Bob", initials: "BO", presence: { reach: "online", work: "idle" } },
      { agentId: null, role: "reviewer" },
    ]);
  });

  it("shows one that left only while nobody followed it", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    expect(card(driver).members.at(-1)).toMatchObject({
      name: "Ada",
      presence: { reach: "offline", reason: { kind: "left" } },
    });
    driver.pass(SECOND).join("Bob", "builder");
    expect(card(driver).members.map((member) => member.name)).toEqual(["Planner", "Bob"]);
  });

  it("shows work as presence has it: in hand, asked, queued", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    driver.say("Protect the sign-in");
    const work = () => card(driver).members[0]?.presence?.work;
    expect(work()).toBe("queued");
    driver.claim(pia);
    expect(work()).toBe("working");
    driver.run(driver.handOff(pia, "user", "question"));
    expect(work()).toBe("waiting_on_human");
    driver.say("Robots.");
    expect(work()).toBe("queued");
  });

  it("shows who waits for a person's answer, and what waits for one", () => {
    const driver = Driver.room("duo");
    const [pia, ada] = [driver.join("Pia", "planner"), driver.join("Ada", "builder")];
    expect(card(driver).decisions).toEqual({ pending: 0, first: null });
    driver.run(driver.create(LEAD, [{ role: "builder" }, { role: "planner" }]));
    driver.claim(ada);
    driver.claim(pia);
    driver.run(driver.ask(pia));
    driver.pass(SECOND).run(driver.ask(ada, { urgency: "high", question: "May I?" }));
    expect(card(driver).members.map((member) => member.presence?.work)).toEqual([
      "waiting_on_human",
      "waiting_on_human",
    ]);
    expect(card(driver).decisions).toMatchObject({
      pending: 2,
      first: { question: "May I?", urgency: "high", askedBy: { name: "Ada" }, holdsUp: 1 },
    });
    driver.run(driver.answer({ id: card(driver).decisions.first?.id as never }, "answer", { note: "yes" }));
    expect(card(driver).members.map((member) => member.presence?.work)).toEqual(["waiting_on_human", "working"]);
  });

  it("keeps the hour of activity moving while nothing happens", () => {
    const driver = Driver.room("duo");
    driver.join("Ada", "builder");
    expect(card(driver).activity.at(-1)).toBe(2);
    expect(card(driver.pass(3 * MINUTE)).activity.slice(-4)).toEqual([2, 0, 0, 0]);
    expect(card(driver.pass(61 * MINUTE)).activity).toEqual(new Array(60).fill(0));
  });
});

describe("the alerts of a room", () => {
  it("name failed tasks with why, and how many wait for them", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run(
      driver.create(LEAD, [
        { ref: "a", role: "builder", title: "Break" },
        { role: "planner", requires: ["ref:a"] },
      ]),
    );
    for (let i = 0; i < 3; i++) {
      const { id, lease } = driver.claim(ada);
      driver.run({ type: "fail", by: ada, taskId: id, fence: lease.fence, reason: "no luck" });
    }
    expect(card(driver).alerts).toEqual([
      {
        kind: "task_failed",
        taskId: "DEV-001",
        title: "Break",
        reason: "no luck",
        dependants: 1,
        at: T0,
      },
    ]);
  });

  it("name roles that stay away once the log says so", () => {
    const driver = Driver.room("duo");
    driver.say("one");
    driver.say("two");
    expect(card(driver).alerts).toEqual([]);
    driver.pass(2 * MINUTE).tick();
    expect(card(driver).alerts).toEqual([
      { kind: "role_missing", role: "planner", waiting: 2, sinceAt: T0 + 2 * MINUTE },
    ]);
  });

  it("name agents that fell silent, and quiet ones only with a task in hand", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    const half = (DEFAULT_LEASE_S.manual * SECOND) / 2;
    expect(card(driver.pass(half)).alerts).toEqual([]);
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.seenAt[ada.id] = driver.now;
    driver.claim(ada);
    expect(card(driver.pass(half)).alerts).toMatchObject([{ kind: "agent_silent", name: "Ada", taskId: "DEV-001" }]);
    driver.pass(half).tick();
    expect(card(driver).alerts).toMatchObject([{ kind: "agent_silent", taskId: null, sinceAt: T0 + half }]);
    driver.join("Ada", "builder");
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    expect(card(driver).alerts).toEqual([]);
  });
});

describe("names on a card", () => {
  it.each([
    ["Ada", "AD"],
    ["Ada Builder", "AB"],
    ["builder-2", "B2"],
    ["claude_code three", "CC"],
    ["x", "X"],
    ["", "?"],
    ["😀 smile", "😀S"],
  ])("the initials of %j are %j", (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });

  it("a role is called as its team calls it", () => {
    const { view } = Driver.room("squad");
    expect(roleTitle(view, roleName("planner"))).toBe("Planner");
    expect(roleTitle(view, roleName("gone"))).toBe("gone");
  });
});
