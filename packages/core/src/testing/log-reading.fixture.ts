import type { EventIn, RoomEvent } from "../kernel/event.ts";
import { BacklogReading } from "./backlog-check.fixture.ts";
import { FanoutReading } from "./fanout-reading.fixture.ts";
import { ReviewReading } from "./review-check.fixture.ts";
import { RunReading } from "./run-reading.fixture.ts";
import { SessionReading } from "./session-check.fixture.ts";

interface Task {
  state: "pending" | "claimed" | "in_progress" | "in_review" | "failed" | "ended";
  lease: { agentId: string; fence: number } | null;
  attempts: number;
  /** The fence of its last attempt that ended. */
  endedUnder?: number;
}

interface Decision {
  about: string;
  state: "pending" | "answered" | "ended";
}

interface Agent {
  connection: number;
  state: "online" | "silent" | "left";
}

export interface LogFault {
  seq: number;
  type: string;
  fault: string;
}

/** What each event of a family may not say, in front of what it does to the reading. */
export type ChecksOf<Data> = {
  readonly [T in keyof Data]: (log: LogReading, event: EventIn<Data, T>) => void;
};

/** A log as it was read up to one event. */
export class LogReading {
  readonly faults: LogFault[] = [];
  readonly tasks = new Map<string, Task>();
  readonly agents = new Map<string, Agent>();
  readonly decisions = new Map<string, Decision>();
  readonly backlog = new BacklogReading();
  readonly sessions = new SessionReading();
  readonly reviews = new ReviewReading();
  readonly runs = new RunReading();
  readonly branches = {
    heads: new Map<string, string>(),
    /** As git calls them: there runs work, who move them between merges. */
    workedOn: new Set<string>(),
    failed: new Set<string>(),
    orders: new Set<string>(),
  };
  readonly fanouts = new FanoutReading();
  /** What time did to messages: `late`, `raised` or `overdue`, and the id. */
  readonly messages = new Set<string>();
  readonly locks = new Map<number, "held" | "awaited">();
  fence = 0;
  teamVersion = 1;
  at = 0;
  private discussedAt = -1;
  private readonly ids = new Set<string>();

  constructor(private event: RoomEvent) {}

  /** What holds of every event, at its place from 0. */
  turnTo(event: RoomEvent, index: number): void {
    this.event = event;
    const { seq, at, type, actor } = event;
    if (seq !== index + 1) this.say(`stands at place ${index + 1}`);
    if (at < this.at) this.say(`is ${this.at - at} ms before the one in front of it`);
    this.at = Math.max(this.at, at);
    if ((index === 0) !== (type === "room.created")) this.say("a room is created first, and once");
    if (type === "session.discussed") this.discussedAt = at;
    // A verdict that warns puts it in the words of somebody who may be gone by then.
    const isQuoted = type === "wisdom.added" && at === this.discussedAt;
    const isCrossing = ["agent.joined", "agent.came_online", "agent.left"].includes(type);
    if (actor.kind !== "agent" || isCrossing || isQuoted) return;
    const state = this.agents.get(actor.id)?.state;
    if (state !== "online") this.say(`${actor.name} acts and is ${state ?? "not there"}`);
  }

  say(fault: string): void {
    this.faults.push({ seq: this.event.seq, type: this.event.type, fault });
  }

  sayAll(faults: readonly string[]): void {
    for (const fault of faults) this.say(fault);
  }

  /** A task that has to be in one of these states. */
  taskIn(id: string, states: readonly Task["state"][], name = "the task"): Task | undefined {
    const task = this.tasks.get(id);
    if (!task || !states.includes(task.state)) this.say(`${name} is ${task?.state ?? "not there"}`);
    return task;
  }

  /** The live lease that the event speaks of. */
  held(id: string, under: number | null): Task | undefined {
    const { actor } = this.event;
    const task = this.tasks.get(id);
    if (!task) this.say(`${id} is not there`);
    else if (!task.lease) this.say(`${id} has no lease`);
    else if (under !== null && task.lease.fence !== under) this.say(`fence ${under} is not ${task.lease.fence}`);
    else if (actor.kind === "agent" && actor.id !== task.lease.agentId) this.say(`${id} is held by another agent`);
    return task;
  }

  /** A fence is higher than all before it. */
  raise(fence: number): void {
    if (fence <= this.fence) this.say(`fence ${fence} follows ${this.fence}`);
    this.fence = fence;
  }

  create(id: string): void {
    if (this.tasks.has(id)) this.say(`${id} exists already`);
    this.tasks.set(id, { state: "pending", lease: null, attempts: 0 });
  }

  end(task: Task | undefined): void {
    if (task?.state === "ended") this.say("it ended before");
    if (task) Object.assign(task, { state: "ended", lease: null });
  }

  once(id: string): void {
    if (this.ids.has(id)) this.say(`the id ${id} was given before`);
    this.ids.add(id);
  }

  isKnown(id: string): boolean {
    return this.ids.has(id);
  }

  /** It happens to a message once. */
  onceOf(what: "late" | "raised" | "overdue", id: string): void {
    if (!this.isKnown(id)) this.say("the message was never sent");
    if (this.messages.has(`${what} ${id}`)) this.say(`${id} is ${what} twice`);
    this.messages.add(`${what} ${id}`);
  }

  /** Moves a decision that is in one state to another. */
  turn(id: string, from: Decision["state"], to: Decision["state"]): void {
    const decision = this.decisions.get(id);
    if (decision?.state !== from) this.say(`the decision is ${decision?.state ?? "not there"}`);
    if (decision) decision.state = to;
  }

  /** An agent that goes from one of these states to another. */
  move(id: string, from: readonly Agent["state"][], to: Agent["state"]): void {
    const agent = this.agents.get(id);
    if (!agent || !from.includes(agent.state)) this.say(`the agent was ${agent?.state ?? "not there"}`);
    if (agent) agent.state = to;
    if (to === "online") return;
    for (const [taskId, { lease }] of this.tasks) if (lease?.agentId === id) this.say(`it is gone and holds ${taskId}`);
  }
}
