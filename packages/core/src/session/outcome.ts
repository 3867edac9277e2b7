import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { DiffCount } from "../task/diff-lines.ts";
import { NO_USAGE, type Usage } from "../usage/usage.ts";

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
  /** What reviewers found in it that had to change, each once; of a fix, what it was made for. */
  found: number;
  /** Of those, what its last round found. */
  left: number;
  /** What its diff changes, of the last round that sent one. */
  changes: DiffCount | null;
  /** What its author and its reviewers took. */
  workMs: number;
  usage: Usage;
  /** Of the last round; `by`: a name, `null` where a person did without. */
  reviews: { role: RoleName; by: string | null; passed: boolean; at: number }[];
}

export type TaskOutcomes = Readonly<Record<TaskId, TaskOutcome>>;

/** What has not ended yet. */
export function openOutcome(planId: string, title: string, found = 0): TaskOutcome {
  const nothing = { unreviewed: false, left: 0, changes: null, workMs: 0, usage: NO_USAGE };
  return { planId, title, state: "open", rounds: 0, found, ...nothing, reviews: [] };
}
