import { revisedIn } from "../../pipeline/pipeline.ts";
import type { PipelineSession } from "../record/session.ts";
import { foundTexts, resultOf, topDivergences } from "./verdict.ts";

/**
 * What the last discussion of a step held against it, and that a person let it through, in sentences; empty: nothing.
 */
export function heldAgainst(
  { discussions = [], execution, pipeline }: Pick<PipelineSession, "discussions" | "execution" | "pipeline">,
  step: string,
): string[] {
  const last = discussions.findLast((one) => one.step === step && one.verdict !== null);
  if (last?.verdict?.outcome === "skipped") return [`${last.round} was skipped: nobody judged it.`];
  if (last?.verdict?.outcome !== "blocked") return [];
  const { round, taskId, verdict } = last;
  const found = topDivergences(resultOf(last)).map(({ text }) => text);
  const what = found.length === 0 ? "." : `: ${found.join("; ")}`;
  const how = verdict.severity === "high" ? "blocked it" : "warns";
  const isRedone = revisedIn(pipeline.steps).has(step);
  const isLet = verdict.next === "asks" && !isRedone && execution?.outcomes[taskId]?.state === "passed";
  return [`${round} ${how}, ${verdict.severity.toUpperCase()}${what}`, ...(isLet ? ["A person let it through."] : [])];
}

/** What the last discussion of one of these steps found and wants done. */
export function foundAbout(
  { discussions = [] }: Pick<PipelineSession, "discussions">,
  steps: readonly string[],
): string[] {
  const last = discussions.findLast(({ step, verdict }) => verdict && steps.includes(step));
  return last ? foundTexts(last) : [];
}
