import { type ConnectionClass, DEFAULT_LEASE_S, type LeaseTimes } from "../agent/agent.ts";
import type { Decision, DecisionKind } from "../decision/decision.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command, CommandOf, Context } from "../kernel/command.ts";
import type { EventType, RoomEvent, Step } from "../kernel/event.ts";
import {
  type AgentId,
  type Fence,
  type MessageId,
  type RoleName,
  type RoomId,
  roleName,
  type TaskId,
} from "../kernel/ids.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { Room } from "../kernel/room.ts";
import type { Ruling } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { fold } from "../log/fold.ts";
import { emptyView } from "../log/view.ts";
import { decide } from "../room/decide.ts";
import type { TaskDraft } from "../task/command.ts";
import { liveTask } from "../task/order.ts";
import { MAX_ATTEMPTS, type Task } from "../task/task.ts";
import { presetTeam } from "../team/presets.ts";
import type { Intent, Target, Team, TeamPreset } from "../team/team.ts";
import { anId, LEAD, ROOM_ID, T0 } from "./builders.fixture.ts";
import { earlierIn } from "./earlier.fixture.ts";

/** Makes every level of a value unchangeable: what writes to it throws. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}

/**
 * Whether two values hold the same. Rooms that come from one room share most of their parts, and what is
 * shared is not looked into: to write both out as text takes ten times as long.
 */
function isAlike(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => one[key] === other[key] || isAlike(one[key], other[key]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** A room that is driven by commands, with a clock that is passed and ids that count. */
export class Driver {
  view: RoomView = deepFreeze(emptyView(ROOM_ID as RoomId));
  readonly log: RoomEvent[] = [];
  now = T0;
  leaseS: LeaseTimes = DEFAULT_LEASE_S;
  graceUntil = 0;
  /** A caller that names no join speaks for the newest one; without this its calls go as they are. */
  namesJoin = true;
  /** Last signs of life, as the observations have them. */
  readonly seenAt: Record<AgentId, number> = {};
  readonly ended: Record<TaskId, "completed" | "cancelled"> = {};
  private ids = 1000;

  static room(team: TeamPreset | Team = "squad"): Driver {
    const driver = new Driver();
    driver.run({
      type: "createRoom",
      by: LEAD,
      name: "checkout-web",
      team: typeof team === "string" ? presetTeam(team) : team,
      demo: false,
    });
    return driver;
  }

  /** From here it goes its own way: what was made for the other one needn't be made again. */
  protected startWhere(other: Driver): void {
    this.view = other.view;
    this.log.push(...other.log);
    this.now = other.now;
    this.ids = other.ids;
    Object.assign(this.seenAt, other.seenAt);
  }

  get room(): Room {
    if (!this.view.team) throw new Error("the room was not created");
    return { ...this.view, team: this.view.team };
  }

  /** @param command of a handoff: what came before its task, as the tables have it */
  context(command?: Command): Context {
    const { now, leaseS, ended, seenAt, graceUntil } = this;
    const held = command?.type === "handOff" && liveTask(this.view, command.taskId);
    const earlier = held ? earlierIn(this.log, held) : [];
    const given = {
      now,
      newId: () => anId(++this.ids),
      leaseS,
      ended,
      earlier,
      seenAt,
      graceUntil,
    };
    return { ...given, fold: (view, facts) => fold(view, facts, now) };
  }

  /** The types of the events that a command would make; none where it is refused. */
  foresee(asGiven: Command): EventType[] {
    const command = this.fromNewest(asGiven);
    const ruling = decide(this.view, command, this.context(command));
    return ruling.ok ? ruling.steps.map(({ event }) => event.type) : [];
  }

  /** Rules and applies; a refusal changes nothing. */
  try(asGiven: Command): Ruling<RoomEvent> {
    const command = this.namesJoin ? this.fromNewest(asGiven) : asGiven;
    if ("by" in command && "connection" in command.by) this.seenAt[command.by.id] = this.now;
    const ruling = decide(this.view, command, this.context(command));
    if (!ruling.ok) return ruling;
    const { steps, reply } = ruling;
    const events = steps.map(({ event }) => event);
    if (!isAlike(steps, fold(this.view, events, this.now)))
      throw new Error(`${command.type} foresaw other events than it made`);
    for (const step of steps) this.append(step);
    return { ok: true, events, reply };
  }

  private fromNewest(command: Command): Command {
    if (!("by" in command) || !("connection" in command.by)) return command;
    const { by } = command;
    const connection = by.connection ?? this.view.agents[by.id]?.connection ?? null;
    return { ...command, by: { ...by, connection } } as Command;
  }

  /** The reply of a command that is accepted. */
  run(command: Command): Record<string, unknown> {
    const ruling = this.try(command);
    if (!ruling.ok) throw new Error(`${command.type} refused: ${ruling.refusal.code}: ${ruling.refusal.message}`);
    return ruling.reply as Record<string, unknown>;
  }

  /** The refusal of a command that is refused. */
  refused(command: Command): Refusal {
    const before = this.view;
    const ruling = this.try(command);
    if (ruling.ok) throw new Error(`${command.type} was accepted`);
    if (this.view !== before) throw new Error("a refusal changed the room");
    return ruling.refusal;
  }

  private append({ event, after }: Step): void {
    deepFreeze(event);
    this.view = deepFreeze(after);
    this.log.push(event);
    if (event.type === "task.completed") this.ended[event.data.taskId] = "completed";
    if (event.type === "handoff.delivered") this.ended[event.data.fromTaskId] = "completed";
    if (event.type === "task.cancelled") {
      for (const id of [event.data.taskId, ...event.data.cascade]) this.ended[id] = "cancelled";
    }
    if (event.type === "message.withdrawn") this.ended[event.data.taskId] = "cancelled";
  }

  tick(): RoomEvent[] {
    const before = this.log.length;
    this.run({ type: "tick" });
    return this.log.slice(before);
  }

  pass(ms: number): this {
    this.now += ms;
    return this;
  }

  /** Joins as a role; agents are told apart by their name. */
  join(name: string, role: string, connectionClass: ConnectionClass = "manual"): AgentCaller {
    const by: AgentCaller = { id: idOf(name), name, roles: [roleName(role)], connection: null };
    this.run({ type: "join", by, role: roleName(role), class: connectionClass, harness: null });
    return by;
  }

  say(body: string, repliesTo: MessageId | null = null, interrupt = false): TaskId {
    const reply = this.run({
      type: "sendUserMessage",
      by: LEAD,
      body,
      repliesTo,
      priority: "medium",
      interrupt,
    });
    return reply.taskId as TaskId;
  }

  claim(by: AgentCaller): Task & { lease: NonNullable<Task["lease"]> } {
    const { taskId } = this.run({ type: "claim", by });
    if (taskId === null) throw new Error(`no task for ${by.name}`);
    const task = this.task(taskId as string);
    if (!task.lease) throw new Error(`${task.id} has no lease`);
    return { ...task, lease: task.lease };
  }

  handOff(
    by: AgentCaller,
    to: string,
    intent: Intent,
    more: Partial<HandOffExtras> = {},
  ): Command & { type: "handOff" } {
    const task = this.view.tasks.find((t) => t.lease?.agentId === by.id);
    const { message = `for ${to}`, artifacts, criteria, next = false, taskId, fence } = more;
    return {
      type: "handOff",
      by,
      taskId: taskId ?? (task?.id as TaskId),
      fence: fence ?? (task?.lease?.fence as Fence),
      handoff: {
        to: to as Target,
        intent,
        message,
        result: { summary: message, artifacts, criteria },
      },
      next,
    };
  }

  /** Three attempts that end in nothing: the task is failed, and a person is asked. */
  failThrice(by: AgentCaller, reason = "no luck"): Task {
    let id = "";
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const held = this.claim(by);
      id = held.id;
      this.run({ type: "fail", by, taskId: held.id, fence: held.lease.fence, reason });
    }
    return this.task(id);
  }

  /** The one decision of a kind that is pending. */
  decision(kind: DecisionKind): Decision {
    const found = Object.values(this.view.decisions).filter((decision) => decision.kind === kind);
    const [only] = found;
    if (!only || found.length > 1) throw new Error(`${found.length} decisions ${kind} are pending`);
    return only;
  }

  answer({ id }: Pick<Decision, "id">, optionId: string, more: Partial<CommandOf<"answerDecision">> = {}): Command {
    const command = { type: "answerDecision" as const, by: LEAD, decisionId: id, optionId };
    return { ...command, note: "", version: null, ...more };
  }

  undo({ id }: Pick<Decision, "id">): Command {
    return { type: "undoDecision", by: LEAD, decisionId: id };
  }

  /** The agent asks a person about the task in its hand. */
  ask(by: AgentCaller, more: Partial<CommandOf<"askIntervention">> = {}): CommandOf<"askIntervention"> {
    const task = this.view.tasks.find((t) => t.lease?.agentId === by.id);
    return {
      type: "askIntervention",
      by,
      taskId: task?.id as TaskId,
      fence: task?.lease?.fence as Fence,
      question: "Which of the two?",
      reason: "They contradict each other.",
      options: [],
      suggestedRole: null,
      urgency: "medium",
      ...more,
    };
  }

  create(by: AgentCaller | typeof LEAD, tasks: (Omit<Partial<TaskDraft>, "role"> & { role: string })[]): Command {
    const drafts = tasks.map((task): TaskDraft => {
      return { title: "a part", instruction: "do the part", ...task, role: task.role as RoleName };
    });
    return { type: "createTasks", by, fence: null, tasks: drafts };
  }

  task(id: string): Task {
    const task = liveTask(this.view, id as TaskId);
    if (!task) throw new Error(`${id} is not live`);
    return task;
  }
}

interface HandOffExtras {
  message: string;
  artifacts: { path: string; status: "created" | "modified" | "deleted" }[];
  criteria: { criterion: string; met: boolean }[];
  next: boolean;
  taskId: TaskId;
  fence: Fence;
}

/** Always the same id for a name. */
function idOf(name: string): AgentId {
  const n = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000, 7);
  return anId(10_000_000 + n) as AgentId;
}
