import type { Phase } from "../../flow/steps.ts";
import { oncePer } from "../../kernel/once-per.ts";
import type { RoomView } from "../../kernel/view.ts";
import { listed } from "../../kernel/words.ts";
import { downstreamOf, taskRequires } from "../../pipeline/graph.ts";
import { isJudging, phaseOfStep } from "../../pipeline/phase.ts";
import { countedSteps, type PipelineStep, revisedIn } from "../../pipeline/pipeline.ts";
import type { TaskResult } from "../../task/result.ts";
import { saidType, specOf } from "../../team/role-spec.ts";
import {
  type Gate,
  isBad,
  REQUIREMENTS,
  type ReportedCheck,
  type Requirement,
  requirementText,
  UNCLEAR,
  VERDICT,
} from "../record/gate.ts";
import type { PipelineSession } from "../record/session.ts";

export interface FailingCheck {
  step: PipelineStep;
  report: ReportedCheck;
  /** With its figure. */
  named: string;
  /** In a sentence. */
  text: string;
}

type Of = Pick<PipelineSession, "pipeline" | "execution" | "gates">;

/**
 * Checks of a pipeline's steps that count: for a redone step those of its last revision, and none that a later step
 * reported again. In the order of the steps.
 */
export function countingChecks({
  pipeline,
  execution,
  gates: { checks },
}: Of): Pick<FailingCheck, "step" | "report">[] {
  if (checks.length === 0) return [];
  const { steps } = pipeline;
  const made = execution?.tasks ?? {};
  return countedSteps(steps).flatMap((step) => {
    const own = checks.filter(({ taskId }) => taskId === made[step.id]);
    if (own.length === 0) return [];
    const behind = new Set(downstreamOf(steps, step.id).flatMap((id) => (id === step.id ? [] : (made[id] ?? []))));
    const isAnew = (name: string) => checks.some((other) => other.name === name && behind.has(other.taskId));
    return own.flatMap((report) => (isAnew(report.name) ? [] : [{ step, report }]));
  });
}

/** Those of them that speak against the work. */
export function failingChecks(session: Of): FailingCheck[] {
  const wantedOf = (name: string) => REQUIREMENTS[session.gates.preset].find((one) => one.name === name);
  return countingChecks(session).flatMap(({ step, report }) => {
    const wanted = wantedOf(report.name);
    if (!isBad(report, wanted)) return [];
    const named = figured(report, wanted);
    return [{ step, report, named, text: textOf(report, named, wanted) }];
  });
}

/**
 * The steps of a pipeline that are asked for the checks of its preset: those that judge what was built, tests first; if
 * none does, all that build. A pipeline that builds nothing is asked for none.
 */
export const askedForChecks = oncePer((steps: readonly PipelineStep[]): readonly PipelineStep[] => {
  const of = (phase: Phase) => countedSteps(steps).filter((step) => phaseOfStep(step) === phase);
  const [built, seen] = [of("implementation"), of("quality")];
  const tests = built.filter(isJudging);
  return tests.length > 0 ? tests : seen.length > 0 ? seen : built;
});

/** What fails, a sentence for each task. */
export function failingTexts(found: readonly FailingCheck[]): string[] {
  const isRed = ({ report }: FailingCheck) => !report.passed;
  return found.flatMap((one, i) => {
    const alike = found.filter((other) => isRed(other) && other.report.taskId === one.report.taskId);
    if (!isRed(one) || alike.length < 2) return [one.text];
    if (found.indexOf(alike[0] as FailingCheck) !== i) return [];
    return [`${one.report.taskId} ended with failing checks: ${listed(alike.map(({ named }) => named))}.`];
  });
}

function figured({ name, value }: ReportedCheck, wanted: { min?: number; max?: number } | undefined): string {
  return value === undefined ? name : `${name} (${value}${wanted?.min === undefined ? "" : " %"})`;
}

function textOf({ taskId, name, passed }: ReportedCheck, named: string, wanted: Requirement | undefined): string {
  if (name === UNCLEAR) return `${taskId} doesn't say whether the work passes.`;
  if (name === VERDICT) return `${taskId} reported that the work doesn't pass.`;
  return passed && wanted
    ? `${taskId} reported ${named}: not good enough. Required: ${requirementText(wanted)}.`
    : `${taskId} ended with a failing check: ${named}.`;
}

/**
 * If only checks hold up a pipeline's end at a gate: why, and the steps to which the work goes back: those that tests
 * and reviews looked at; for another step, itself; for a check that nobody reported, whoever is asked for it.
 */
export function backTo(
  session: Of,
  { phase, evidence }: Pick<Gate, "phase" | "evidence">,
): { steps: string[]; why: string[] } {
  const { steps } = session.pipeline;
  const failing = failingChecks(session).filter(({ step }) => phaseOfStep(step) === phase);
  const open = evidence.filter(({ outcome }) => outcome === "open");
  const why = [...failingTexts(failing), ...open.map(({ text }) => text)];
  const isLost = evidence.some(({ check, outcome }) => check.startsWith("task:") && outcome === "failed");
  if (isLost) return { steps: [], why };
  const revised = revisedIn(steps);
  const latest = (id: string): string => {
    const next = revised.get(id);
    return next === undefined ? id : latest(next);
  };
  const mended = failing.flatMap(({ step, report }) => {
    const looked = isJudging(step) && report.name !== UNCLEAR ? taskRequires(steps, step) : [];
    return (looked.length > 0 ? looked : [step.id]).map(latest);
  });
  // What is redone is judged again, and then reported again.
  const unsaid = open.length === 0 || mended.length > 0 ? [] : askedForChecks(steps);
  return { steps: [...new Set([...mended, ...unsaid.map(({ id }) => id)])], why };
}

/**
 * The check under which its verdict is listed, if that isn't that the work passes; reports without one are read for it.
 */
export function failingWord(
  { team }: Pick<RoomView, "team">,
  role: string | undefined,
  { summary, verdict }: Pick<TaskResult, "summary" | "verdict">,
): string | undefined {
  if (verdict === "passed") return undefined;
  if (verdict === "unclear") return UNCLEAR;
  const filled = team?.roles.find(({ name }) => name === role);
  const types = filled ? specOf(filled).messageTypes.filter(({ on }) => on === "error") : [];
  return saidType(types, summary).type ?? (verdict ? VERDICT : undefined);
}
