import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Decision, DecisionId } from "../decision/decision.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import { type Fence, type PersonId, roleName, type TaskId } from "../kernel/ids.ts";
import type { MessageKeeper } from "../message/command.ts";
import { anId, LEAD, MINUTE, SECOND, T0 } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import type { Answer, ModelAnswer, ModelTask, Role } from "../testing/model-task.fixture.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { TaskModel } from "../testing/task-model.fixture.ts";
import { MAX_ATTEMPTS, PRIORITIES, type Priority } from "./task.ts";

const TTL_S = 120;
const NAMES = ["Pia", "Ada", "Bob", "Max"] as const;
/** Max's credential is for both roles. */
const ROLES: Record<string, Role[]> = {
  Pia: ["planner"],
  Ada: ["builder"],
  Bob: ["builder"],
  Max: ["builder", "planner"],
};

const GIL = { id: anId(3) as PersonId, name: "Gil" };

interface DraftStep {
  role: Role;
  priority: Priority;
  timeoutS: number;
  requires: number[];
}

type Step =
  | { kind: "join"; who: number; role: number }
  | { kind: "leave" | "claim"; who: number }
  | {
      kind: "progress" | "complete" | "fail" | "ask";
      who: number;
      task: number | null;
      fence: number;
    }
  | { kind: "handOff"; who: number; task: number | null; fence: number; to: Role | "user" }
  | { kind: "release"; task: number | null; fence: number }
  | {
      kind: "create";
      drafts: DraftStep[];
    }
  | { kind: "cancel"; task: number | null; cascade: boolean }
  | { kind: "retry" | "front" | "undo"; task: number | null }
  | { kind: "answer"; task: number | null; about: "failure" | "question"; choice: ModelAnswer }
  | { kind: "say"; interrupt: boolean; keeper: number }
  | { kind: "edit" | "withdraw" | "messageToFront"; task: number | null; keeper: number }
  | { kind: "pass"; ms: number };

const who = fc.nat(NAMES.length - 1);
/** Mostly the task that the step is about: in the agent's hand, failed, claimed; else any. */
const task = fc.option(fc.nat(11), { freq: 2, nil: null });
/** 0 is the newest fence of the task; others are older ones, or its neighbours'. */
const fence = fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.nat(6));
const draft = fc.record({
  role: fc.constantFrom<Role>("planner", "builder"),
  priority: fc.constantFrom(...PRIORITIES),
  timeoutS: fc.constantFrom(60, 300, 3600),
  requires: fc.array(fc.nat(13), { maxLength: 2 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("join" as const), who, role: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("leave" as const), who }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant("claim" as const), who }) },
  {
    weight: 7,
    arbitrary: fc.record({
      kind: fc.constantFrom("progress" as const, "complete" as const, "fail" as const, "ask" as const),
      who,
      task,
      fence,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("handOff" as const),
      who,
      task,
      fence,
      to: fc.constantFrom<Role | "user">("planner", "builder", "user"),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("release" as const), task, fence }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("create" as const),
      drafts: fc.array(draft, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("cancel" as const), task, cascade: fc.boolean() }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("retry" as const, "front" as const, "undo" as const),
      task,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("answer" as const),
      task,
      about: fc.constantFrom("failure" as const, "question" as const),
      choice: fc.constantFrom<ModelAnswer>("retry", "retry", "answer", "answer", "cancel"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("say" as const),
      interrupt: fc.boolean(),
      keeper: fc.nat(1),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("edit" as const, "withdraw" as const, "messageToFront" as const),
      task,
      keeper: fc.nat(2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("pass" as const),
      ms: fc.constantFrom(1, SECOND, MINUTE, TTL_S * SECOND, 10 * MINUTE),
    }),
  },
);

/** One step, done to the model and to the room. */
class StepCommand implements fc.Command<TaskModel, Driver> {
  constructor(private readonly step: Step) {}
  check = () => true;
  toString = () => JSON.stringify(this.step);

  run(model: TaskModel, driver: Driver): void {
    const { answer, command } = translate(this.step, model, driver);
    const before = driver.log.length;
    const ruling = driver.try(command);
    expect(ruling.ok ? "ok" : ruling.refusal.code).toBe(answer);
    if (!ruling.ok) expect(driver.log.length).toBe(before);
    compare(model, driver);
  }
}

/** What the model answers, and the same step as a command. */
function translate(one: Step, model: TaskModel, driver: Driver): { answer: Answer; command: Command } {
  const ids = [...model.tasks.keys()];
  const aimed = (n: number | null, suits: (t: ModelTask) => boolean) => {
    const found = [...model.tasks.values()].find(suits);
    return n === null && found ? (found.id as TaskId) : idAt(n ?? 0);
  };
  const idAt = (n: number) => (ids.length === 0 ? "DEV-999" : (ids[n % ids.length] ?? "DEV-999")) as TaskId;
  const fenceAt = (id: string, n: number) => {
    const fences = model.tasks.get(id)?.fences ?? [];
    return (n === 0 ? (fences.at(-1) ?? 1) : (fences.at(-1 - n) ?? model.fence + n)) as Fence;
  };
  switch (one.kind) {
    case "join": {
      const by = caller(one.who);
      const role = by.roles[one.role % by.roles.length] as Role & AgentCaller["roles"][number];
      const command: Command = { type: "join", by, role, class: "manual", harness: null };
      return { answer: model.join(by.name, role), command };
    }
    case "leave":
      return {
        answer: model.leave(nameAt(one.who)),
        command: { type: "leaveRoom", by: caller(one.who), reason: "" },
      };
    case "claim":
      return {
        answer: model.claim(nameAt(one.who)),
        command: { type: "claim", by: caller(one.who) },
      };
    case "progress":
    case "complete":
    case "fail":
    case "ask":
    case "handOff": {
      const by = caller(one.who);
      const taskId = aimed(one.task, (t) => t.holder === by.name);
      const at = { by, taskId, fence: fenceAt(taskId, one.fence) };
      if (one.kind === "handOff") {
        const intent = one.to === "user" ? "deliver" : "work";
        const command = driver.handOff(by, one.to, intent, { taskId, fence: at.fence });
        return { answer: model.handOff(by.name, taskId, at.fence, one.to), command };
      }
      if (one.kind === "ask") {
        return { answer: model.ask(by.name, taskId, at.fence), command: driver.ask(by, at) };
      }
      const answer = model[one.kind](by.name, taskId, at.fence);
      return { answer, command: endOf(one.kind, at) };
    }
    case "release": {
      const taskId = aimed(one.task, (t) => t.state === "claimed");
      const at = { taskId, fence: fenceAt(taskId, one.fence) };
      return {
        answer: model.release(taskId, at.fence),
        command: { type: "release", ...at, reason: "closed" },
      };
    }
    case "create": {
      const drafts = one.drafts.map((d) => ({
        ...d,
        requires: [...new Set(d.requires)].map(idAt),
      }));
      return { answer: model.create(drafts), command: driver.create(LEAD, drafts) };
    }
    case "cancel": {
      const taskId = aimed(one.task, (t) => t.waits.size > 0);
      const command: Command = {
        type: "cancelTask",
        by: LEAD,
        taskId,
        cascade: one.cascade,
        reason: "",
      };
      return { answer: model.cancel(taskId, one.cascade), command };
    }
    case "retry": {
      const taskId = aimed(one.task, (t) => t.state === "failed");
      return { answer: model.retry(taskId), command: { type: "retryTask", by: LEAD, taskId } };
    }
    case "front": {
      const taskId = aimed(one.task, (t) => t.state === "pending");
      return {
        answer: model.front(taskId),
        command: { type: "moveTaskToFront", by: LEAD, taskId },
      };
    }
    case "say": {
      const by = keeperAt(one.keeper);
      const body = `message ${model.tasks.size}`;
      const { interrupt } = one;
      const said = { body, repliesTo: null, priority: "medium" as const, interrupt };
      return {
        answer: model.say(by.name, body, interrupt),
        command: { type: "sendUserMessage", by: { id: by.id, name: by.name }, ...said },
      };
    }
    case "edit":
    case "withdraw":
    case "messageToFront": {
      const taskId = aimed(one.task, (t) => t.said !== null && t.state === "pending");
      return keeping(one.kind, keeperAt(one.keeper), taskId, model);
    }
    case "answer": {
      const taskId = aimed(one.task, (t) => t[one.about]?.state === "pending");
      const decision = decisionAbout(driver, taskId, one.about);
      const command = driver.answer(decision, one.choice, { note: "as agreed" });
      return { answer: model.answer(taskId, one.about, one.choice), command };
    }
    case "undo": {
      const taskId = aimed(one.task, (t) => t.failure?.isOpenToUndo === true);
      const command = driver.undo(decisionAbout(driver, taskId, "failure"));
      return { answer: model.undo(taskId), command };
    }
    case "pass":
      model.now += one.ms;
      driver.pass(one.ms);
      return { answer: model.tick(driver.graceUntil), command: { type: "tick" } };
  }
}

/** Two people who write, and the second of them as a lead. */
function keeperAt(n: number): MessageKeeper {
  return n === 0 ? { ...LEAD, isLead: false } : { ...GIL, isLead: n === 2 };
}

function keeping(
  kind: "edit" | "withdraw" | "messageToFront",
  by: MessageKeeper,
  taskId: TaskId,
  model: TaskModel,
): { answer: Answer; command: Command } {
  const body = `other words for ${taskId}`;
  if (kind === "edit")
    return {
      answer: model.edit(by, taskId, body),
      command: { type: "editMessage", by, taskId, body },
    };
  if (kind === "withdraw")
    return { answer: model.withdraw(by, taskId), command: { type: "withdrawMessage", by, taskId } };
  return {
    answer: model.messageToFront(by, taskId),
    command: { type: "moveMessageToFront", by, taskId },
  };
}

/** The latest decision about a task's failure, or about an agent's question. */
function decisionAbout(driver: Driver, taskId: TaskId, about: "failure" | "question"): Pick<Decision, "id"> {
  const kind = about === "failure" ? "task_failed" : "intervention";
  const opened = driver.log.flatMap((event) => (event.type === "decision.opened" ? event.data.decision : []));
  const found = opened.findLast(
    ({ subject, ...one }) => one.kind === kind && subject.kind === "task" && subject.taskId === taskId,
  );
  return found ?? { id: "never-asked" as DecisionId };
}

function endOf(kind: "progress" | "complete" | "fail", at: { by: AgentCaller; taskId: TaskId; fence: Fence }): Command {
  if (kind === "progress") return { type: "progress", ...at, progress: { percent: 10 } };
  if (kind === "complete") return { type: "complete", ...at, result: { summary: "done" }, next: false };
  return { type: "fail", ...at, reason: "no" };
}

function nameAt(n: number): string {
  return NAMES[n] ?? "Pia";
}

function caller(n: number): AgentCaller {
  const name = nameAt(n);
  return {
    id: anId(500 + n) as AgentCaller["id"],
    name,
    roles: (ROLES[name] ?? []).map(roleName),
    connection: null,
  };
}

/** The room says of every task what the model says. */
function compare(model: TaskModel, driver: Driver): void {
  const nameOf = (id: string | undefined) => (id === undefined ? null : NAMES[Number(id.slice(-3)) - 500]);
  const room = driver.view.tasks.map((t) => ({
    id: t.id as string,
    role: t.role as string,
    state: t.state as string,
    attempts: t.attempts,
    holder: nameOf(t.lease?.agentId),
    fence: t.lease?.fence ?? null,
    waits: [...t.waitsFor].sort() as string[],
    said: t.said && { by: t.createdBy.name, body: t.instruction },
  }));
  const expected = model.live().map((t) => ({
    id: t.id,
    role: t.role as string,
    state: t.state as string,
    attempts: t.attempts,
    holder: t.holder,
    fence: t.fence,
    waits: [...t.waits].sort(),
    said: t.said,
  }));
  const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
  expect(room.sort(byId)).toEqual(expected.sort(byId));
  const holders = room.flatMap((t) => t.holder ?? []);
  expect(new Set(holders).size).toBe(holders.length);
}

/** Every claim has a higher fence than the one before; every other act of a task names the fence it is held under. */
function checkFences(driver: Driver): void {
  const held = new Map<string, number>();
  let last = 0;
  for (const event of driver.log) {
    if (event.type === "task.claimed") {
      expect(event.data.fence).toBeGreaterThan(last);
      expect(held.has(event.data.taskId)).toBe(false);
      last = event.data.fence;
      held.set(event.data.taskId, last);
    } else if (event.type === "task.resumed") {
      expect(event.data.fence).toBeGreaterThan(last);
      expect(held.has(event.data.taskId)).toBe(true);
      last = event.data.fence;
      held.set(event.data.taskId, last);
    } else if (event.type === "task.started" || event.type === "task.progressed") {
      expect(event.data.fence).toBe(held.get(event.data.taskId));
    } else if (
      event.type === "task.completed" ||
      event.type === "task.released" ||
      event.type === "task.attempt_ended"
    ) {
      expect(event.data.fence).toBe(held.get(event.data.taskId));
      held.delete(event.data.taskId);
    } else if (event.type === "handoff.delivered") {
      expect(event.data.fromFence).toBe(held.get(event.data.fromTaskId));
      held.delete(event.data.fromTaskId);
    } else if (event.type === "task.cancelled") {
      for (const id of [event.data.taskId, ...event.data.cascade]) held.delete(id);
    }
  }
}

describe("the task machine", () => {
  it("answers every history of commands as its model does", () => {
    const reached = new Set<string>();
    fc.assert(
      fc.property(
        fc.commands([step.map((one) => new StepCommand(one))], { maxCommands: 60, size: "max" }),
        (commands) => {
          fc.modelRun(() => {
            const started = aTeamAtWork();
            drivers.push(started.real);
            return started;
          }, commands);
          for (const driver of drivers.splice(0)) {
            checkFences(driver);
            for (const event of driver.log) reached.add(event.type);
          }
        },
      ),
      { numRuns: shareOf(300) },
    );
    expect([...reached]).toEqual(
      expect.arrayContaining([
        "task.claimed",
        "task.resumed",
        "task.progressed",
        "task.completed",
        "task.released",
        "task.attempt_ended",
        "task.retried",
        "task.cancelled",
        "task.moved_to_front",
        "message.edited",
        "message.withdrawn",
        "task.retry_withdrawn",
        "decision.answered",
        "decision.superseded",
        "decision.withdrawn",
        "handoff.delivered",
        "agent.went_offline",
        "agent.came_online",
      ]),
    );
  });

  it("answers as its model where the last task of a user's message is said to be done", () => {
    const real = Driver.room("duo");
    real.leaseS = { managed: TTL_S, hooked: TTL_S, manual: TTL_S };
    const model = new TaskModel(T0, TTL_S);
    const own = { task: null, fence: 0 };
    const steps: Step[] = [
      { kind: "join", who: 0, role: 0 },
      { kind: "join", who: 1, role: 0 },
      { kind: "say", interrupt: false, keeper: 0 },
      { kind: "claim", who: 0 },
      { kind: "handOff", who: 0, ...own, to: "builder" },
      { kind: "claim", who: 1 },
      { kind: "complete", who: 1, ...own },
      { kind: "handOff", who: 1, ...own, to: "planner" },
      { kind: "claim", who: 0 },
      { kind: "complete", who: 0, ...own },
    ];
    for (const one of steps) new StepCommand(one).run(model, real);
    // The builder's word did not end it, the planner's is the answer.
    expect(real.log.map(({ type }) => type).slice(-3)).toEqual([
      "handoff.delivered",
      "task.claimed",
      "handoff.delivered",
    ]);
    expect(real.view.lastDelivery?.by).toBe("Pia");
  });

  it("fails a task with its third attempt, and a retry starts anew", () => {
    const driver = Driver.room("duo");
    const ada = driver.join("Ada", "builder");
    driver.run(driver.create(LEAD, [{ role: "builder" }]));
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const held = driver.claim(ada);
      const reply = driver.run({
        type: "fail",
        by: ada,
        taskId: held.id,
        fence: held.lease.fence,
        reason: "no luck",
      });
      expect(reply).toMatchObject({
        attempts: attempt,
        state: attempt < MAX_ATTEMPTS ? "pending" : "failed",
      });
    }
    expect(driver.run({ type: "claim", by: ada })).toMatchObject({ taskId: null });
    driver.run({ type: "retryTask", by: LEAD, taskId: driver.task("DEV-001").id });
    expect(driver.task("DEV-001")).toMatchObject({ state: "pending", attempts: 0 });
    expect(driver.claim(ada).lease.fence).toBe(4);
  });
});

const drivers: Driver[] = [];

/** A duo with everyone in it and three tasks: one failed, one that waits for it, one that is ready. */
function aTeamAtWork(): { model: TaskModel; real: Driver } {
  const real = Driver.room("duo");
  real.leaseS = { managed: TTL_S, hooked: TTL_S, manual: TTL_S };
  const model = new TaskModel(T0, TTL_S);
  const drafts: DraftStep[] = ["builder", "builder", "planner"].map((role, i) => {
    return { role: role as Role, priority: "medium", timeoutS: 300, requires: i === 2 ? [0] : [] };
  });
  const start: Step[] = [
    ...NAMES.map((_, who): Step => ({ kind: "join", who, role: 0 })),
    ...drafts.map((one): Step => ({ kind: "create", drafts: [one] })),
    ...Array.from({ length: MAX_ATTEMPTS }, (): Step[] => [
      { kind: "claim", who: 1 },
      { kind: "fail", who: 1, task: null, fence: 0 },
    ]).flat(),
  ];
  for (const one of start) new StepCommand(one).run(model, real);
  return { model, real };
}
