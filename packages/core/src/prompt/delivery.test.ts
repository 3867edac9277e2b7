import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { possibleEnds } from "../handoff/ends.ts";
import { type Fence, roleName, taskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import {
  agentsById,
  aLease,
  aMessage,
  anAgent,
  anEarlier,
  anId,
  aResult,
  aRoom,
  aTask,
  LEAD,
  MINUTE,
  T0,
} from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { allowedActions, allowedHandoffs } from "./deliver.ts";
import { type DeliveryInput, deliveryText } from "./delivery.ts";

// Properties take their time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const keys = { handoff: anId(901), done: anId(902), fail: anId(903) };

const builder = anAgent();
const planner = anAgent({ id: anId(101) as never, name: "Pia", role: roleName("planner") });
const reviewer = anAgent({ id: anId(102) as never, name: "Rex", role: roleName("reviewer") });

type Input = Omit<DeliveryInput, "handoffs">;

const textOf = (input: Input) =>
  deliveryText({ ...input, handoffs: allowedHandoffs(input.room, input.task, input.agent) });

/** A builder's first attempt at a handed-off task, everyone there. */
function aDelivery(more: Partial<Input> = {}): Input {
  const task = { ...aTask({ state: "claimed" }), lease: aLease() };
  const room = aRoom("squad", {
    agents: agentsById([planner, builder, reviewer]),
    tasks: [task],
  });
  return {
    room,
    task,
    agent: builder,
    origin: aMessage(),
    earlier: [anEarlier({ result: aResult({ summary: task.instruction }) })],
    messages: [],
    recent: [],
    keys,
    now: T0,
    ...more,
  };
}

describe("the delivery of a task", () => {
  it("reads as reviewed: a handed-off task with everyone there", async () => {
    await expect(textOf(aDelivery())).toMatchFileSnapshot("snapshots/delivery-handed-off.md");
  });

  it.each([
    ["cli", "squadroom send --wait <<", "`squadroom lock --wait PATTERN`"],
    ["rest", '{"body":"what you need to know, and why","waits":true}', "`POST …/locks with wait`"],
    ["mcp", 'send_message {"body":"what you need', "`lock_paths` with `wait`"],
  ] as const)(
    "says at the door %s how to wait for the coordinator, and to lock where others are at work",
    (door, asks, locks) => {
      const own = { ...aTask({ state: "claimed" }), lease: aLease() };
      const other = aTask({
        id: taskId("REVIEW-001"),
        role: roleName("reviewer"),
        state: "claimed",
        lease: aLease({ agentId: reviewer.id }),
      });
      const agents = agentsById([planner, builder, reviewer]);
      const textAt = (agent: typeof builder, tasks: (typeof own | typeof other)[]) =>
        textOf(
          aDelivery({
            agent: door === "cli" ? agent : { ...agent, door },
            room: aRoom("squad", { agents, tasks }),
            task: own,
          }),
        );
      expect(textAt(builder, [own])).toContain(asks);
      expect(textAt(builder, [own])).not.toContain(locks);
      expect(textAt(builder, [own, other])).toContain(locks);
      const coordinator = { ...own, role: planner.role, lease: aLease({ agentId: planner.id }) };
      expect(textAt(planner, [coordinator])).not.toContain(asks);
    },
  );

  it("reads as reviewed: a user's message to a planner who is alone", async () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    driver.say("What does the sign-in do after five wrong passwords?");
    const task = driver.claim(pia);
    const agent = driver.view.agents[pia.id];
    if (!agent) throw new Error("Pia is there");
    const origin = aMessage({ body: task.instruction });
    const text = textOf({
      ...aDelivery({ earlier: [], origin }),
      room: driver.room,
      task,
      agent,
    });
    await expect(text).toMatchFileSnapshot("snapshots/delivery-user-message.md");
  });

  it("says when a person is asked what nobody is there to answer, and so it happens", () => {
    const driver = Driver.room("squad");
    const ben = driver.join("Ben", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    driver.claim(ben);
    const to = { kind: "role", role: roleName("planner") };
    const asks = { to, body: "Which one?", repliesTo: null, waits: true };
    driver.run({ type: "sendAgentMessage", by: ben, ...asks } as never);
    const { length } = driver.log;
    driver.pass(2 * MINUTE - 1).tick();
    const typesSince = () => driver.log.slice(length).map(({ type }) => type);
    expect(typesSince()).not.toContain("message.overdue");
    driver.pass(1).tick();
    expect(typesSince()).toContain("message.overdue");
  });

  it("says why a variant is in force, and of the entry point only what it can do", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    const ben = driver.join("Ben", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    const task = driver.claim(ben);
    const read = () => {
      const agent = driver.view.agents[ben.id];
      if (!agent) throw new Error("Ben is there");
      return textOf({ ...aDelivery({ earlier: [] }), room: driver.room, task, agent });
    };
    expect(read()).toContain(
      "**planner_builder** is in force (planner reviews), because planner is available, and reviewer isn't: ",
    );
    const away = [
      " No planner is connected: variant and chain always count it in.\n",
      "to ask the planner and wait for the answer (no planner is connected: it waits for one, and after 2 min a person is asked), and",
    ];
    for (const words of away) expect(read()).not.toContain(words);
    driver.run({ type: "leaveRoom", by: pia, reason: "" });
    expect(read()).toContain("**planner_builder** is in force, because nobody else is available: ");
    for (const words of away) expect(read()).toContain(words);
    const { team } = teamOf({ ...draftOf(presetTeam("squad")), entryFallback: true });
    if (!team) throw new Error("it is a team");
    const { teamVersion: version } = driver.room;
    driver.run({ type: "changeTeam", by: LEAD, team, version, remap: {} });
    expect(read()).toContain("builder acts as planner), because nobody else is available: ");
  });

  it("reads as reviewed: a later attempt with limits, criteria, mail, history and work that exists", async () => {
    const task = {
      ...aTask({
        state: "in_progress",
        attempts: 1,
        timeoutS: 5400,
        requires: [taskId("DEV-000")],
        boundaries: { allowed: ["src/**", "test/**"], forbidden: ["src/legacy/**"] },
        outputs: ["src/rate-limit.ts"],
        successCriteria: ["tests pass", "the sixth attempt answers 429"],
        lastEnd: {
          how: "expired",
          reason: "No sign of life from Ben for 1800 s.",
          at: T0 - 5 * MINUTE,
        },
        progress: {
          percent: 40,
          action: "writing the limiter",
          completed: ["read the route"],
          remaining: ["tests"],
          artifacts: [{ path: "src/rate-limit.ts", status: "created", lines: 80 }],
          at: T0 - 40 * MINUTE,
        },
      }),
      lease: aLease(),
    };
    const check = aTask({
      id: taskId("REVIEW-004"),
      role: roleName("reviewer"),
      waitsFor: [task.id],
      requires: [task.id],
    });
    const result = aResult({
      summary: "Split into limiter and documentation.",
      keyDecisions: ["count by address, not by account"],
      artifacts: [{ path: "docs/limits.md", status: "modified" }],
      warnings: ["the proxy hides addresses"],
      criteria: [{ criterion: "scope is clear", met: true, note: "agreed with Lea" }],
    });
    const delivery = aDelivery({
      task,
      earlier: [anEarlier({ result })],
      messages: [{ from: "Rex", body: "Mind the proxy.", at: T0 - MINUTE }],
      recent: [{ taskId: "DEV-000", title: "Add the route", summary: "POST /sign-ins answers 200." }],
    });
    delivery.room = aRoom("squad", {
      agents: agentsById([planner, builder, reviewer]),
      tasks: [task, check],
    });
    await expect(textOf(delivery)).toMatchFileSnapshot("snapshots/delivery-resumed.md");
  });

  it("says of each message whether its priority is high", () => {
    const mail = { from: "Rex", body: "Mind the proxy.", at: T0 };
    const messages = [{ ...mail, urgent: true }, mail];
    const leads = textOf(aDelivery({ messages })).match(/^Rex, .*:$/gm);
    expect(leads).toEqual([expect.stringMatching(/Z, high:$/), expect.stringMatching(/Z:$/)]);
  });

  it("says of each message what it answers, how it is answered, and when that is due or was", () => {
    const mail = { id: "m-1", from: "Rex", body: "Which one?", at: T0 };
    const of = (more: object) => textOf(aDelivery({ messages: [{ ...mail, ...more }] }));
    const how = "`squadroom send --reply-to m-1`";
    expect(of({ answers: "Which API?" })).toContain("in answer to “Which API?”:");
    expect(of({ kind: "question" })).toContain(`Answer with ${how}.`);
    expect(of({ kind: "question", taskId: "DEV-009" })).toContain(", question, on DEV-009:");
    expect(of({ taskId: "DEV-009" })).not.toContain("DEV-009");
    expect(of({ kind: "notification" })).not.toContain("--reply-to m-1");
    expect(of({ kind: "request", from: "Squadroom" })).not.toContain("--reply-to m-1");
    const due = { kind: "question", responseBy: T0 + 30_000, priority: "high" };
    const at = `${new Date(T0 + 30_000).toISOString().slice(0, 19)}Z`;
    expect(of(due)).toContain(`It needs your answer by ${at}: ${how}. You keep your task.`);
    const over = of({ ...due, isOverdue: true });
    expect(over).toContain(`Your answer was due at ${at}. Answer now: ${how}. You keep your task.`);
    expect(over).toContain(", question, high, overdue:");
  });

  it("reads as reviewed: a pair whose reviewer left after the delivery", async () => {
    const lease = aLease({ variant: "builder_reviewer", targets: [roleName("reviewer"), "user"] });
    const task = {
      ...aTask({
        origin: { kind: "user_message", messageId: null },
        intent: null,
        fromTaskId: null,
      }),
      lease,
    };
    const gone = {
      ...reviewer,
      online: false,
      offlineSince: T0 - 3 * MINUTE,
      offlineReason: "silent" as const,
    };
    const room = aRoom("pair", { agents: agentsById([builder, gone]), tasks: [task] });
    await expect(textOf(aDelivery({ room, task, earlier: [] }))).toMatchFileSnapshot(
      "snapshots/delivery-pair-alone.md",
    );
  });

  it("brings the user's message only where the instruction is another text", () => {
    expect(textOf(aDelivery())).toContain("## The user's message");
    const { instruction } = aTask();
    expect(textOf(aDelivery({ origin: aMessage({ body: instruction }) }))).not.toContain("## The user's message");
    expect(textOf(aDelivery({ origin: null }))).not.toContain("## The user's message");
  });

  it("brings the question with its answer", () => {
    const driver = Driver.room("duo");
    const pia = driver.join("Pia", "planner");
    const read = () => {
      const task = driver.claim(pia);
      const agent = driver.view.agents[pia.id];
      if (!agent) throw new Error("Pia is there");
      const none = { origin: null, earlier: [] };
      return textOf({ ...aDelivery(none), room: driver.room, task, agent });
    };
    driver.say("Open the port.");
    expect(read()).not.toContain("it answers");
    driver.run(driver.handOff(pia, "user", "question", { message: "Which one?\n80 or 8080?" }));
    driver.say("8080.");
    expect(read()).toMatch(
      /## The question it answers\n\nPia \(planner\) asked, .+:\n\n```text\nWhich one\?\n80 or 8080\?\n```\n\n## Instruction\n\n```text\n8080\.\n/,
    );
    driver.run(driver.handOff(pia, "user", "deliver"));
    driver.say("Thanks.");
    expect(read()).not.toContain("it answers");
  });

  it("says the sender's summary once when the instruction is the same text", () => {
    const { instruction } = aTask();
    expect(textOf(aDelivery()).split(instruction)).toHaveLength(2);
    const earlier = [anEarlier({ result: aResult({ summary: "Other." }) })];
    expect(textOf(aDelivery({ earlier }))).toContain("## Result of PLAN-001");
  });

  it("names in one line the roles of a large team that may get the same, at each door", () => {
    const names = presetTeam("lifecycle").roles.map(({ name }) => name);
    const workers = names.filter((name) => name !== "coordinator");
    const read = (door: "cli" | "rest" | "mcp") => {
      const driver = Driver.room(presetTeam("lifecycle"));
      for (const name of workers) driver.join(`${name} one`, name);
      const lead = driver.join("Cora", "coordinator");
      driver.say("Do it.");
      const task = driver.claim(lead);
      const own = anAgent({ id: lead.id as never, role: roleName("coordinator") });
      const agent = door === "cli" ? own : { ...own, door };
      return textOf(aDelivery({ room: driver.room, task, agent, earlier: [] }));
    };
    const listed = (some: readonly string[]) => `${some.slice(0, -1).join(", ")} or ${some.at(-1)}`;
    // The expected way is to the first of them.
    const getters = { work: workers.slice(1), question: workers, findings: workers };
    const cli = read("cli");
    expect(cli).toContain("\nsquadroom handoff analyst --intent work <<");
    expect(cli.match(/squadroom handoff/g)).toHaveLength(6);
    for (const [intent, some] of Object.entries(getters))
      expect(cli).toContain(`squadroom handoff ROLE --intent ${intent}\`, ROLE being ${listed(some)}: `);
    for (const door of ["rest", "mcp"] as const) {
      const text = read(door);
      expect(text.match(/"to":"ROLE"/g)).toHaveLength(3);
      for (const [intent, some] of Object.entries(getters))
        expect(text).toContain(`- ROLE with \`${intent}\`: ${listed(some)}.\n`);
    }
  });

  it("keeps a delivered target that the variant in force would not offer, while it is there", () => {
    const lease = aLease({ variant: "planner_builder", targets: [roleName("planner")] });
    const task = { ...aTask(), lease };
    const all = textOf(aDelivery({ task }));
    expect(all).toContain("squadroom handoff planner --intent work");
    expect(all).toContain("You got this task in **planner_builder**");
    const { room } = aDelivery();
    const away = { ...room, agents: agentsById([builder, reviewer]) };
    expect(textOf(aDelivery({ task, room: away }))).not.toContain("squadroom handoff planner");
  });

  it("says what to do while nobody is there who takes finished work", () => {
    const says = "Nobody who takes a finished result from you is available now.";
    expect(textOf(aDelivery())).not.toContain(says);
    const { room, task } = aDelivery();
    const left = { ...room, agents: agentsById([builder]) };
    expect(textOf(aDelivery({ room: left }))).toContain(says);
    const check = aTask({ id: taskId("REVIEW-004"), waitsFor: [task.id], requires: [task.id] });
    const awaited = { ...left, tasks: [...left.tasks, check] };
    expect(textOf(aDelivery({ room: awaited }))).not.toContain(says);
    const own = { ...aTask({ role: roleName("planner") }), lease: aLease({ targets: [] }) };
    const alone = { ...room, agents: agentsById([planner]), tasks: [own] };
    expect(textOf(aDelivery({ room: alone, task: own, agent: planner }))).not.toContain(says);
  });

  it("cannot be restructured by what others wrote", () => {
    const headings = (text: string) => outline(text).filter((line) => /^#/.test(line));
    const plain = headings(textOf(fullOf("x")));
    const unit = fc.constantFrom(
      "`",
      "```",
      "````",
      "\n",
      "\r",
      "\u2028",
      "# h",
      "## h",
      "~~~",
      "- ",
      "> ",
      " ",
      "a",
      "|",
    );
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1, maxLength: 30 }), (evil) => {
        expect(headings(textOf(fullOf(`x${evil}`))).length).toBe(plain.length);
      }),
    );
  });

  it("says which routes its holder may call", () => {
    const { room, task, agent } = aDelivery();
    const always = [
      "reportProgress",
      "reportError",
      "completeTask",
      "failTask",
      "askIntervention",
      "createTasks",
      "fanOut",
      "sendMessage",
    ];
    const actions = (of: Room) => allowedActions(task, possibleEnds(of, task, agent.role)).sort();
    const withoutDone = always.filter((action) => action !== "completeTask");
    expect(actions(room)).toEqual(["handOff", ...withoutDone].sort());
    expect(actions({ ...room, agents: agentsById([builder]) })).toEqual(withoutDone.sort());
    expect(allowedActions({ ...task, intent: "question" }, [])).not.toContain("fanOut");
  });
});

/** A delivery in which every text of others is this one. */
function fullOf(text: string): Input {
  const task = {
    ...aTask({
      title: text,
      instruction: text,
      createdBy: { kind: "agent", id: anId(101), name: text },
      boundaries: { allowed: [text], forbidden: [text] },
      outputs: [text],
      successCriteria: [text],
      lastEnd: { how: "failed", reason: text, at: T0 },
      progress: {
        action: text,
        completed: [text],
        remaining: [text],
        artifacts: [{ path: text, status: "created" }],
        at: T0,
      },
    }),
    lease: aLease({ fence: 8 as Fence }),
  };
  return aDelivery({
    task,
    origin: aMessage({ body: `${text}!`, from: { kind: "person", id: anId(2), name: text } }),
    earlier: [
      anEarlier({
        instruction: `${text}.`,
        isMessage: false,
        title: text,
        boundaries: { allowed: [text], forbidden: [text] },
        successCriteria: [text],
        result: aResult({ summary: `${text}?`, keyDecisions: [text], warnings: [text] }),
      }),
    ],
    messages: [{ from: text, body: text, at: T0 }],
    recent: [{ taskId: "DEV-000", title: text, summary: text }],
  });
}

/** The lines outside of fences, as CommonMark reads them. */
function outline(text: string): string[] {
  const lines: string[] = [];
  let open = 0;
  for (const line of text.split(/\r\n?|\n/)) {
    const run = /^(`{3,})([^`]*)$/.exec(line);
    const length = run?.[1]?.length ?? 0;
    if (open === 0 && length > 0) open = length;
    else if (open > 0 && length >= open && run?.[2]?.trim() === "") open = 0;
    else if (open === 0) lines.push(line);
  }
  expect(open).toBe(0);
  return lines;
}
