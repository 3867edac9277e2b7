import { counted } from "../../kernel/words.ts";
import { isReported, usdText } from "../../usage/usage.ts";
import { minutesText, spreadText } from "../plan/estimate.ts";
import type { Session } from "../record/session.ts";
import { type BatchFigures, batchFigures } from "./figures.ts";

/** The figures as a line; unknown ones are left out. */
export function figuresText(session: Session): string {
  const figures = batchFigures(session);
  const { tasks, changes, findings, tookMs, waitedMs } = figures;
  const parts = [counted(tasks, "task", "tasks")];
  if (changes) parts.push(`+${changes.added} −${changes.removed} in ${counted(changes.fileCount, "file", "files")}`);
  parts.push(findingsText(findings));
  if (tookMs !== null) {
    const waited = minutes(waitedMs);
    parts.push(`${minutes(tookMs)} min${waited > 0 ? `, ${waited} of them waiting for people` : ""}`);
  }
  return [`${parts.join(", ")}.`, ...againstEstimate(figures)].join(" ");
}

function findingsText({ fixed, left }: BatchFigures["findings"]): string {
  if (fixed + left === 0) return "no findings";
  const all = counted(fixed + left, "finding", "findings");
  if (left === 0) return fixed === 1 ? `${all}, fixed` : `${all}, all fixed`;
  return fixed === 0 ? `${all}, carried over` : `${all}, ${fixed} fixed and ${left} carried over`;
}

/** What its tasks took beside their estimate; nothing if there was none. */
function againstEstimate({ workMs, usage, estimate }: BatchFigures): string[] {
  if (!estimate?.workMs) return [];
  const isPriced = isReported(usage) && usage.unpricedTokens === 0;
  const { costUsdMicros } = estimate;
  const work = `${minutesText(workMs)} min of work (${spreadText(estimate.workMs, minutesText)} estimated)`;
  const cost =
    isPriced && costUsdMicros
      ? `, ${usdText(usage.costUsdMicros)} USD (${spreadText(costUsdMicros, usdText)} estimated)`
      : "";
  return [`It took ${work}${cost}.`];
}

function minutes(ms: number): number {
  return Math.round(ms / 60_000);
}
