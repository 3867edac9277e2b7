import { describe, expect, it } from "vitest";
import type { TaskKind } from "../delivery/ends.ts";
import { DeliveryFacts } from "../delivery/facts.ts";
import { kindOf } from "../handoff/ends.ts";
import { roleName, taskId } from "../kernel/ids.ts";
import type { HeldTask } from "../task/task.ts";
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
  T0,
} from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { allowedHandoffs } from "./deliver.ts";
import { deliveryText } from "./delivery.ts";
import { factsOf } from "./facts.ts";
import { inline } from "./markdown.ts";

/** Numbered words: each text of others is one that occurs nowhere else. */
function marks() {
  let count = 0;
  return () => `mark${++count}x`;
}

/** Text and facts of one delivery in which everything that may be said is said. */
function aFullDelivery() {
  const mark = marks();
  const file = () => ({ id: mark(), name: mark(), type: "text/plain", size: 5, sha256: "0" });
  const builder = anAgent();
  const planner = anAgent({ id: anId(101) as never, name: mark(), role: roleName("planner") });
  const task = {
    ...aTask({
      title: mark(),
      instruction: mark(),
      attempts: 1,
      requires: [taskId("DEV-000")],
      boundaries: { allowed: [mark()], forbidden: [mark()] },
      outputs: [mark()],
      successCriteria: [mark()],
      createdBy: { kind: "agent", id: planner.id, name: planner.name, role: planner.role },
      said: {
        seq: 1,
        repliesTo: null,
        attachments: [file()],
        answered: [
          {
            messageId: anId(301) as never,
            taskId: null,
            text: mark(),
            at: T0,
            from: { agentId: null, name: mark(), role: roleName("builder") },
          },
        ],
      },
      lastEnd: { how: "failed", reason: mark(), at: T0 },
      progress: {
        percent: 40,
        action: mark(),
        completed: [mark()],
        remaining: [mark()],
        at: T0,
        artifacts: [{ path: mark(), status: "created" }],
        checks: [{ name: mark(), passed: false, value: 2 }],
      },
    }),
    lease: aLease(),
  } satisfies HeldTask;
  const room = aRoom("squad", {
    agents: agentsById([planner, builder]),
    tasks: [task, aTask({ id: taskId("REVIEW-009"), waitsFor: [task.id] })],
  });
  const result = aResult({
    summary: mark(),
    keyDecisions: [mark()],
    warnings: [mark()],
    criteria: [{ criterion: mark(), met: true, note: mark() }],
    artifacts: [{ path: mark(), status: "modified", lines: 3 }],
  });
  const from = { kind: "person" as const, id: LEAD.id, name: mark() };
  const input = {
    room,
    task,
    agent: builder,
    handoffs: allowedHandoffs(room, task, builder),
    origin: aMessage({ body: mark(), from, attachments: [file()] }),
    recent: [{ taskId: "DEV-000", title: mark(), summary: mark() }],
    earlier: [
      anEarlier({
        result,
        isMessage: false,
        title: mark(),
        instruction: mark(),
        by: mark(),
        createdBy: { kind: "person", id: LEAD.id, name: mark() },
        boundaries: { allowed: [mark()], forbidden: [mark()] },
        outputs: [mark()],
        successCriteria: [mark()],
      }),
    ],
  };
  const keys = { handoff: "a", done: "b", fail: "c" };
  return {
    text: deliveryText({ ...input, messages: [], keys, now: T0 }),
    facts: factsOf(input),
    // The delivery's own members, beside the facts.
    own: [task.title, task.instruction, ...task.successCriteria],
  };
}

/** What the agent reads, and what a program reads, of the task in its hand. */
function read(driver: Driver, task: HeldTask) {
  const { room, now } = driver;
  const agent = room.agents[task.lease.agentId];
  if (!agent) throw new Error("nobody holds it");
  const handoffs = allowedHandoffs(room, task, agent);
  const input = { room, task, agent, handoffs, origin: null, recent: [], earlier: [] };
  const keys = { handoff: "a", done: "b", fail: "c" };
  return {
    text: deliveryText({ ...input, messages: [], keys, now }),
    facts: factsOf(input),
  };
}

function heldBy(driver: Driver, id: string): HeldTask {
  const task = driver.room.tasks.find(({ lease }) => lease?.agentId === id);
  if (!task?.lease) throw new Error("it holds nothing");
  return { ...task, lease: task.lease };
}

describe("the facts of a delivery", () => {
  it("have each text that others wrote and that the agent reads", () => {
    const { text, facts, own } = aFullDelivery();
    const said = JSON.stringify([facts, own]);
    const read = new Set(text.match(/mark\d+x/g));
    expect(read.size).toBeGreaterThan(25);
    expect([...read].filter((mark) => !said.includes(`"${mark}"`))).toEqual([]);
  });

  it("have nothing of earlier attempts that the agent doesn't read", () => {
    const { text, facts } = aFullDelivery();
    const said = JSON.stringify(facts.previous).match(/mark\d+x/g) ?? [];
    expect(said.length).toBeGreaterThan(5);
    expect(said.filter((mark) => !text.includes(mark))).toEqual([]);
    expect(text).toMatch(/- Check mark\d+x: failed, 2/);
  });

  it("have the limits of time, whom it comes from, what waits for it, and its ends, as the text has them", () => {
    const { text, facts } = aFullDelivery();
    const { deadlineAt, leaseS, from, fromTaskId, waitedForBy, intent, ends } = facts;
    expect(text).toContain(`Due ${new Date(deadlineAt).toISOString().slice(0, 16)}Z`);
    expect(text).toContain(`Your claim ends after ${leaseS / 60} min without a call.`);
    expect(text).toContain(`From ${inline(from.name)} (${from.role}): ${intent}, from ${fromTaskId}.`);
    expect(waitedForBy).toEqual([{ taskId: "REVIEW-009", role: "builder" }]);
    const commands = [...text.matchAll(/squadroom handoff (\S+) --intent (\w+)/g)];
    expect(commands.map(([, to, as]) => `${to} ${as}`)).toEqual(
      ends.flatMap((end) => (end.action === "handOff" ? [`${end.to} ${end.intent}`] : [])),
    );
    expect(ends[0]).toEqual({ action: "completeTask", effect: "ends" });
    expect(text.indexOf("squadroom done")).toBeLessThan(text.indexOf("squadroom handoff"));
  });

  it("fit their schema, whatever the kind of task", () => {
    const driver = new SessionDriver();
    const seen = new Map<TaskKind, DeliveryFacts>();
    const look = (id: string) => {
      const task = heldBy(driver, id);
      const { facts } = read(driver, task);
      seen.set(kindOf(driver.room, task), DeliveryFacts.parse(facts));
    };
    const { planner, builder, reviewer } = driver;
    driver.say("Do it, @builder.");
    driver.claim(planner);
    look(planner.id);
    driver.run(driver.handOff(planner, "builder", "question"));
    driver.claim(builder);
    look(builder.id);
    driver.run(driver.handOff(builder, "planner", "answer"));
    driver.claim(planner);
    look(planner.id);
    driver.run(driver.handOff(planner, "user", "deliver"));
    driver.toPlan();
    driver.choose("plan", "approve");
    driver.claim(builder);
    look(builder.id);
    driver.submit("wrote it");
    driver.claim(reviewer);
    look(reviewer.id);
    driver.judge({ passed: false, mustFix: ["the key"] });
    driver.claim(builder);
    const own = read(driver, heldBy(driver, builder.id)).facts;
    expect(seen.get("message")?.mentions).toEqual(["builder"]);
    expect(seen.get("question")?.ends[0]).toMatchObject({ to: "planner", intent: "answer" });
    expect(seen.get("answer")?.ends[0]).toMatchObject({ to: "user", intent: "deliver" });
    expect(seen.get("plan")?.ends.map(({ action }) => action)).toEqual(["completeTask", "failTask"]);
    expect(seen.get("review")).toMatchObject({
      reply: { type: "review", schema: { type: "object" } },
      review: { round: 1, by: "Bo", result: { summary: "wrote it" } },
    });
    expect(own.review).toMatchObject({ verdicts: [{ passed: false, mustFix: ["the key"] }] });
  });

  it("say whom the user named", () => {
    const driver = Driver.room("squad");
    const pia = driver.join("Pia", "planner");
    driver.join("Bo", "builder");
    driver.say("Fix the login, @builder.");
    driver.claim(pia);
    const { text, facts } = read(driver, heldBy(driver, pia.id));
    expect(text).toContain("- The user named the builder: pass it there if that fits, or say why not.");
    expect(facts.mentions).toEqual(["builder"]);
  });
});
