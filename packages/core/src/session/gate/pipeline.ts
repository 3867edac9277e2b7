import type { Phase } from "../../flow/steps.ts";
import { oncePer } from "../../kernel/once-per.ts";
import { counted } from "../../kernel/words.ts";
import { stepsById, taskRequires } from "../../pipeline/graph.ts";
import { phaseOfStep } from "../../pipeline/phase.ts";
import { type Pipeline, type PipelineStep, revisedIn } from "../../pipeline/pipeline.ts";
import { isDone } from "../record/pipeline.ts";
import type { Session } from "../record/session.ts";
import { failingChecks } from "./failing.ts";
import { NO_STEPS, type Row, type TaskTally } from "./gate.ts";
import { lostRows } from "./work.ts";

/** The steps with which a phase begins: nothing that they need is of their phase. */
const firstsOf = oncePer((steps: readonly PipelineStep[]) =>
  steps.flatMap((step) => {
    if (step.isCheckpoint) return [];
    const phase = phaseOfStep(step);
    const requires = taskRequires(steps, step).flatMap((id) => stepsById(steps).get(id) ?? []);
    const isInside = requires.some((one) => phaseOfStep(one) === phase);
    return isInside ? [] : [{ id: step.id, phase, requires }];
  }),
);

/**
 * What a phase's gate rests on in a pipeline: the tasks of the phase, of a revised step those of its last revision, and the
 * checks that they reported as failing. Order is the graph's, so that gates hold up the
 * end only. `null`: no step of it could begin yet.
 *
 * @source domain.md § 6
 */
export function pipelineRows(
  session: Session,
  { steps }: Pipeline,
  phase: Phase,
  tally: TaskTally,
): Row[] | null {
  const { startedAt, execution } = session;
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
  const passed = counted(done - lost.length, "step", "steps");
  if (own.length === 0)
    return [{ check: NO_STEPS, outcome: "met", text: "The pipeline has no step of this phase." }];
  return [
    {
      check: "tasks",
      outcome: done < own.length ? "open" : "met",
      text: `${passed} of ${own.length} passed.`,
    },
    ...lostRows(lost),
    ...failingChecks(session)
      .filter(({ step }) => ids.has(step.id))
      .map(({ report: { name, taskId, by, at }, text }): Row => {
        return { check: `${name}:${taskId}`, outcome: "failed", by, at, text };
      }),
  ];
}
