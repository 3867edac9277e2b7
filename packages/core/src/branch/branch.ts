import type { SessionId, TaskId, Word } from "../kernel/ids.ts";
import type { BranchAct, RunnerId } from "../run/run.ts";
import type { DiffCount } from "../task/diff-lines.ts";
import type { Doer } from "../task/doer.ts";
import type { CheckReport } from "../task/result.ts";
import type { Usage } from "../usage/usage.ts";

/** Names a line of work in its room: `DEV-002`, `session-4`. */
export type BranchKey = Word;

/**
 * Why a branch could not be merged. `conflict` and `checks`: what is there and what is new don't fit, and somebody
 * mends it. `refused`: the repository is in no state for it.
 */
export const MERGE_PROBLEMS = ["conflict", "checks", "refused"] as const;
export type MergeProblem = (typeof MERGE_PROBLEMS)[number];

/** One place in a file that both sides changed. */
export interface ConflictHunk {
  ours: string[];
  theirs: string[];
}

export interface ConflictFile {
  path: string;
  /** Git's word for it, such as `contents` or `modify/delete`. */
  kind: Word;
  hunks: ConflictHunk[];
}

/**
 * | from | to |
 * |---|---|
 * | (none) | waiting: its work is done and passed its reviews |
 * | waiting | merged, failed, skipped |
 * | failed | waiting: mended, or a person tries again; skipped |
 * | merged | waiting: more was done |
 */
export type Merge =
  | { state: "waiting"; since: number; taskId: TaskId }
  | { state: "merged"; at: number; head: string }
  | { state: "failed"; at: number; why: MergeProblem; note: string; taskId: TaskId }
  | { state: "skipped"; at: number; by: string; reason: string };

/** A merge that was tried and failed. */
export interface FailedMerge {
  at: number;
  why: MergeProblem;
  /** What a check printed last, or what git says. */
  note: string;
  /** Where both sides meet. */
  files: string[];
  /** The task that mends it: one of its own, or the work's task, sent back. */
  fix: TaskId | null;
}

/** Work that went into a branch. */
export interface MergedWork {
  key: BranchKey;
  taskId: TaskId;
  title: string;
  summary: string;
  keyDecisions: string[];
  reviewers: string[];
  /** The first ones; `fileCount` has how many there are. */
  files: string[];
  fileCount?: number;
  head: string;
  at: number;
  /** Why it was merged at this place in the order. */
  why: string;
}

export interface BranchOrder {
  id: Word;
  act: BranchAct;
  /** The user's branch, for `take`. */
  into: Word | null;
  by: Word;
  at: number;
  /** Takes it as it is, including what was added after its last task. */
  anyway?: true | undefined;
}

/** A branch that runs work on: of one task's line of work, or one that several are merged into. */
export interface Branch {
  key: BranchKey;
  title: string;
  /** The branch that it is merged into; `null`: a person takes it. */
  line: BranchKey | null;
  lineTitle: string;
  /** The runner whose machine has it. */
  runnerId: RunnerId;
  /** As git calls it. */
  name: string;
  /** The user's branch that it started from. */
  base: string | null;
  head: string;
  sessionId: SessionId | null;
  /** The task that was worked on last. */
  taskId: TaskId | null;
  /** Who changed it last. */
  by: Doer | null;
  summary: string;
  keyDecisions: string[];
  reviewers: string[];
  changes: DiffCount | null;
  /** What the runner ran on its head. */
  checks: CheckReport[];
  /** The task on it that ended without a result, so that nobody judged what the branch has; left out: none. */
  stopped?: { taskId: TaskId; how: "failed" | "cancelled" } | undefined;
  merge: Merge | null;
  /** Merges that failed in a row, since somebody last said to try again. */
  failures: number;
  /** Those that failed lately, the oldest first. */
  failed: FailedMerge[];
  /** What was merged into it, the oldest first. */
  merged: MergedWork[];
  orders: BranchOrder[];
  /** Into a branch of the user's. */
  taken: { into: string; head: string; by: string; at: number } | null;
  pushed: { remote: string; head: string; at: number } | null;
  /** Why the last order could not be carried out. */
  problem: string | null;
  usage: Usage;
  at: number;
}

export type Branches = Readonly<Record<BranchKey, Branch>>;

declare module "../kernel/view.ts" {
  interface RoomView {
    /** What runs work on. */
    branches: Branches;
  }
}

/** Beyond this many, the oldest branches that went where they belong are forgotten. */
export const BRANCHES_MAX = 100;
/** Most merges kept for one branch. */
export const MERGED_MAX = 100;
/** Most failed merges kept. */
export const FAILED_KEPT = 5;
export const SUMMARY_MAX = 600;
export const FILES_MAX = 100;
/** After this many failed merges in a row, a person is asked. */
export const MERGE_FAILURES_MAX = 3;

/** Nothing on it is under way, and nothing on it has to go anywhere. */
export function isSettled({ line, merge, head, taken, orders }: Branch): boolean {
  if (orders.length > 0) return false;
  return line === null ? taken?.head === head : merge !== null && merge.state !== "waiting" && merge.state !== "failed";
}
