import type { AgentId, Fence, HandoffId, MessageId, PersonId, RoleName, RoomId, TaskId } from "../kernel/ids.ts";
import type { ConnectionClass } from "../agent/agent.ts";
import type { DecisionEventData } from "../decision/events.ts";
import type { Message } from "../message/message.ts";
import type { AttemptEnd, Progress, Task, TaskResult } from "../task/task.ts";
import type { Intent, Target, Team } from "../team/team.ts";

/** Who did it. `server` is the room itself: ticks and reroutes. */
export type Actor =
  | { kind: "person"; id: PersonId; name: string }
  | { kind: "agent"; id: AgentId; name: string; role: RoleName }
  | { kind: "server" };

/** A task at its creation: no lease, no progress, no attempt yet. */
export type NewTask = Omit<
  Task,
  "state" | "attempts" | "frontAt" | "parkedAt" | "toldToWait" | "reassignedFrom" | "progress" | "lease" | "lastHolder" | "lastEnd"
>;

/**
 * The payloads by event type. Names are dotted past tense; times are epoch milliseconds.
 * An event carries the judgement with its grounds, so that replay needs no outside knowledge.
 */
export interface EventData extends DecisionEventData {
  "room.created": { name: string; team: Team; demo: boolean };
  "room.removed": { reason: string };

  "agent.joined": {
    agentId: AgentId;
    name: string;
    role: RoleName;
    class: ConnectionClass;
    harness: string | null;
    connection: number;
  };
  "agent.left": { agentId: AgentId; reason: string };
  "agent.came_online": { agentId: AgentId };
  /** `seenAt`: the last sign of life, the evidence; the commit tests that it still is the last. */
  "agent.went_offline": { agentId: AgentId; seenAt: number; afterS: number };

  /** A user message carries the entry point's task; other messages carry none. */
  "message.sent": {
    message: Message;
    task: NewTask | null;
    /** Tasks of the role in front of it when it was sent. */
    ahead: number;
    /** Agents that will find it in their next answer. */
    mailTo: AgentId[];
    /** Questions to the user that it answers. */
    answers: MessageId[];
  };
  "message.delivered": { agentId: AgentId; messageIds: MessageId[] };

  "task.created": { tasks: NewTask[] };
  "task.claimed": {
    taskId: TaskId;
    agentId: AgentId;
    fence: Fence;
    ttlS: number;
    variant: string;
    targets: Target[];
    /** Roles available at the claim: why this variant. */
    available: RoleName[];
  };
  /** `sign`: what showed that work began. */
  "task.started": { taskId: TaskId; fence: Fence; sign: "progress" | "message" | "tasks" };
  "task.progressed": { taskId: TaskId; fence: Fence; progress: Omit<Progress, "at"> };
  "task.completed": { taskId: TaskId; fence: Fence | null; result: TaskResult };
  /** The answer with the claim did not reach the agent; no attempt. */
  "task.released": { taskId: TaskId; fence: Fence; reason: string };
  "task.attempt_ended": {
    taskId: TaskId;
    fence: Fence;
    how: AttemptEnd;
    reason: string;
    /** Attempts that ended so far; a claim that no call followed does not count. */
    attempts: number;
    /** True when this makes the task `failed`. */
    final: boolean;
  };
  "task.retried": { taskId: TaskId };
  /** `cascade`: dependants cancelled with it. */
  "task.cancelled": { taskId: TaskId; cascade: TaskId[]; reason: string };
  "task.moved_to_front": { taskId: TaskId };
  /** The role of a pending task is unavailable for two minutes. */
  "task.parked": { taskIds: TaskId[]; role: RoleName; sinceAt: number; available: RoleName[] };

  /** Ends the sender's task, delivers the message, creates the next role's task: one act. */
  "handoff.delivered": {
    handoffId: HandoffId;
    fromTaskId: TaskId;
    fromFence: Fence | null;
    from: { agentId: AgentId | null; name: string; role: RoleName };
    to: Target;
    intent: Intent;
    message: Message;
    result: TaskResult;
    task: NewTask | null;
    variant: string;
    available: RoleName[];
    unreviewed: boolean;
    /** A lead queued it for a role that nobody fills. */
    queuedAnyway: boolean;
  };
  "handoff.rerouted": {
    handoffId: HandoffId;
    from: RoleName;
    wanted: RoleName;
    got: Target;
    reason: string;
    available: RoleName[];
  };
}

export type EventType = keyof EventData;

/** A fact before it has its place in the log. */
export type Fact = { [T in EventType]: { type: T; data: EventData[T] } }[EventType];

/** A fact in the log. `seq` counts 1, 2, 3 … in its room; `at` is epoch milliseconds, never below the one before. */
export type RoomEvent = Fact & { roomId: RoomId; seq: number; v: number; at: number; actor: Actor };

/** The version in which each type is written now; a change of shape raises it and adds an upcaster. */
export const EVENT_VERSIONS: Record<EventType, number> = {
  "room.created": 1,
  "room.removed": 1,
  "agent.joined": 1,
  "agent.left": 1,
  "agent.came_online": 1,
  "agent.went_offline": 1,
  "message.sent": 1,
  "message.delivered": 1,
  "task.created": 1,
  "task.claimed": 1,
  "task.started": 1,
  "task.progressed": 1,
  "task.completed": 1,
  "task.released": 1,
  "task.attempt_ended": 1,
  "task.retried": 1,
  "task.cancelled": 1,
  "task.moved_to_front": 1,
  "task.parked": 1,
  "task.reassigned": 1,
  "task.told_to_wait": 1,
  "task.retry_withdrawn": 1,
  "handoff.delivered": 1,
  "handoff.rerouted": 1,
  "decision.opened": 1,
  "decision.revised": 1,
  "decision.answered": 1,
  "decision.withdrawn": 1,
  "decision.superseded": 1,
};
