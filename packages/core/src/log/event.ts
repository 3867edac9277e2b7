import type { ConnectionClass } from "../agent/agent.ts";
import type { BacklogEventData } from "../backlog/events.ts";
import type { ItemId } from "../backlog/item.ts";
import type { BudgetEventData } from "../budget/events.ts";
import type { DecisionEventData } from "../decision/events.ts";
import type { Actor } from "../kernel/actor.ts";
import type {
  AgentId,
  Fence,
  HandoffId,
  MessageId,
  RoleName,
  RoomId,
  TaskId,
} from "../kernel/ids.ts";
import type { Message } from "../message/message.ts";
import type { ScoutEventData } from "../scout/events.ts";
import type { SessionEventData } from "../session/events.ts";
import type { GatePreset } from "../session/gate.ts";
import type { TaskResult } from "../task/result.ts";
import type { ReviewEventData } from "../task/review-events.ts";
import type { AttemptEnd, NewTask, Progress } from "../task/task.ts";
import type { TeamEventData } from "../team/events.ts";
import type { Intent, Target, Team } from "../team/team.ts";
import type { UsageEventData } from "../usage/events.ts";
import type { RoomOptions } from "./options.ts";

/**
 * The payloads by event type. Names are dotted past tense; times are epoch milliseconds.
 * An event carries the judgement with its grounds, so that replay needs no outside knowledge.
 */
export interface EventData
  extends DecisionEventData,
    TeamEventData,
    BacklogEventData,
    SessionEventData,
    ScoutEventData,
    UsageEventData,
    BudgetEventData,
    ReviewEventData {
  "room.created": { name: string; team: Team; demo: boolean };
  "room.removed": { reason: string };
  "room.options_set": RoomOptions;
  /** What the gates of sessions made from now on ask for. */
  "room.gate_preset_set": { preset: GatePreset };

  "agent.joined": {
    agentId: AgentId;
    name: string;
    role: RoleName;
    class: ConnectionClass;
    harness: string | null;
    connection: number;
    /** Left out: it calls by the command. */
    door?: "rest";
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
    /** A user's message that goes to the front; `mailTo` has who is told of it while at work. */
    interrupt: boolean;
    /** Nobody fills this role: it waits for whoever does. */
    mailToRole?: RoleName;
    /** Stands before the rest of the mail. */
    urgent?: boolean;
  };
  /** A user's message that waits has other words; `sentSeq` is the place in the log where it was sent. */
  "message.edited": { message: Message; sentSeq: number; taskId: TaskId; title: string };
  /** A user's message that waited was taken back: its task is cancelled, what it answered is open again. */
  "message.withdrawn": { messageId: MessageId; taskId: TaskId; reopens: MessageId[] };
  "message.delivered": { agentId: AgentId; messageIds: MessageId[] };

  /** `blocks`: tasks that were there already, with the new ones that they wait for from now on. */
  "task.created": { tasks: NewTask[]; blocks?: { taskId: TaskId; requires: TaskId[] }[] };
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
  /** A newer join of its holder took it over: a process of the older one is refused by this fence too. */
  "task.resumed": { taskId: TaskId; agentId: AgentId; fence: Fence; ttlS: number };
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
  /** `lifts`: agents whose rejections count no more. */
  "task.retried": { taskId: TaskId; lifts?: AgentId[] };
  /** `cascade`: dependants cancelled with it. */
  "task.cancelled": { taskId: TaskId; cascade: TaskId[]; reason: string };
  "task.moved_to_front": { taskId: TaskId };
  /** A lead allows one task what its boundaries keep it from. */
  "task.boundary_lifted": { taskId: TaskId; paths: string[]; reason: string };
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

  /**
   * The entry point gets a task for it. `task`: `null` when the work of the last try goes on, by a retry
   * or because it was handed on; `why` says who picked it.
   */
  "backlog.picked": {
    itemId: ItemId;
    taskId: TaskId;
    task: NewTask | null;
    why: "asked" | "clearing" | "went_on";
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
  "room.options_set": 1,
  "room.gate_preset_set": 1,
  "team.changed": 1,
  "agent.joined": 1,
  "agent.left": 1,
  "agent.came_online": 1,
  "agent.went_offline": 1,
  "message.sent": 1,
  "message.edited": 1,
  "message.withdrawn": 1,
  "message.delivered": 1,
  "task.created": 1,
  "task.claimed": 1,
  "task.resumed": 1,
  "task.started": 1,
  "task.progressed": 1,
  "task.completed": 1,
  "task.released": 1,
  "task.attempt_ended": 1,
  "task.retried": 1,
  "task.cancelled": 1,
  "task.moved_to_front": 1,
  "task.boundary_lifted": 1,
  "task.parked": 1,
  "task.reassigned": 1,
  "task.told_to_wait": 1,
  "task.retry_withdrawn": 1,
  "task.submitted": 1,
  "task.reviewed": 1,
  "task.passed": 1,
  "task.returned": 1,
  "handoff.delivered": 1,
  "handoff.rerouted": 1,
  "decision.opened": 1,
  "decision.revised": 1,
  "decision.answered": 1,
  "decision.withdrawn": 1,
  "decision.superseded": 1,
  "backlog.added": 1,
  "backlog.edited": 1,
  "backlog.moved": 1,
  "backlog.picked": 1,
  "backlog.deferred": 1,
  "backlog.finished": 1,
  "backlog.returned": 1,
  "backlog.closed": 1,
  "backlog.dropped": 1,
  "backlog.reopened": 1,
  "backlog.mode_changed": 1,
  "backlog.clearing_paused": 1,
  "backlog.clearing_resumed": 1,
  "session.created": 1,
  "session.edited": 1,
  "session.moved": 1,
  "session.started": 1,
  "session.next_held": 1,
  "session.asked": 1,
  "session.proposed": 1,
  "session.reply_refused": 1,
  "session.remarked": 1,
  "session.question_answered": 1,
  "session.level_set": 1,
  "session.batches_set": 1,
  "session.splits_set": 1,
  "session.approach_chosen": 1,
  "session.section_approved": 1,
  "session.section_shown": 1,
  "session.section_reopened": 1,
  "session.scope_reopened": 1,
  "session.step_entered": 1,
  "session.plan_approved": 1,
  "session.reworked": 1,
  "session.review_overridden": 1,
  "session.gate_overridden": 1,
  "session.batch_ended": 1,
  "session.rescouted": 1,
  "session.batches_adjusted": 1,
  "session.paused": 1,
  "session.resumed": 1,
  "session.parked": 1,
  "session.ended": 1,
  "scout.saved": 1,
  "usage.reported": 1,
  "budget.set": 1,
  "budget.warned": 1,
};
