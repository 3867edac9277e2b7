import { PHASES, type Phase } from "../../flow/steps.ts";
import { oncePer } from "../../kernel/once-per.ts";
import { counted } from "../../kernel/words.ts";
import { stepsById, taskRequires } from "../../pipeline/graph.ts";
import { phaseOfStep } from "../../pipeline/phase.ts";
import { type PipelineStep, revisedIn } from "../../pipeline/pipeline.ts";
import { checkRow, gateFrom, isThrough, lostRows, pending, tallyOf } from "../record/evidence.ts";
import { type Gate, NO_STEPS, REQUIREMENTS, type Row, type TaskTally } from "../record/gate.ts";
import type { PipelineSession } from "../record/session.ts";
import { askedForChecks, countingChecks, failingChecks, failingTexts } from "./failing.ts";
import { isDone } from "./steps.ts";

/** The steps with which a phase begins: nothing that they need is in their phase. */
const firstsOf = oncePer((steps: readonly PipelineStep[]) =>
  steps.flatMap((step) => {
    if (step.isCheckpoint) return [];
    const phase = phaseOfStep(step);
    const requires = taskRequires(steps, step).flatMap((id) => stepsById(steps).get(id) ?? []);
    const isInside = requires.some((one) => phaseOfStep(one) === phase);
    return isInside ? [] : [{ id: step.id, phase, requires }];
  }),
);

/** Whether all of its steps are over, however they ended: its gates say whether it is complete. */
export function isPipelineOver(session: PipelineSession): boolean {
  return session.pipeline.steps.every((step) => isDone(session, step));
}

/** A pipeline's gates, one for each phase. */
export function pipelineGates(session: PipelineSession): Gate[] {
  const tally = tallyOf(session, session.pipeline.steps);
  const isOver = isPipelineOver(session);
  return PHASES.map((phase) => {
    const rows = rowsOf(session, phase, tally);
    const of = { phase, batch: null };
    return rows ? gateFrom(session, of, rows, isOver) : pending(of);
  });
}

/** The gate that holds up the end of a pipeline whose steps are all over. */
export function endGate(session: PipelineSession): Gate | null {
  if (session.execution === null || !isPipelineOver(session)) return null;
  return pipelineGates(session).find(({ state }) => !isThrough(state)) ?? null;
}

/**
 * What fails at the end of a pipeline, or is required and was not reported, in sentences; including what a person let
 * stand.
 */
export function failingIn(session: PipelineSession): string[] {
  const required = new Set(REQUIREMENTS[session.gates.preset].map(({ name }) => name));
  const unsaid = pipelineGates(session)
    .flatMap(({ evidence }) => evidence)
    .filter(({ check, outcome }) => outcome !== "met" && required.has(check));
  return [...failingTexts(failingChecks(session)), ...unsaid.map(({ text }) => text)];
}

/**
 * The evidence of a phase's gate in a pipeline: the tasks of the phase, for a revised step those of its last revision,
 * the checks
 * that they reported as failing, and those that its preset requires. Order is the graph's, so that gates hold up only
 * the end. `null`: no step of it could begin yet.
 *
 * @source domain.md § 6
 */
function rowsOf(session: PipelineSession, phase: Phase, tally: TaskTally): Row[] | null {
  const { startedAt, execution, pipeline } = session;
  const { steps } = pipeline;
  const all = steps.filter((step) => !step.isCheckpoint && phaseOfStep(step) === phase);
  const hasBegun =
    all.some((step) => isDone(session, step)) ||
    firstsOf(steps).some(
      (first) =>
        first.phase === phase &&
        execution?.tasks[first.id] !== undefined &&
        first.requires.every((step) => isDone(session, step)),
    );
  if (startedAt === null || (all.length > 0 && !hasBegun)) return null;
  const revised = revisedIn(steps);
  const own = all.filter(({ id }) => !revised.has(id));
  const ids = new Set(own.map(({ id }) => id));
  const lost = tally.lost.filter(({ planId }) => ids.has(planId));
  const done = own.filter((step) => isDone(session, step)).length;
  const failing = failingChecks(session).filter(({ step }) => ids.has(step.id));
  const bad = new Set([...lost.map(({ planId }) => planId), ...failing.map(({ step }) => step.id)]);
  const passed = counted(done - bad.size, "step", "steps");
  if (own.length === 0) return [{ check: NO_STEPS, outcome: "met", text: "The pipeline has no step of this phase." }];
  return [
    {
      check: "tasks",
      outcome: done < own.length ? "open" : "met",
      text: `${passed} of ${own.length} done.`,
    },
    ...lostRows(lost),
    ...failing.map(({ report: { name, taskId, by, at }, text }): Row => {
      return { check: `${name}:${taskId}`, outcome: "failed", by, at, text };
    }),
    ...requiredRows(session, steps, ids),
  ];
}

/**
 * Checks that the preset requires; one that was reported but isn't good enough is listed with the step that reported
 * it.
 */
function requiredRows(session: PipelineSession, steps: readonly PipelineStep[], ids: ReadonlySet<string>): Row[] {
  const [asked] = askedForChecks(steps);
  if (!asked || !ids.has(asked.id)) return [];
  const reports = countingChecks(session).map(({ report }) => report);
  const rows = REQUIREMENTS[session.gates.preset].map((wanted) => checkRow(wanted, reports));
  return rows.filter(({ outcome }) => outcome !== "failed");
}
