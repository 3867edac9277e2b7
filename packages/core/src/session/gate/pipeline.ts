import type { Phase } from "../../flow/steps.ts";
import { counted } from "../../kernel/words.ts";
import { taskRequires } from "../../pipeline/graph.ts";
import { phaseOfStep } from "../../pipeline/phase.ts";
import { type Pipeline, revisedIn } from "../../pipeline/pipeline.ts";
import { isDone } from "../record/pipeline.ts";
import type { Session } from "../record/session.ts";
import { failingChecks } from "./failing.ts";
import { NO_STEPS, type Row, type TaskTally } from "./gate.ts";
import { lostRows } from "./work.ts";

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
  const ended = new Set(steps.flatMap((step) => (isDone(session, step) ? [step.id] : [])));
  const hasBegun = all.some(
    (step) =>
      execution?.tasks[step.id] !== undefined &&
      (ended.has(step.id) || taskRequires(steps, step).every((id) => ended.has(id))),
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
