import type { RoleName, TaskId } from "../kernel/ids.ts";

/** What became of a task of an approved plan, and how often it was looked at. */
export interface TaskOutcome {
  /** In the plan; a task that is made again keeps it. */
  planId: string;
  title: string;
  state: "open" | "passed" | "skipped" | "rolled_back";
  rounds: number;
  /** Nobody but its author looked at it. */
  unreviewed: boolean;
  reviews: { role: RoleName; by: string; passed: boolean; at: number }[];
}

export type TaskOutcomes = Readonly<Record<TaskId, TaskOutcome>>;
