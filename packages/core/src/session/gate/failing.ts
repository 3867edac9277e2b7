import { listed } from "../../kernel/words.ts";
import { downstreamOf, taskRequires } from "../../pipeline/graph.ts";
import { isJudging, phaseOfStep } from "../../pipeline/phase.ts";
import { countedSteps, type PipelineStep, revisedIn } from "../../pipeline/pipeline.ts";
import type { Session } from "../record/session.ts";
import { type Gate, isBad, REQUIREMENTS, type ReportedCheck, UNCLEAR, VERDICT } from "./gate.ts";

export interface FailingCheck {
  step: PipelineStep;
  report: ReportedCheck;
  /** With its figure. */
  named: string;
  /** In a sentence. */
  text: string;
}

/**
 * Checks of a pipeline's steps that fail and count: of a step that was redone those of its last revision, and none that a
 * step behind it reported anew. In the order of the steps.
 */
export function failingChecks({
  pipeline,
  execution,
  gates: { checks, preset },
}: Pick<Session, "pipeline" | "execution" | "gates">): FailingCheck[] {
  if (!pipeline || checks.length === 0) return [];
  const { steps } = pipeline;
  const made = execution?.tasks ?? {};
  const wantedOf = (name: string) => REQUIREMENTS[preset].find((one) => one.name === name);
  const found: FailingCheck[] = [];
  for (const step of countedSteps(steps)) {
    const own = checks.filter(({ taskId }) => taskId === made[step.id]);
    for (const report of own) {
      if (!isBad(report, wantedOf(report.name))) continue;
      const behind = new Set(
        downstreamOf(steps, step.id).flatMap((id) => (id === step.id ? [] : (made[id] ?? []))),
      );
      const isAnew = checks.some(({ name, taskId }) => name === report.name && behind.has(taskId));
      if (isAnew) continue;
      const named = figured(report, wantedOf(report.name));
      found.push({ step, report, named, text: textOf(report, named) });
    }
  }
  return found;
}

/** What fails, a sentence for each task. */
export function failingTexts(found: readonly FailingCheck[]): string[] {
  const isRed = ({ report }: FailingCheck) => !report.passed;
  return found.flatMap((one, i) => {
    const alike = found.filter(
      (other) => isRed(other) && other.report.taskId === one.report.taskId,
    );
    if (!isRed(one) || alike.length < 2) return [one.text];
    if (found.indexOf(alike[0] as FailingCheck) !== i) return [];
    return [
      `${one.report.taskId} ended with failing checks: ${listed(alike.map(({ named }) => named))}.`,
    ];
  });
}

function figured(
  { name, value }: ReportedCheck,
  wanted: { min?: number; max?: number } | undefined,
): string {
  return value === undefined ? name : `${name} (${value}${wanted?.min === undefined ? "" : " %"})`;
}

function textOf({ taskId, name, passed }: ReportedCheck, named: string): string {
  if (name === UNCLEAR) return `${taskId} doesn't say whether the work passes.`;
  if (name === VERDICT) return `${taskId} reported that the work doesn't pass.`;
  return passed
    ? `${taskId} reported ${named}: not good enough.`
    : `${taskId} ended with a failing check: ${named}.`;
}

/**
 * Where a gate holds up a pipeline's end for failing checks alone: those, and the steps that the work goes back to: what tests and
 * reviews looked at; of another step, itself.
 */
export function backTo(
  session: Pick<Session, "pipeline" | "execution" | "gates">,
  { phase, evidence }: Pick<Gate, "phase" | "evidence">,
): { steps: string[]; failing: FailingCheck[] } {
  const steps = session.pipeline?.steps ?? [];
  const failing = failingChecks(session).filter(({ step }) => phaseOfStep(step) === phase);
  const isLost = evidence.some(
    ({ check, outcome }) => check.startsWith("task:") && outcome === "failed",
  );
  if (isLost) return { steps: [], failing };
  const revised = revisedIn(steps);
  const latest = (id: string): string => {
    const next = revised.get(id);
    return next === undefined ? id : latest(next);
  };
  const mended = failing.flatMap(({ step, report }) => {
    const looked = isJudging(step) && report.name !== UNCLEAR ? taskRequires(steps, step) : [];
    return (looked.length > 0 ? looked : [step.id]).map(latest);
  });
  return { steps: [...new Set(mended)], failing };
}
