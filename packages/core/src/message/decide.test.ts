import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { AgentCaller } from "../kernel/actor.ts";
import { type AgentId, type MessageId, roleName } from "../kernel/ids.ts";
import { titleOf } from "../kernel/title.ts";
import { mentionsIn } from "../routing/mentions.ts";
import type { Priority } from "../task/task.ts";
import { presetTeam } from "../team/presets.ts";
import { anId, LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { aheadOf } from "./decide.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const squad = presetTeam("squad");

describe("mentions", () => {
  it.each([
    ["@builder please", ["builder"]],
    ["ask @reviewer and @builder, then @builder again", ["builder", "reviewer"]],
    ['(@Builder), "@REVIEWER"; **@planner**!', ["planner", "builder", "reviewer"]],
    ["@builder's turn", ["builder"]],
    ["@planner: go\n@reviewer.", ["planner", "reviewer"]],
    ["nobody here", []],
    ["@builders and @rebuilder and @builder_x and @builder-two", []],
    ["@tester", []],
    ["builder @ home", []],
  ])("in %j name %j", (body, roles) => {
    expect(mentionsIn(squad, body)).toEqual(roles);
  });

  it.each([
    "me@builder.com",
    "first.last+tag@reviewer.example.org",
    "x_y-z@planner",
    "andré@builder.com",
    "почта@builder.com",
    "@builder@mastodon.example",
    "https://example.org/@builder",
    "`@builder`",
    "@builder/x",
    "```\n@builder\n```",
    "\n> @builder said so\n",
  ])("are not in %j: an address, a package, code or a quote", (body) => {
    expect(mentionsIn(squad, body)).toEqual([]);
    expect(mentionsIn(squad, `write to ${body} today`)).toEqual([]);
  });
});

/** Whole characters of every kind: a title cuts, and may not cut one in two. */
const letters = fc.oneof(
  fc.constantFrom(" ", "\n", "\r", "\t", "\u001b", "\u2028", "😀", "word"),
  fc.integer({ min: 0, max: 0xd7ff }).map((unit) => String.fromCharCode(unit)),
);

describe("the title of a message", () => {
  it.each([
    ["Fix the footer", "Fix the footer"],
    ["\n  \n  Fix it  \nand more", "Fix it"],
    ["Fix\tthe\u001b[31mfooter\r\nnow", "Fix the [31mfooter"],
    ["a".repeat(80), "a".repeat(80)],
    [`${"word ".repeat(20)}`, `${"word ".repeat(15).trim()}…`],
    ["a".repeat(81), `${"a".repeat(79)}…`],
    [" \n\t", "…"],
  ])("of %j is %j", (body, title) => {
    expect(titleOf(body)).toBe(title);
  });

  it("is one well-formed line within its bound, and never empty", () => {
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 60 }), fc.integer({ min: 4, max: 30 }), (body, max) => {
        const title = titleOf(body, max);
        expect(title.length).toBeLessThanOrEqual(max);
        expect(title.isWellFormed()).toBe(true);
        expect(title).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
        expect(title).not.toBe("");
      }),
    );
  });
});

describe("a user's message", () => {
  it("is a task of the entry point, and says what is in front of it and whether anybody is there", () => {
    const driver = Driver.room("squad");
    const send = () =>
      driver.run({
        type: "sendUserMessage",
        by: LEAD,
        body: "Hello @builder",
        repliesTo: null,
        priority: "medium",
      });
    expect(send()).toMatchObject({
      taskId: "PLAN-001",
      to: "planner",
      ahead: 0,
      available: false,
    });
    const pia = driver.join("Pia", "planner");
    expect(send()).toMatchObject({ taskId: "PLAN-002", ahead: 1, available: true });
    driver.claim(pia);
    expect(send()).toMatchObject({ taskId: "PLAN-003", ahead: 2 });
    expect(driver.task("PLAN-003")).toMatchObject({
      origin: { kind: "user_message" },
      createdBy: { kind: "person", name: "Lea" },
      title: "Hello @builder",
    });
    expect(driver.log.at(-1)).toMatchObject({
      data: { message: { mentions: ["builder"], taskId: "PLAN-003" }, mailTo: [] },
    });
  });

  it("has in front of it what is really taken first", () => {
    const driver = Driver.room("squad");
    driver.run(
      driver.create(LEAD, [
        { role: "planner", priority: "low" },
        { role: "planner", priority: "medium" },
        { role: "planner", priority: "critical" },
        { role: "builder", priority: "critical" },
      ]),
    );
    const ahead = (priority: "critical" | "high" | "medium" | "low") =>
      aheadOf(driver.room, roleName("planner"), priority);
    expect([ahead("critical"), ahead("low")]).toEqual([0, 0]);
    driver.say("one");
    driver.say("another");
    expect([ahead("critical"), ahead("medium"), ahead("low")]).toEqual([0, 2, 2]);
    driver.run({ type: "moveTaskToFront", by: LEAD, taskId: driver.task("PLAN-001").id });
    expect([ahead("critical"), ahead("low")]).toEqual([1, 3]);
  });

  it("queues behind the task in the entry point's hand only, whatever waits there", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    driver.run(driver.create(LEAD, [{ role: "planner" }]));
    const { id, lease } = driver.claim(pia);
    driver.run(
      driver.create(LEAD, [
        { role: "planner", priority: "critical" },
        { role: "planner", priority: "high" },
      ]),
    );
    const said = driver.say("When is it done?");
    expect(driver.log.at(-1)).toMatchObject({ type: "message.sent", data: { ahead: 1 } });
    const result = { summary: "ok" };
    driver.run({ type: "complete", by: pia, taskId: id, fence: lease.fence, result, next: false });
    expect(driver.claim(pia).id).toBe(said);
  });

  it("answers the question it replies to, or without one all that are open", () => {
    const driver = Driver.room("squad");
    driver.say("first");
    const reply = driver.run({
      type: "sendUserMessage",
      by: LEAD,
      body: "no question's answer",
      repliesTo: anId(4) as MessageId,
      priority: "low",
    });
    expect(reply.taskId).toBe("PLAN-002");
    expect(driver.log.at(-1)).toMatchObject({
      data: { answers: [], message: { repliesTo: anId(4) } },
    });
  });
});

describe("an agent's message", () => {
  function aTeam() {
    const driver = Driver.room("squad");
    return {
      driver,
      pia: driver.join("Pia", "planner"),
      ada: driver.join("Ada", "builder"),
      bob: driver.join("Bob", "builder"),
    };
  }

  it("goes into the mail of everyone in the role but the sender, and comes with the next answer", () => {
    const { driver, pia, ada, bob } = aTeam();
    const toBuilders = { kind: "role" as const, role: roleName("builder") };
    expect(
      driver.run({
        type: "sendAgentMessage",
        by: pia,
        to: toBuilders,
        body: "hi",
        repliesTo: null,
      }),
    ).toMatchObject({ deliversTo: 2 });
    expect(
      driver.run({
        type: "sendAgentMessage",
        by: ada,
        to: toBuilders,
        body: "hi",
        repliesTo: null,
      }),
    ).toMatchObject({ deliversTo: 1 });
    expect(driver.view.agents[bob.id]?.mail).toHaveLength(2);
    const mail = driver.view.agents[bob.id]?.mail;
    expect(driver.run({ type: "claim", by: bob })).toMatchObject({ mail });
    expect(driver.view.agents[bob.id]?.mail).toEqual([]);
    expect(driver.log.at(-1)).toMatchObject({
      type: "message.delivered",
      data: { agentId: bob.id },
    });
    const before = driver.log.length;
    driver.run({ type: "claim", by: bob });
    expect(driver.log.length).toBe(before);
  });

  it("goes to one agent, or to the user's conversation", () => {
    const { driver, pia, bob } = aTeam();
    const to = { kind: "agent" as const, agentId: bob.id };
    expect(driver.run({ type: "sendAgentMessage", by: pia, to, body: "hi", repliesTo: null })).toMatchObject({
      deliversTo: 1,
    });
    const toUser = { kind: "user" as const };
    expect(driver.run({ type: "sendAgentMessage", by: pia, to: toUser, body: "hi", repliesTo: null })).toMatchObject({
      deliversTo: 0,
    });
    expect(driver.view.totals.messages).toBe(2);
  });

  it("is a sign of work for the task in hand and passes no ball", () => {
    const { driver, ada } = aTeam();
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.claim(ada);
    driver.run({
      type: "sendAgentMessage",
      by: ada,
      to: { kind: "user" },
      body: "on it",
      repliesTo: null,
    });
    expect(driver.task("DEV-001").state).toBe("in_progress");
    expect(driver.log.at(-2)).toMatchObject({ type: "task.started", data: { sign: "message" } });
    expect(driver.log.at(-1)).toMatchObject({
      type: "message.sent",
      data: { message: { taskId: "DEV-001" }, task: null },
    });
  });

  it("is refused for a role or an agent that is not of this room", () => {
    const { driver, pia } = aTeam();
    const send = (to: { kind: "role"; role: ReturnType<typeof roleName> } | { kind: "agent"; agentId: AgentId }) =>
      driver.refused({ type: "sendAgentMessage", by: pia, to, body: "hi", repliesTo: null });
    expect(send({ kind: "role", role: roleName("tester") })).toMatchObject({
      code: "role_unknown",
      allowed: ["user", "planner", "builder", "reviewer"],
    });
    expect(send({ kind: "agent", agentId: anId(9) as AgentId }).code).toBe("agent_unknown");
  });
});

describe("what an agent says to a role", () => {
  const tell = (driver: Driver, by: AgentCaller, body: string, priority?: Priority) =>
    driver.run({
      type: "sendAgentMessage",
      by,
      to: { kind: "role", role: roleName("builder") },
      body,
      repliesTo: null,
      priority,
    }).messageId as MessageId;

  it("waits for whoever fills it, where nobody does", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const first = tell(driver, pia, "The API changed.");
    const second = tell(driver, pia, "And the tests.");
    const ada = driver.join("Ada", "builder");
    expect(driver.view.agents[ada.id]?.mail).toEqual([first, second]);
    const carl = driver.join("Carl", "builder");
    expect(driver.view.agents[carl.id]?.mail).toEqual([]);
    expect(driver.run({ type: "claim", by: ada }).mail).toEqual([first, second]);
  });

  it("waits for the next one, where all that were there have left", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const ada = driver.join("Ada", "builder");
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    const told = tell(driver, pia, "The API changed.");
    const carl = driver.join("Carl", "builder");
    expect(driver.view.agents[carl.id]?.mail).toEqual([told]);
  });

  it("is not to oneself", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const to = { kind: "agent" as const, agentId: pia.id };
    const said = { type: "sendAgentMessage" as const, by: pia, to, body: "Note", repliesTo: null };
    expect(driver.refused(said)).toMatchObject({
      code: "bad_request",
      message: expect.stringContaining("to yourself"),
    });
  });

  it("to the user has no priority", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const to = { kind: "user" as const };
    const said = { type: "sendAgentMessage" as const, by: pia, to, body: "Done", repliesTo: null };
    expect(driver.refused({ ...said, priority: "high" }).code).toBe("person_not_asked");
  });
});
