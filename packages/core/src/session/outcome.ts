import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { DiffCount } from "../task/diff-lines.ts";

/** What became of a task of the plan, as the session keeps it when the task is gone. */
export interface TaskOutcome {
  /** The plan's own id. */
  planId: string;
  title: string;
  /** `skipped`: a person let it go on although its reviews did not pass. */
  state: "open" | "passed" | "skipped" | "rolled_back" | "cancelled";
  /** Submissions so far. */
  rounds: number;
  /** Nobody else looked at it, or not everybody who should have. */
  unreviewed: boolean;
  /** What its diff changes, of the last round that sent one. */
  changes: DiffCount | null;
  /** Of the last round; `by`: a name, `null` where a person did without. */
  reviews: { role: RoleName; by: string | null; passed: boolean; at: number }[];
}

export type TaskOutcomes = Readonly<Record<TaskId, TaskOutcome>>;

/** What has not ended yet. */
export function openOutcome(planId: string, title: string): TaskOutcome {
  return { planId, title, state: "open", rounds: 0, unreviewed: false, changes: null, reviews: [] };
}
