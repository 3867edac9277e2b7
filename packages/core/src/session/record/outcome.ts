import { plainPath } from "../../kernel/glob.ts";
import type { RoleName, TaskId } from "../../kernel/ids.ts";
import { cut } from "../../kernel/storable.ts";
import { isJudging } from "../../pipeline/phase.ts";
import type { PipelineStep } from "../../pipeline/pipeline.ts";
import { isFeedback } from "../../pipeline/revise.ts";
import type { DiffCount } from "../../task/diff-lines.ts";
import type { Doer } from "../../task/doer.ts";
import type { Found } from "../../task/found.ts";
import { type Output, outputPath } from "../../task/outputs.ts";
import { NO_USAGE, type Usage } from "../../usage/usage.ts";

/** The outcome of a plan's task, as the session keeps it when the task is gone. */
export interface TaskOutcome {
  /** The plan's own id. */
  planId: string;
  title: string;
  /** `skipped`: a person let it pass although its reviews did not. */
  state: "open" | "passed" | "skipped" | "rolled_back" | "cancelled";
  /** Submissions so far. */
  rounds: number;
  /** Nobody else looked at it, or not everybody who should have. */
  unreviewed: boolean;
  /** What reviewers found in it, each once; for a fix, what it was made for. */
  found: number;
  /** Of those, the findings of its last round. */
  left: number;
  /** The same in words: still open once it has passed, or was let through. */
  carried: Found[];
  /** What its diff changes, from the last round that sent one. */
  changes: DiffCount | null;
  /** Who last said that it is done. */
  author: Doer | null;
  /** Paths that it changed, as reported, otherwise as planned; `null`: nobody said which, so it may be any. */
  files: string[] | null;
  /** Those paths are as its author reported them; absent: as planned. */
  isReported?: true;
  /**
   * Its author's summary, cut: kept for a step that judges others' work, one that a checkpoint waits for, and what was
   * made from a person's feedback there; absent for all others.
   */
  said?: string;
  /** Reviews of the whole before it was made: 0 for what the plan has. */
  reviewsBefore: number;
  /** What its author and its reviewers took. */
  workMs: number;
  usage: Usage;
  /** Those of the last round; `by`: a name, `null` if a person waived it. */
  reviews: { role: RoleName; by: string | null; passed: boolean; at: number }[];
}

export type TaskOutcomes = Readonly<Record<TaskId, TaskOutcome>>;

/** Most paths kept for one task; one that changed more may have changed any. */
const FILES_KEPT = 200;
/** Longest part of a summary, code points. */
const SAID_MAX = 1_000;

/** A task that has not ended yet. */
export function openOutcome(
  planId: string,
  { title, outputs }: { title: string; outputs: readonly Output[] },
  reviewsBefore: number,
  found: number,
): TaskOutcome {
  return {
    planId,
    title,
    state: "open",
    rounds: 0,
    unreviewed: false,
    found,
    left: 0,
    carried: [],
    changes: null,
    author: null,
    files: pathsOf(outputs.map(outputPath)),
    reviewsBefore,
    workMs: 0,
    usage: NO_USAGE,
    reviews: [],
  };
}

/** What its author says was changed. */
interface Reported {
  summary: string;
  artifacts: readonly { path: string }[];
  changes?: DiffCount;
}

/**
 * Its author says that it is done; an author that reports no files changed the planned ones.
 *
 * @param steps of the pipeline that it is a step of
 */
export function handedIn(
  task: TaskOutcome,
  reported: Reported,
  author: Doer,
  steps: readonly PipelineStep[] = [],
): TaskOutcome {
  const { artifacts, changes } = reported;
  const inDiff = changes?.files ?? [];
  const told = [...artifacts.map(({ path }) => path), ...inDiff];
  const isCut = changes !== undefined && changes.fileCount > inDiff.length;
  const isRead = steps.some(
    (step) =>
      (step.id === task.planId && isJudging(step)) || (step.isCheckpoint && step.requires.includes(task.planId)),
  );
  const isSaid = isRead || isFeedback(task);
  const said = isSaid ? { said: cut(reported.summary, SAID_MAX) } : {};
  if (isCut) return { ...task, ...said, author, files: null };
  if (told.length === 0) return { ...task, ...said, author };
  return { ...task, ...said, author, files: pathsOf(told), isReported: true };
}

function pathsOf(paths: readonly string[]): string[] | null {
  const unique = [...new Set(paths.map(plainPath))];
  return unique.length === 0 || unique.length > FILES_KEPT ? null : unique;
}
