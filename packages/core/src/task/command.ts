import type { Attachment } from "../attachment/attachment.ts";
import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { AgentId, Fence, HandoffId, MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import type { WorkVerdict } from "../reply/verdict.ts";
import type { ReportedUsage } from "../usage/usage.ts";
import type { WisdomDraft } from "../wisdom/wisdom.ts";
import type { BlockerDraft } from "./blockers.ts";
import type { Boundaries } from "./boundaries.ts";
import type { DiffCount } from "./diff-lines.ts";
import type { Output } from "./outputs.ts";
import type { Artifact, CheckReport, CriterionAnswer } from "./result.ts";
import type { FoundState } from "./resume.ts";
import type { Priority, ProgressCheck, SubagentAtWork, TaskState } from "./task.ts";

/** A task as its creator describes it. */
export interface TaskDraft {
  /** The creator's name for it inside one call; other drafts require it as `ref:NAME`. */
  ref?: string;
  /** Its owner; left out: the role that owns the prefix. */
  role?: RoleName;
  /** What its id begins with; left out: the role's own. */
  prefix?: string;
  agentId?: AgentId;
  title: string;
  instruction: string;
  priority?: Priority;
  timeoutS?: number;
  /** Ids of the room's tasks, or `ref:NAME`. */
  requires?: string[];
  /** Tasks that wait for this one, named in the same way: the same edge, given from its other end. */
  blocks?: string[];
  boundaries?: Boundaries;
  outputs?: Output[];
  successCriteria?: string[];
}

export interface ResultDraft {
  summary: string;
  /** Each named by its text, or by its number from 1. */
  criteria?: (Omit<CriterionAnswer, "criterion"> & { criterion: string | number })[];
  keyDecisions?: string[];
  artifacts?: Artifact[];
  warnings?: string[];
  diff?: Attachment;
  changes?: DiffCount;
  /** Every path that the diff touches. */
  touched?: readonly string[];
  checks?: CheckReport[];
  verdict?: Exclude<WorkVerdict, "unclear">;
}

export interface ProgressDraft {
  percent?: number;
  action?: string;
  completed?: string[];
  remaining?: string[];
  artifacts?: Artifact[];
  checks?: ProgressCheck[];
  /** All that are open now. */
  blockers?: BlockerDraft[];
  /** A subagent that was called. */
  subagent?: string | undefined;
  /** Why it failed. */
  failed?: string | undefined;
  /** Subagents that begin or stop working now. */
  atWork?: (SubagentAtWork & { works: boolean })[];
}

/** The outcome for a task that somebody steers. */
export interface Steered {
  taskId: TaskId;
  state: TaskState;
}

/** The reply to a claim; the route builds the delivery from it. */
export interface Claimed {
  taskId: TaskId | null;
  fence: Fence | null;
  /** True if the agent already held it before this call. */
  again: boolean;
  /** Mail that comes with the answer. */
  mail: MessageId[];
}

/** A task taken in the commit of another act. */
export type Claim = Claimed & { taskId: TaskId; fence: Fence };

/** The outcome for a completed task; `null`: no other was taken with it. */
export interface Completed {
  taskId: TaskId;
  state: "completed" | "in_review" | "reply_refused" | "failed";
  message?: string | null;
  reviewers?: RoleName[];
  /** Rounds of discussion that it goes through before it counts. */
  discussed?: string[];
  /** Outputs that are missing from the result. */
  missing?: string[];
  delivered?: { handoffId: HandoffId; unreviewed: boolean };
  next: Claim | null;
}

declare module "../kernel/command.ts" {
  interface Commands {
    claim: { by: AgentCaller };
    release: { taskId: TaskId; fence: Fence; reason: string };
    progress: {
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      progress: ProgressDraft;
      usage?: ReportedUsage | undefined;
    };
    complete: {
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      result: ResultDraft;
      /** For a task that a session waits for: the requested reply, as JSON or as text with JSON in it. */
      reply?: string | null;
      /** What an earlier attempt, which was cut short, has left. The room says whether that is everything. */
      found?: FoundState | undefined;
      next: boolean;
      /** What the team should know from it. */
      wisdom?: WisdomDraft[] | undefined;
      usage?: ReportedUsage | undefined;
    };
    fail: {
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      reason: string;
      usage?: ReportedUsage | undefined;
    };
    createTasks: { by: AgentCaller | PersonCaller; fence: Fence | null; tasks: TaskDraft[] };
    closeBlocker: {
      by: AgentCaller | PersonCaller;
      taskId: TaskId;
      blockerId: number;
      note: string;
      /** The log has it as a blocker of this task, open or closed. */
      wasReported: boolean;
    };
  }

  interface Replies {
    claim: Claimed;
    release: Record<never, never>;
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
    createTasks: {
      mail: MessageId[];
      tasks: { id: TaskId; role: RoleName; title: string; waitsFor: TaskId[]; ref?: string }[];
      warnings: string[];
    };
    closeBlocker: Steered & { open: number };
  }
}
