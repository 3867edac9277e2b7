import type { Attachment } from "../attachment/attachment.ts";
import type { AgentId, MessageId, RoleName, SessionId, TaskId, Word } from "../kernel/ids.ts";
import type { Lease } from "../kernel/lease.ts";
import { PRIORITIES, type Priority } from "../kernel/priority.ts";
import type { OpenQuestion } from "../message/message.ts";
import type { Candidate } from "../routing/score.ts";
import type { Intent, Target } from "../team/team.ts";
import type { Tier } from "../team/tiers.ts";
import type { Usage } from "../usage/usage.ts";
import type { Boundaries } from "./boundaries.ts";
import type { Rejection } from "./doer.ts";
import type { Output } from "./outputs.ts";
import type { Artifact, CheckReport } from "./result.ts";
import type { Review, ReviewOf } from "./review.ts";

export { PRIORITIES, type Priority };

/** Most ended tasks that the view keeps for the screen. */
export const ENDED_KEPT = 30;

/**
 * The task machine (domain.md § 5).
 *
 * | state       | entered by                                   | left by                                                    |
 * |-------------|----------------------------------------------|------------------------------------------------------------|
 * | pending     | created; attempt ended; released; retried     | claimed → claimed; cancelled → cancelled; handed on by a lead → completed |
 * | claimed     | claimed (a lease with a fence)               | first sign of work → in_progress; and as in_progress       |
 * | in_progress | first progress, message or handoff's sign    | completed, handed off → completed; submitted → in_review; attempt ended → pending or failed; cancelled |
 * | in_review   | submitted, a plan's task; discussed, a pipeline's: no lease | passed, or discussed to the end → completed; returned with findings → pending; cancelled |
 * | failed      | the third attempt ended; a retry withdrawn    | retried → pending; cancelled → cancelled                   |
 * | completed   | completed, handed off                        | (end)                                                      |
 * | cancelled   | cancelled                                    | (end)                                                      |
 *
 * A newer join of its holder changes no state: the lease continues under a new fence (resumed).
 *
 * *Blocked* is not a state but derived from `waitsFor` and the availability of the role.
 */
export const TASK_STATES = [
  "pending",
  "claimed",
  "in_progress",
  "in_review",
  "completed",
  "failed",
  "cancelled",
] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** Most tasks that one task waits for. */
export const REQUIRES_MAX = 100;

/** An attempt ends without a result by expiry, time-out or failure; the third makes the task `failed`. */
export const MAX_ATTEMPTS = 3;
/** How many attempts a task has: whoever asked several at once continues without a branch that failed. */
export const attemptsOf = ({ branchOf }: Pick<Task, "branchOf">): number => (branchOf === undefined ? MAX_ATTEMPTS : 1);
/** Claims that may reach nobody without counting as an attempt: connections do break. More of them are a loop. */
export const UNREAD_MAX = 2;

/** What keeps an agent from continuing with its task. */
export interface Blocker {
  /** Number within its task, from 1. */
  id: number;
  description: string;
  /** The role or agent that can close it, as named by its agent. */
  requiresAgent: Word | null;
  /** Epoch ms. */
  since: number;
  /** The message whose answer it waits for, and which closes it. */
  messageId?: MessageId;
}

export interface Progress {
  /** 0 to 100, if the agent can tell. */
  percent?: number;
  /** What it is doing now, in a clause. */
  action?: string;
  completed: string[];
  remaining: string[];
  artifacts: Artifact[];
  /** What was run, according to its agent. */
  checks?: ProgressCheck[];
  /** What now keeps its agent from continuing. */
  blockers?: Blocker[];
  /** Subagents that its agent called, in order. */
  subagents?: readonly SubagentCall[];
  at: number;
}

export const SUBAGENTS_MAX = 100;

/** A subagent that an agent called for its task. */
export interface SubagentCall {
  name: Word;
  /** Why it failed; left out: it did its job. */
  failed?: string;
}

/** A subagent that now works for the holder of a task. */
export interface SubagentAtWork {
  /** Its client's own name for it. */
  id: Word;
  /** Its kind, if its client says so. */
  what?: string;
}

/** A check on the way, as reported by an agent; without `passed` it was not run. */
export type ProgressCheck = Omit<CheckReport, "passed"> & Partial<Pick<CheckReport, "passed">>;

export interface TaskLease extends Lease {
  /** As delivered: these targets stay allowed while they are available. */
  variant: string;
  targets: Target[];
  /** What now works for its holder, if its client reports it. */
  atWork?: readonly SubagentAtWork[];
}

/** A task in the room's state: pending, claimed, in progress or failed. Ended ones are in the tables. */
export interface Task {
  id: TaskId;
  role: RoleName;
  /** The only agent that may claim it, if the creator named one. */
  agentId: AgentId | null;
  state: Exclude<TaskState, "completed" | "cancelled">;
  title: string;
  instruction: string;
  priority: Priority;
  /** Seconds from the claim. */
  timeoutS: number;
  requires: TaskId[];
  /** The requirements that are not completed yet. */
  waitsFor: TaskId[];
  /** Attempts that ended without a result. */
  attempts: number;
  createdAt: number;
  /** Since when it has been at the front of the queue, epoch ms; `null` for the ordinary order. */
  frontAt: number | null;
  createdBy: { kind: "person" | "agent" | "server"; id: Word; name: Word; role?: RoleName };
  /** The message that it came from. */
  origin: {
    kind: "user_message" | "handoff" | "task" | "backlog" | "session";
    messageId: MessageId | null;
  };
  /** The fan-out of which it is a branch: it reads nothing of the others, and its result goes to whoever joins them. */
  branchOf?: number;
  /** What the message that it comes from says about its model and its tier; absent if it says nothing. */
  wish?: Wish;
  /** How it arrived, for a handoff. */
  intent: Intent | null;
  /** The task that was handed off to make this one. */
  fromTaskId: TaskId | null;
  /** Set while two roles hand one thing back and forth. */
  bounce?: Bounce;
  boundaries: Boundaries;
  outputs: Output[];
  successCriteria: string[];
  /** Since when nobody has filled the role, epoch ms, as logged (`task.parked`). */
  parkedAt: number | null;
  progress: Progress | null;
  lease: TaskLease | null;
  /** A person lets it wait for its role: nobody is asked about that again until the role has been there. */
  toldToWait: boolean;
  /** The role that it was made for, if a person gave it to another. */
  reassignedFrom: RoleName | null;
  /** Who had the last lease: that agent is offered it first, so that one that comes back resumes. */
  lastHolder: AgentId | null;
  /** Claims since the last sign of work whose answer reached nobody. */
  unread: number;
  /** Why the last attempt ended. */
  lastEnd: { how: AttemptEnd; reason: string; at: number } | null;
  /** What its agents have reported so far. */
  usage: Usage | null;
  /** The session that it belongs to. */
  sessionId: SessionId | null;
  /** The user's message that it is: what is needed to edit or withdraw it. */
  said: Said | null;
  /** Where it is with its reviewers; `null`: not a task of a plan. */
  review: Review | null;
  /** Agents whose work on it was rejected in this cycle, the latest last. */
  rejections: Rejection[];
  /** For rework: the files to be changed; left out: any. */
  revises?: string[];
  /** The task that this one is to judge. */
  reviewOf: ReviewOf | null;
}

/** A task that an agent holds. */
export type HeldTask = Task & { lease: TaskLease };

/** A task at its creation: no lease, no progress, no attempt yet. */
export type NewTask = Omit<
  Task,
  | "state"
  | "attempts"
  | "frontAt"
  | "parkedAt"
  | "toldToWait"
  | "reassignedFrom"
  | "progress"
  | "lease"
  | "lastHolder"
  | "unread"
  | "lastEnd"
  | "said"
  | "wish"
  | "usage"
  | "sessionId"
  | "review"
  | "reviewOf"
  | "rejections"
> & {
  /** Inherited from the task that was handed off to make this one. */
  rejections?: Rejection[];
  sessionId?: SessionId | null;
  /** For a plan's task: the roles that judge it. */
  reviewers?: RoleName[];
  reviewOf?: Omit<ReviewOf, "refusals">;
};

/** What the message from which a task comes says about how it is worked on. */
export interface Wish {
  /** The model that the person named. */
  model?: string;
  tier?: Tier;
}

/** How often it came back to the role that it came from, with nothing changed in between. */
export interface Bounce {
  times: number;
  /** What was changed when it last came back, counted; `null`: nothing was. */
  made: string | null;
}

export interface Said {
  /** The message's place in the log. */
  seq: number;
  repliesTo: MessageId | null;
  /** The questions that it answered; they are open again when it is withdrawn. */
  answered: OpenQuestion[];
  attachments?: readonly Attachment[];
  /** Its tier, as judged by a routed team. */
  tier?: Tier;
  /** The roles that rules found for it when it was sent, if none was sure. */
  candidates?: readonly Candidate[];
}

export const ATTEMPT_ENDS = ["expired", "timed_out", "failed", "left", "put_back", "empty", "stopped"] as const;
export type AttemptEnd = (typeof ATTEMPT_ENDS)[number];

/** What remains of an ended task in the state, for the screen's short list. */
export interface EndedTask {
  id: TaskId;
  role: RoleName;
  title: string;
  state: "completed" | "cancelled";
  by: string;
  at: number;
  unreviewed: boolean;
  /** As far as reported; a runner's turn reports it when it is over, which is after its task. */
  usage?: Usage;
  /** The task that it reviewed. */
  reviewOf?: TaskId;
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** Tasks that have not ended, and failed ones; in order of creation. */
    tasks: readonly Task[];
    /** The latest first. */
    ended: EndedTask[];
  }
}
