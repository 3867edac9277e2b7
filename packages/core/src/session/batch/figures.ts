import type { TaskId } from "../../kernel/ids.ts";
import { type DiffCount, sumDiffs } from "../../task/diff-lines.ts";
import { NO_USAGE, type Usage } from "../../usage/usage.ts";
import type { PlanEstimate } from "../plan/estimate.ts";
import type { TaskOutcome } from "../record/outcome.ts";
import type { Session } from "../record/session.ts";
import { type FoundAndFixed, findingsIn } from "../review/findings.ts";
import { tallyOf } from "./batch.ts";

/** The figures of the current batch, for the viewer of its checkpoint. */
export interface BatchFigures {
  /** Of the plan; `passed`: with what its gate asks for. */
  tasks: number;
  passed: number;
  /** What the tasks changed, as far as they sent a diff; `null`: none did. */
  changes: DiffCount | null;
  /** Tasks that sent one. */
  diffs: number;
  /** Findings of reviewers, about tasks and about the whole: mended, or still open. */
  findings: FoundAndFixed;
  rounds: number;
  /** What its tasks took, with their reviews, and their estimate. */
  workMs: number;
  usage: Usage;
  estimate: PlanEstimate | null;
  /** From its start to its review; `null` before that. */
  tookMs: number | null;
  /** The part of that spent waiting for people. */
  waitedMs: number;
}

export function batchFigures(session: Session): BatchFigures {
  const { execution, batches, batch } = session;
  const now = batch === null ? undefined : batches?.[batch];
  const planned = Object.values(execution?.tasks ?? {});
  const outcomes = execution?.outcomes ?? {};
  const diffs = Object.values(outcomes).flatMap(changesOf);
  return {
    tasks: planned.length,
    passed: planned.filter((id: TaskId) => outcomes[id]?.state === "passed").length,
    changes: sumDiffs(diffs),
    diffs: diffs.length,
    findings: findingsIn(session),
    rounds: execution?.rounds ?? 0,
    workMs: Object.values(outcomes).reduce((sum, one) => sum + one.workMs, 0),
    usage: execution ? tallyOf(execution).usage : NO_USAGE,
    estimate: execution?.estimate ?? null,
    tookMs:
      now === undefined || now.startedAt === null || now.reviewedAt === null ? null : now.reviewedAt - now.startedAt,
    waitedMs: now?.waitedMs ?? 0,
  };
}

/** What was given up changed nothing. */
function changesOf({ state, changes }: TaskOutcome): DiffCount[] {
  return changes && (state === "passed" || state === "skipped") ? [changes] : [];
}
