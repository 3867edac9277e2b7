import type { ConnectionClass } from "../agent/agent.ts";
import type { BacklogReplies } from "../backlog/command.ts";
import type { BranchReplies } from "../branch/command.ts";
import type { BudgetReplies } from "../budget/command.ts";
import type { CommentReplies } from "../comment/command.ts";
import type { DecisionId } from "../decision/decision.ts";
import type { ErrorReplies } from "../error/command.ts";
import type { FanoutReplies } from "../fanout/command.ts";
import type { InterchangeReplies } from "../interchange/command.ts";
import type {
  AgentId,
  Fence,
  HandoffId,
  MessageId,
  RoleName,
  RoomId,
  TaskId,
} from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { LockReplies } from "../lock/command.ts";
import type { RoomOptions } from "../log/options.ts";
import type { Message } from "../message/message.ts";
import type { PolicyReplies } from "../policy/command.ts";
import type { RetentionReplies } from "../retention/command.ts";
import type { RoutingReplies } from "../routing/command.ts";
import type { RunReplies } from "../run/command.ts";
import type { ScoutReplies } from "../scout/command.ts";
import type { SessionReplies } from "../session/record/command.ts";
import type { TaskState } from "../task/task.ts";
import type { Intent, Target } from "../team/team.ts";
import type { WisdomReplies } from "../wisdom/command.ts";
import type { Command, Context } from "./command.ts";
import type { RoomRuling } from "./ruling.ts";

type Nothing = Record<never, never>;

/** What became of the task that somebody steers. */
export interface Steered {
  taskId: TaskId;
  state: TaskState;
}

export interface Placed {
  messageId: MessageId;
  taskId: TaskId;
  /** Tasks of the entry point that come before it. */
  ahead: number;
}

/** What a claim answers; the route builds the delivery from it. */
export interface Claimed {
  taskId: TaskId | null;
  fence: Fence | null;
  /** True when the agent held it before this call. */
  again: boolean;
  /** Mail that the answer carries. */
  mail: MessageId[];
}

/** A task that was taken in the commit of another act. */
export type Claim = Claimed & { taskId: TaskId; fence: Fence };

/** What came of a task that is complete; `null`: no other was taken with it. */
export interface Completed {
  taskId: TaskId;
  state: "completed" | "in_review" | "reply_refused" | "failed";
  message?: string | null;
  reviewers?: RoleName[];
  /** Rounds of discussion that it goes through before it counts. */
  discussed?: string[];
  /** Outputs that nothing of the result has. */
  missing?: string[];
  delivered?: { handoffId: HandoffId; unreviewed: boolean };
  next: Claim | null;
}

export interface HandedOn {
  /** `null`: nothing was passed: a task of a plan keeps its place there, or it was handed back too often. */
  handoffId: HandoffId | null;
  to: Target;
  intent: Intent;
  taskId: TaskId | null;
  variant: string;
  unreviewed: boolean;
  rerouted: { wanted: RoleName; reason: string } | null;
  queuedAnyway: boolean;
}

export interface HandedOff extends HandedOn {
  stillOpen: TaskId[];
  warnings: string[];
  next: Claim | null;
}

/** What each command answers; the seq is added by the room. */
export interface Replies
  extends BacklogReplies,
    SessionReplies,
    ScoutReplies,
    PolicyReplies,
    RunReplies,
    BranchReplies,
    CommentReplies,
    FanoutReplies,
    RoutingReplies,
    WisdomReplies,
    LockReplies,
    ErrorReplies,
    InterchangeReplies,
    RetentionReplies,
    BudgetReplies {
  createRoom: { roomId: RoomId };
  removeRoom: { removed: true };
  setOptions: RoomOptions;
  changeTeam: {
    changed: boolean;
    version: number;
    moved: number;
    returned: number;
    left: number;
  };
  join: {
    agentId: AgentId;
    role: RoleName;
    connection: number;
    class: ConnectionClass;
    leaseS: number;
    superseded: boolean;
    variant: string;
  };
  leave: { left: true; returnedTask: TaskId | null };
  dismiss: Nothing;
  claim: Claimed;
  returnOnline: Nothing;
  release: Nothing;
  progress: {
    taskId: TaskId;
    fence: Fence;
    state: "in_progress";
    mail: MessageId[];
    outside: string[];
    retryWith: string | null;
    warning: string | null;
  };
  complete: Completed;
  fail: { taskId: TaskId; state: "failed" | "pending"; attempts: number };
  handOff: HandedOff;
  handOn: HandedOn;
  createTasks: {
    mail: MessageId[];
    tasks: { id: TaskId; role: RoleName; title: string; waitsFor: TaskId[]; ref?: string }[];
    warnings: string[];
  };
  cancelTask: Steered & { cascade: TaskId[] };
  putBack: Steered;
  closeBlocker: Steered & { open: number };
  retryTask: Steered;
  allowPaths: Steered & { paths: string[] };
  moveToFront: Steered;
  sendUserMessage: Omit<Placed, "taskId"> & {
    /** `null`: the room answered it itself. */
    taskId: TaskId | null;
    answer: string | null;
    to: RoleName | "room";
    available: boolean;
    told: string[];
    /** Several were named: each has a task of its own, and this one joins their results. */
    branches: { taskId: TaskId; role: RoleName; available: boolean }[];
  };
  editMessage: Placed;
  withdrawMessage: Omit<Placed, "ahead">;
  moveMessageToFront: Placed;
  sendAgentMessage: {
    messageId: MessageId;
    message: Message;
    deliversTo: number;
    mail: MessageId[];
  };
  answerDecision: {
    decisionId: DecisionId;
    state: "answered";
    optionId: string;
    label: string;
    consequence: string;
    canUndo: boolean;
  };
  undoDecision: {
    decisionId: DecisionId;
    state: "superseded";
    pendingInstead: DecisionId | null;
  };
  askIntervention: {
    decisionId: DecisionId;
    state: "pending";
    options: { id: string; label: string }[];
  };
  tick: { events: number };
}

export type RulingOn<T extends keyof Replies> = RoomRuling<Replies[T]>;

export type CommandOf<T extends Command["type"]> = Extract<Command, { type: T }>;

/** Who rules on each of these commands: the one list of them. */
export type Rules<T extends Command["type"]> = {
  readonly [K in T]: (room: Room, command: CommandOf<K>, context: Context) => RulingOn<K>;
};
