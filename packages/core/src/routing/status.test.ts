import { describe, expect, it } from "vitest";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { aRoutedTeam } from "../testing/routed-team.fixture.ts";
import { NO_USAGE } from "../usage/usage.ts";
import { decisionOf } from "./decision.ts";
import { LABELLED_MESSAGES } from "./labelled.fixture.ts";
import type { Spent } from "./status.ts";
import { statusQuestionOf } from "./status-question.ts";

const SQUAD = aRoutedTeam("planner", "builder", "tester");

/** A room in which refunds are built, a login page is tested, and a question waits. */
function atWork(): Driver {
  const driver = Driver.room(SQUAD);
  const ben = driver.join("Ben", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder", title: "Fix the refund totals" }]));
  const first = driver.claim(ben);
  driver.run({ type: "complete", by: ben, taskId: first.id, ...fenceOf(first), ...done });
  driver.say("Implement refunds by card");
  const { id, lease } = driver.claim(ben);
  driver.now += 12 * 60_000;
  const progress = { percent: 40 };
  driver.run({ type: "progress", by: ben, taskId: id, fence: lease.fence, progress });
  driver.say("Test the login page");
  return driver;
}

const fenceOf = ({ lease }: { lease: { fence: number } }) => ({ fence: lease.fence as never });
const done = { result: { summary: "done" }, next: false };

/** What the room answers, and what it made of the message. */
function ask(driver: Driver, body: string, more: { interrupt?: boolean; model?: string; spent?: Spent } = {}) {
  return driver.run({
    type: "sendUserMessage",
    by: LEAD,
    body,
    repliesTo: null,
    priority: "medium",
    ...more,
  } as const);
}

const focusOf = (message: string) => {
  const decision = decisionOf(SQUAD, message);
  return (decision && statusQuestionOf(message, decision)?.foci.join(" ")) ?? null;
};

describe("a question about how work stands", () => {
  it.each([
    ["What's the status?", "all"],
    ["whats the status", "all"],
    ["Hi team, how far are we?", "all"],
    ["Is the login page done?", "all"],
    ["wie weit seid ihr?", "all"],
    ["Où en sommes-nous ?", "all"],
    ["¿Cómo va?", "all"],
    ["Hi! who's working on what today?", "working"],
    ["What is the builder working on?", "working"],
    ["Wer arbeitet gerade woran?", "working"],
    ["Is anything blocked?", "waiting"],
    ["what waits for me?", "waiting"],
    ["Was ist blockiert?", "waiting"],
    ["Ist etwas blockiert?", "waiting"],
    ["Hallo, ist gerade irgendwas blockiert?", "waiting"],
    ["Hängt etwas?", "waiting"],
    ["Est-ce que quelque chose est bloqué ?", "waiting"],
    ["¿Hay algo bloqueado?", "waiting"],
    ["What's next?", "next"],
    ["was ist noch offen?", "next"],
    ["What did we finish today?", "done"],
    ["¿Cuál es el estado?", "all"],
    ["Qual é o status?", "all"],
    ["Como estamos?", "all"],
    ["Qu'est-ce qui est bloqué ?", "waiting"],
    ["¿Qué está bloqueado?", "waiting"],
    ["O que está bloqueado?", "waiting"],
    ["O que falta?", "next"],
    ["Quem está trabalhando agora?", "working"],
    ["Which agents are online?", "online"],
    ["who is online right now?", "online"],
    ["Is the builder online?", "online"],
    ["Wer ist gerade online?", "online"],
    ["Welche Agenten sind online?", "online"],
    ["Qui est en ligne ?", "online"],
    ["¿Quién está conectado?", "online"],
    ["Quem está online?", "online"],
    ["How much have we spent today?", "spent"],
    ["what's the cost so far?", "spent"],
    ["How many tokens have we used?", "spent"],
    ["Wie viel haben wir heute ausgegeben?", "spent"],
    ["Was hat das bisher gekostet?", "spent"],
    ["Combien avons-nous dépensé aujourd'hui ?", "spent"],
    ["¿Cuánto hemos gastado hoy?", "spent"],
    ["Quanto gastamos hoje?", "spent"],
  ])("is known: %s", (message, focus) => {
    expect(focusOf(message)).toBe(focus);
  });

  it.each([
    "fix the login bug, ok?",
    "Status is wrong on the orders page, fix it",
    "What's the status? And please rename it.",
    "How far are the refunds? Also, who wrote the parser?",
    "who may delete a room?",
    "When will the exports be ready, roughly?",
    "How much does the hosting cost?",
    "why is the deploy stuck?",
    "@builder what's the status?",
    "What's next: build the importer",
    "is this safe to merge?",
    "",
    "???",
  ])("is none: %s", (message) => {
    expect(focusOf(message)).toBeNull();
  });

  it("is never a labelled message with work in it", () => {
    const rash = LABELLED_MESSAGES.filter(({ tier, message }) => tier !== "direct" && focusOf(message) !== null);
    expect(rash).toEqual([]);
    expect(LABELLED_MESSAGES.filter(({ message }) => focusOf(message)).length).toBeGreaterThan(3);
  });

  it("says of a role whose spec has an error that this is why", () => {
    const roles = SQUAD.roles.map((role) =>
      role.name === "tester" ? { ...role, spec: "---\ninner_loop: perhaps\n---\nTest." } : role,
    );
    const driver = Driver.room({ ...SQUAD, roles });
    driver.join("Tess", "tester");
    driver.say("Test the login page");
    expect(ask(driver, "What's the status?").answer).toContain(
      "TESTER-001 Test the login page: queued, but the spec of Tester has an error",
    );
  });

  it("is answered by the room: who has what, what waits, what is queued and done, with links, and no task", () => {
    const driver = atWork();
    const before = driver.view.tasks;
    const reply = ask(driver, "What's the status?");
    expect(reply).toMatchObject({ taskId: null, to: "room", ahead: 0 });
    expect(reply.answer).toBe(
      [
        "**In progress: 1 task**",
        "- DEV-002 Implement refunds by card: Ben (Builder) has it for 12 min, 40 %",
        "",
        "**Queued: 1 task**",
        "- TESTER-001 Test the login page: queued, but no Tester is connected",
        "",
        "**Done last**",
        "- DEV-001 Fix the refund totals: completed by Ben 12 min ago",
      ].join("\n"),
    );
    expect(driver.view.tasks).toBe(before);
    const [question, answer] = driver.log.slice(-2);
    expect(question?.data).toMatchObject({
      message: { body: "What's the status?", to: { kind: "room" }, taskId: null },
      task: null,
      route: { by: "status", tier: "direct" },
    });
    expect(answer).toMatchObject({
      actor: { kind: "server" },
      data: {
        message: { from: { kind: "server" }, to: { kind: "user" }, repliesTo: reply.messageId },
        facts: [
          { kind: "task", id: "DEV-002" },
          { kind: "task", id: "TESTER-001" },
          { kind: "task", id: "DEV-001" },
        ],
      },
    });
  });

  it("is told who is online, and what was spent where the room was given it", () => {
    const driver = atWork();
    driver.join("Tess", "tester");
    expect(ask(driver, "which agents are online?").answer).toBe(
      "**Online: 2 of 2 agents**\n- Ben (Builder): online\n- Tess (Tester): online",
    );
    expect(ask(driver, "Is Ben online?").answer).toBe("**Online: 1 of 1 agent**\n- Ben (Builder): online");
    expect(ask(driver, "Is Zoe online?")).toMatchObject({ to: "planner", answer: null });
    const usage = { ...NO_USAGE, inputTokens: 900, costUsdMicros: 1_200_000 };
    const spent = [{ name: "Ben", usage }];
    expect(ask(driver, "how much have we spent?", { spent }).answer).toBe(
      "**In the last 24 hours: 1.20 USD, 900 tokens**\n- Ben: 1.20 USD, 900 tokens",
    );
    expect(ask(driver, "how much have we spent?", { spent: [] }).answer).toBe(
      "No agent has reported any use in the last 24 hours.",
    );
    expect(ask(driver, "how much have we spent?")).toMatchObject({ to: "planner" });
  });

  it("gets what it asks for, and no more", () => {
    const driver = atWork();
    expect(ask(driver, "who is working on what?").answer).toMatch(/^\*\*In progress: 1 task\*\*\n- DEV-002 [^\n]+$/);
    expect(ask(driver, "is anything blocked?").answer).toBe(
      [
        "Nothing waits for you.",
        "",
        "**Queued with no agent for them: 1**",
        "- TESTER-001 Test the login page: queued, but no Tester is connected",
      ].join("\n"),
    );
    driver.join("Tess", "tester");
    expect(ask(driver, "is anything blocked?").answer).toBe("Nothing waits for you.");
    expect(ask(driver, "What did we finish?").answer).toContain("DEV-001");
    expect(ask(driver, "How far are the refunds?").answer).toBe(
      [
        "**2 tasks**",
        "- DEV-002 Implement refunds by card: Ben (Builder) has it for 12 min, 40 %",
        "- DEV-001 Fix the refund totals: completed by Ben 12 min ago",
      ].join("\n"),
    );
    expect(ask(driver, "Is DEV-002 done?").answer).toContain("**1 task**\n- DEV-002");
    expect(ask(driver, "What is Ben doing?").answer).toContain("**1 task**\n- DEV-002");
    expect(ask(Driver.room(SQUAD), "status?").answer).toBe("Nothing is in progress, and nothing waits.");
  });

  it("goes to the entry point where no task tells of it, where it answers somebody, and in other teams", () => {
    const driver = atWork();
    for (const body of ["How far are the invoices?", "Is the homepage ready?"])
      expect(ask(driver, body)).toMatchObject({ to: "planner", answer: null });
    expect(ask(driver, "What's the status?", { interrupt: true })).toMatchObject({ to: "planner" });
    expect(ask(driver, "What's the status?", { model: "fast" })).toMatchObject({ to: "planner" });
    const other = Driver.room("squad");
    expect(ask(other, "What's the status?")).toMatchObject({ to: "planner", taskId: "PLAN-001" });
  });
});
