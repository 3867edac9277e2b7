import type { AgentId, Fence, RoleName, TaskId, Word } from "../kernel/ids.ts";
import type { Target } from "../team/team.ts";
import type { Doer } from "./doer.ts";
import type { TaskResult } from "./result.ts";
import type { NewVerdict } from "./review.ts";
import type { AttemptEnd, NewTask, Progress, SubagentAtWork } from "./task.ts";

/** Payloads of the task's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * Tasks were created. `blocks`: tasks that were there already, with the new ones that they wait for from now
     * on.
     */
    "task.created": { tasks: NewTask[]; blocks?: { taskId: TaskId; requires: TaskId[] }[] };
    /** An agent took a task. It holds the lease under this fence from here on. */
    "task.claimed": {
      taskId: TaskId;
      agentId: AgentId;
      fence: Fence;
      ttlS: number;
      variant: Word;
      targets: Target[];
      /** Roles available at the claim: why this variant. */
      available: RoleName[];
    };
    /** A newer join of its holder took the task over. A process of the older join is refused by this fence too. */
    "task.resumed": { taskId: TaskId; agentId: AgentId; fence: Fence; ttlS: number };
    /** The holder of a task began to work. `sign`: what showed it. */
    "task.started": { taskId: TaskId; fence: Fence; sign: "progress" | "message" | "tasks" };
    /** The holder of a task said how far it is. */
    "task.progressed": { taskId: TaskId; fence: Fence; progress: Omit<Progress, "at"> };
    /** Subagents of a task's holder began or ended to work, as its client told: all that work now. */
    "task.subagents_changed": { taskId: TaskId; fence: Fence; atWork: SubagentAtWork[] };
    /** Somebody closed what kept an agent from going on. */
    "task.blocker_closed": { taskId: TaskId; blockerId: number; note: string };
    /** A task ended with its result, without being passed on. */
    "task.completed": { taskId: TaskId; fence: Fence | null; result: TaskResult };
    /** The answer with the claim did not reach the agent; no attempt. */
    "task.released": { taskId: TaskId; fence: Fence; reason: string };
    /** An attempt ended without a result: the task is pending again, or failed. */
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
    /** A failed task is pending again. `lifts`: agents whose rejections count no more. */
    "task.retried": { taskId: TaskId; lifts?: AgentId[] };
    /** A task was cancelled for good. `cascade`: dependants cancelled with it. */
    "task.cancelled": { taskId: TaskId; cascade: TaskId[]; reason: string };
    /** A waiting task goes before all others of its role. */
    "task.moved_to_front": { taskId: TaskId };
    /** A lead allows one task what its boundaries keep it from. */
    "task.boundary_lifted": { taskId: TaskId; paths: string[]; reason: string };
    /** Pending tasks wait for a role that has been unavailable for two minutes. */
    "task.parked": { taskIds: TaskId[]; role: RoleName; sinceAt: number; available: RoleName[] };
    /** What waits for a role goes to another; `agentId`: who alone may claim it there. */
    "task.reassigned": {
      from: RoleName;
      to: RoleName;
      tasks: { taskId: TaskId; agentId: AgentId | null }[];
      /** What a person said to whoever takes a plan's task over. */
      note?: { text: string; by: Word };
      /** Nobody fills the entry point since then, and the team lets another role act as it. */
      fallback?: { sinceAt: number; available: RoleName[] };
    };
    /** A person lets parked tasks of a role wait, or takes that back. */
    "task.told_to_wait": { role: RoleName; taskIds: TaskId[]; wait: boolean };
    /** The undo of a retry that nobody has taken up. */
    "task.retry_withdrawn": { taskId: TaskId; attempts: number };

    /** The author is done; the reviewers get their tasks. None: nobody else is there to look at it. */
    "task.submitted": {
      taskId: TaskId;
      fence: number;
      /** From 1. */
      round: number;
      result: TaskResult;
      by: Doer;
      reviews: { role: RoleName; task: NewTask }[];
    };
    /** A reviewer's word, or a person's decision to do without. */
    "task.reviewed": { taskId: TaskId; round: number; verdict: NewVerdict };
    /** `why`: its reviewers passed it, it was checked by its author alone, or a person said so. */
    "task.passed": {
      taskId: TaskId;
      round: number;
      why: "reviewed" | "self_checked" | "skipped";
      reason: string;
      /** Nobody else looked at it, or not everybody who should have. */
      unreviewed: boolean;
    };
    /**
     * Back to its author, or where the team locks that one out to another, with what was found. `note`: what a
     * person said; `lifts`: agents whom that lets revise it all the same.
     */
    "task.returned": {
      taskId: TaskId;
      round: number;
      note: { text: string; by: Word } | null;
      lifts?: AgentId[];
    };
  }
}
