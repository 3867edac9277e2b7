import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mailNow } from "../agent/mail.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { CommandOf } from "../kernel/command.ts";
import type { MessageId } from "../kernel/ids.ts";
import { roleName } from "../kernel/ids.ts";
import { LEAD, MINUTE, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { faultsOf } from "../testing/log-check.fixture.ts";
import { mailAtOnce } from "./mail.ts";
import { TURNS_MAX } from "./open.ts";

type Send = CommandOf<"sendAgentMessage">;

/** A squad whose agents write each other. */
class Crew {
  readonly room = Driver.room("squad");
  readonly planner = this.room.join("Pia", "planner");
  readonly builder = this.room.join("Bob", "builder");
  readonly reviewer = this.room.join("Rex", "reviewer");

  message(by: AgentCaller, to: string, more: Partial<Send> = {}): Send {
    const role = { kind: "role" as const, role: roleName(to) };
    return {
      type: "sendAgentMessage",
      by,
      to: role,
      body: "Which clock?",
      repliesTo: null,
      ...more,
    };
  }

  send(by: AgentCaller, to: string, more: Partial<Send> = {}): MessageId {
    return this.room.run(this.message(by, to, more)).messageId as MessageId;
  }

  /** Reads its mail. */
  look(by: AgentCaller): void {
    this.room.run({ type: "claim", by });
  }

  get open() {
    return this.room.view.openMessages.open ?? [];
  }

  get asked() {
    return Object.values(this.room.view.decisions);
  }

  types(from: number): string[] {
    return this.room.log.slice(from).map(({ type }) => type);
  }

  answer(optionId: string, note = ""): void {
    const [decision] = this.asked;
    if (!decision) throw new Error("nothing is asked");
    const { id: decisionId, version } = decision;
    this.room.run({ type: "answerDecision", by: LEAD, decisionId, optionId, note, version });
  }
}

describe("arrival", () => {
  it.each([
    ["critical", 15 * SECOND],
    ["high", MINUTE],
    ["medium", 5 * MINUTE],
  ] as const)("of a message of priority %s is late after its limit, and told once", (priority, limit) => {
    const crew = new Crew();
    crew.send(crew.builder, "reviewer", { priority });
    crew.room.pass(limit - 1).tick();
    expect(crew.open).toMatchObject([{ isLate: false }]);
    crew.room.pass(1).tick();
    expect(crew.open).toMatchObject([{ isLate: true }]);
    crew.room.pass(10 * MINUTE).tick();
    expect(crew.room.log.filter(({ type }) => type === "message.late")).toHaveLength(1);
    crew.look(crew.reviewer);
    expect(crew.open).toEqual([]);
    expect(faultsOf(crew.room.log)).toEqual([]);
  });

  it("has no limit for low priority, nor where nobody fills the role yet", () => {
    const crew = new Crew();
    crew.send(crew.builder, "reviewer", { priority: "low" });
    crew.room.run({ type: "leaveRoom", by: crew.reviewer, reason: "" });
    crew.send(crew.builder, "reviewer", { priority: "critical" });
    crew.room.pass(20 * MINUTE).tick();
    expect(crew.room.log.some(({ type }) => type === "message.late")).toBe(false);
  });

  it("of what the room writes is late too, and told once; what nobody can get any more isn't", () => {
    const crew = new Crew();
    const tasks = [{ role: roleName("builder"), title: "Build", instruction: "Build it." }];
    crew.room.run({ type: "createTasks", by: LEAD, fence: null, tasks });
    for (const by of [crew.planner, crew.builder]) crew.look(by);
    const lock = (by: AgentCaller) => crew.room.run({ type: "takeLock", by, patterns: ["src/**"], wait: true });
    lock(crew.planner);
    lock(crew.builder);
    crew.room.run({ type: "releaseLock", by: crew.planner, lockId: 1, reason: "" });
    expect(crew.open).toMatchObject([{ from: null, subject: "Lock 2 is yours: src/**" }]);
    crew.room.pass(MINUTE).tick();
    expect(crew.open).toMatchObject([{ isLate: true }]);
    crew.room.pass(MINUTE).tick();
    expect(crew.room.log.filter(({ type }) => type === "message.late")).toHaveLength(1);
    crew.room.run({ type: "leaveRoom", by: crew.builder, reason: "" });
    expect(crew.open).toEqual([]);
    expect(faultsOf(crew.room.log)).toEqual([]);
  });

  it("of low priority interrupts nobody, critical and high do at once, medium after a tool", () => {
    const crew = new Crew();
    const sent = (["low", "medium", "high", "critical"] as const).map((priority) =>
      crew.send(crew.builder, "planner", { priority }),
    );
    const [, medium, high, critical] = sent;
    const view = crew.room.view;
    const sorted = (ids: readonly string[]) => [...ids].sort();
    const now = [medium, high, critical] as MessageId[];
    expect(sorted(mailNow(view, crew.planner.id))).toEqual(sorted(now));
    expect(sorted(mailAtOnce(view, crew.planner.id))).toEqual(sorted(now.slice(1)));
    crew.look(crew.planner);
    expect(mailNow(crew.room.view, crew.planner.id)).toEqual([]);
    expect(crew.open).toEqual([]);
  });
});

describe("an answer that is needed", () => {
  it("ends the wait, whoever of the role gives it", () => {
    const crew = new Crew();
    const question = crew.send(crew.builder, "reviewer", { kind: "question", responseS: 600 });
    crew.look(crew.reviewer);
    expect(crew.open).toMatchObject([{ responseBy: crew.room.now + 600 * SECOND }]);
    crew.send(crew.planner, "builder", { repliesTo: question });
    expect(crew.open.map(({ id }) => id)).toContain(question);
    crew.send(crew.reviewer, "builder", { repliesTo: question });
    expect(crew.open.map(({ id }) => id)).not.toContain(question);
    crew.room.pass(60 * MINUTE).tick();
    expect(crew.asked).toEqual([]);
  });

  it("is raised once when it is overdue, and its receiver finds the message again; then a person is asked, once", () => {
    const crew = new Crew();
    const id = crew.send(crew.builder, "reviewer", { kind: "question", responseS: 600 });
    crew.look(crew.reviewer);
    const mail = () => crew.room.view.agents[crew.reviewer.id]?.mail;
    expect(mail()).toEqual([]);
    crew.room.pass(600 * SECOND).tick();
    expect(crew.open).toMatchObject([{ id, priority: "high", overdueAt: null }]);
    expect(mail()).toEqual([id]);
    expect(crew.asked).toEqual([]);
    crew.room.pass(10 * MINUTE).tick();
    expect(crew.asked).toMatchObject([{ kind: "message_overdue", urgency: "high" }]);
    crew.room.pass(60 * MINUTE).tick();
    expect(crew.asked).toHaveLength(1);
    expect(crew.room.log.filter(({ type }) => type === "message.raised")).toHaveLength(1);
    expect(faultsOf(crew.room.log)).toEqual([]);
  });

  it("is no longer asked of a person once it comes", () => {
    const crew = overdue();
    const [{ id } = { id: null }] = crew.open;
    crew.send(crew.reviewer, "builder", { repliesTo: id });
    expect(crew.asked).toEqual([]);
    expect(crew.room.view.moot).toMatchObject([{ state: "withdrawn" }]);
  });

  it("may be a person's, which reaches who asked", () => {
    const crew = overdue();
    crew.answer("answer", "Trust theirs.");
    const [message] = crew.room.view.agents[crew.builder.id]?.mail ?? [];
    const sent = crew.room.log.find((event) => event.type === "message.sent" && event.data.message.id === message);
    expect(sent?.data).toMatchObject({ message: { body: "Trust theirs." } });
    expect([crew.open, crew.asked]).toEqual([[], []]);
  });

  it("has ten minutes more where a person waits longer, and is asked for again without being raised again", () => {
    const crew = overdue();
    crew.answer("wait");
    expect(crew.asked).toEqual([]);
    crew.room.pass(10 * MINUTE - 1).tick();
    expect(crew.asked).toEqual([]);
    crew.room.pass(1).tick();
    expect(crew.asked).toHaveLength(1);
    expect(crew.room.log.filter(({ type }) => type === "message.raised")).toHaveLength(1);
    expect(faultsOf(crew.room.log)).toEqual([]);
  });

  it("is no longer waited for once who asked has left", () => {
    const crew = overdue();
    crew.room.run({ type: "leaveRoom", by: crew.builder, reason: "" });
    expect([crew.open, crew.asked]).toEqual([[], []]);
  });

  it.each([
    ["responseS", { responseS: 60 }],
    ["waits", { waits: true }],
    ["priority", { priority: "high" }],
    ["kind", { kind: "request" }],
    ["kind", { kind: "question" }],
  ])("is for agents: a person is asked in another way, not with %s", (field, more) => {
    const crew = new Crew();
    const to = { kind: "user" as const };
    const said = { ...crew.message(crew.builder, "reviewer"), to };
    expect(crew.room.refused({ ...said, ...more } as never)).toMatchObject({
      code: "person_not_asked",
      details: { field: `body.${field}` },
    });
    crew.room.run({ ...said, kind: "notification" });
  });

  it("is none of a notification: that has no answer", () => {
    const crew = new Crew();
    const said = { ...crew.message(crew.builder, "reviewer"), kind: "notification" as const };
    expect(crew.room.refused({ ...said, responseS: 60 })).toMatchObject({
      code: "bad_request",
      message: expect.stringMatching(/^A notification has no answer\. Leave out `responseS`, or send/),
    });
    expect(crew.room.refused({ ...said, waits: true })).toMatchObject({
      details: { field: "body.waits" },
    });
    crew.room.run(said);
  });
});

describe("a subject on which the word goes to and fro", () => {
  it("is a question where it needs an answer and nobody says what it is", () => {
    const crew = new Crew();
    crew.send(crew.builder, "reviewer", { responseS: 60 });
    expect(crew.room.log.findLast(({ type }) => type === "message.sent")?.data).toMatchObject({
      message: { kind: "question" },
    });
  });

  it("is stopped after the seventh turn without a change of state, and a person settles it for both", () => {
    const crew = circling();
    expect(crew.asked).toMatchObject([{ kind: "message_loop", subject: { about: "Rounding" } }]);
    const again = crew.message(crew.builder, "planner", { subject: "Re: rounding" });
    expect(crew.room.refused(again)).toMatchObject({
      code: "thread_stopped",
      message: expect.stringContaining("have gone in circles about “Rounding” for 7 turns"),
    });
    crew.send(crew.builder, "planner", { subject: "Something else" });
    crew.answer("answer", "Half even.");
    expect(crew.asked).toEqual([]);
    for (const { id } of [crew.builder, crew.planner])
      expect(crew.room.view.agents[id]?.mail.length).toBeGreaterThan(0);
    crew.send(crew.builder, "planner", { subject: "Rounding" });
    expect(faultsOf(crew.room.log)).toEqual([]);
  });

  it("has six turns more where a person lets them go on", () => {
    const crew = circling();
    crew.answer("wait");
    turns(crew, TURNS_MAX, "planner");
    expect(crew.asked).toEqual([]);
    turns(crew, 1, "planner");
    expect(crew.asked).toHaveLength(1);
  });

  it("is followed by its answers, too", () => {
    const crew = new Crew();
    let repliesTo: MessageId | null = null;
    for (let n = 0; n < TURNS_MAX + 1; n++) {
      const [by, to] = n % 2 === 0 ? [crew.builder, "planner"] : [crew.planner, "builder"];
      repliesTo = crew.send(by, to, { repliesTo, subject: `Line ${n}` });
    }
    expect(crew.asked).toMatchObject([{ kind: "message_loop" }]);
  });

  it("begins anew once one of both does something", () => {
    const crew = new Crew();
    turns(crew, TURNS_MAX);
    crew.room.say("Refunds.");
    crew.room.claim(crew.planner);
    turns(crew, TURNS_MAX);
    expect(crew.asked).toEqual([]);
  });

  it("is none where one of both only tells", () => {
    const crew = new Crew();
    for (let n = 0; n < 20; n++) crew.send(crew.builder, "planner", { subject: "Progress" });
    expect(crew.asked).toEqual([]);
  });
});

it("whatever is said, read, answered and left waiting: each is raised once, asked about once, and never forgotten", () => {
  const seen = new Set<string>();
  const acts = fc.array(fc.tuple(fc.nat(7), fc.nat(2), fc.nat(2), fc.nat(3)), {
    minLength: 20,
    maxLength: 60,
    size: "max",
  });
  fc.assert(
    fc.property(acts, (chosen) => {
      const crew = new Crew();
      const agents = [crew.planner, crew.builder, crew.reviewer];
      for (const [act, who, whom, what] of chosen) step(crew, agents, act, who, whom, what);
      for (const { type } of crew.room.log) seen.add(type);
      expect(faultsOf(crew.room.log)).toEqual([]);
      // Time alone leads to a person, for all that still waits.
      crew.room.pass(60 * MINUTE).tick();
      crew.room.pass(60 * MINUTE).tick();
      const { open, threads } = crew.room.view.openMessages;
      const stopped = threads.filter(({ stoppedAt }) => stoppedAt !== null);
      const covered = stopped.flatMap(({ messages }) => messages);
      const waiting = open.filter((one) => one.responseBy !== null && !covered.includes(one.id));
      const about = crew.asked.flatMap(({ subject }) => (subject.kind === "message" ? [subject.messageId] : []));
      expect(about.sort()).toEqual([...waiting, ...stopped].map(({ id }) => id).sort());
      expect(faultsOf(crew.room.log)).toEqual([]);
    }),
    { numRuns: 300, seed: 4 },
  );
  const types = ["late", "raised", "overdue", "extended", "closed"].map((one) => `message.${one}`);
  expect([...seen]).toEqual(expect.arrayContaining(types));
});

function step(crew: Crew, agents: readonly AgentCaller[], act: number, who: number, whom: number, what: number): void {
  const by = agents[who] as AgentCaller;
  const to = ["planner", "builder", "reviewer"][whom] as string;
  const { room } = crew;
  const repliesTo = crew.open[what]?.id ?? null;
  if (act < 2) room.try(crew.message(by, to, { responseS: [30, 300, 900, 3_000][what] as number }));
  else if (act === 2) room.try(crew.message(by, to, { subject: "Rounding", repliesTo }));
  else if (act === 3) room.try(crew.message(by, to, { repliesTo }));
  else if (act === 4) crew.look(by);
  else if (act === 5) room.pass(([60, 300, 900, 3_600][what] ?? 1) * SECOND).tick();
  else {
    const [decision] = crew.asked;
    if (decision) crew.answer(["answer", "wait", "close"][whom] as string, "Half even.");
  }
}

function overdue(): Crew {
  const crew = new Crew();
  crew.send(crew.builder, "reviewer", { kind: "question", responseS: 600 });
  crew.look(crew.reviewer);
  crew.room.pass(600 * SECOND).tick();
  crew.room.pass(600 * SECOND).tick();
  expect(crew.asked).toHaveLength(1);
  return crew;
}

function turns(crew: Crew, count: number, first: "builder" | "planner" = "builder"): void {
  for (let n = 0; n < count; n++) {
    const isFirst = n % 2 === 0;
    const from = isFirst === (first === "builder") ? "builder" : "planner";
    const to = from === "builder" ? "planner" : "builder";
    crew.send(crew[from], to, { subject: "Rounding" });
  }
}

function circling(): Crew {
  const crew = new Crew();
  turns(crew, TURNS_MAX + 1);
  return crew;
}
