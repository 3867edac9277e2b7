import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Doer } from "./doer.ts";
import type { TaskResult } from "./result.ts";
import type { NewVerdict } from "./review.ts";
import type { NewTask } from "./task.ts";

/** Payloads of the events of reviews. */
export interface ReviewEventData {
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
    note: { text: string; by: string } | null;
    lifts?: AgentId[];
  };
}
