import { PHASES, type Phase } from "../../flow/steps.ts";
import { oncePer } from "../../kernel/once-per.ts";
import { stepsById } from "../../pipeline/graph.ts";
import { phaseOfStep } from "../../pipeline/phase.ts";
import { countedSteps, type PipelineStep, prefixOf } from "../../pipeline/pipeline.ts";
import type { NewTask } from "../../task/task.ts";
import { ownerOf } from "../../team/prefixes.ts";
import type { Team } from "../../team/team.ts";
import { openOf } from "../record/evidence.ts";
import type { PipelineSession } from "../record/session.ts";

type Of = Pick<PipelineSession, "execution" | "passed">;

/** Whether what comes after the step may start: its task has ended, in any way; a checkpoint was answered. */
export function isDone({ execution, passed }: Of, { id, isCheckpoint }: PipelineStep): boolean {
  if (isCheckpoint) return passed[id] !== undefined;
  const taskId = execution?.tasks[id];
  return taskId !== undefined && execution?.open !== undefined && !openOf(execution.open).has(taskId);
}

/** The step that a task is; not what is judged, asked or planned beside them. */
export function stepOfTask(
  { pipeline, execution }: Pick<PipelineSession, "pipeline" | "execution">,
  taskId: string,
): PipelineStep | undefined {
  return pipeline.steps.find(({ id }) => execution?.tasks[id] === taskId);
}

/** A step by its task's id, once there is one: in a second session not by the pipeline's own number. */
export function stepName({ execution }: Pick<Of, "execution">, id: string): string {
  return execution?.tasks[id] ?? id;
}

/** How many of the steps that count are over: the one count of a pipeline. */
export function stepsDone(session: Of & Pick<PipelineSession, "pipeline">): { done: number; all: number } {
  const steps = countedSteps(session.pipeline.steps);
  return { done: steps.filter((step) => isDone(session, step)).length, all: steps.length };
}

const checkpointsOf = oncePer((steps: readonly PipelineStep[]) => steps.filter(({ isCheckpoint }) => isCheckpoint));

/**
 * Checkpoints whose turn it is: everything before them is done, and nobody has answered yet. A cancelled step is over,
 * though those before it may not be.
 */
export function dueCheckpoints(session: Of & Pick<PipelineSession, "pipeline">): PipelineStep[] {
  const { steps } = session.pipeline;
  const open = checkpointsOf(steps).filter((step) => !isDone(session, step));
  if (open.length === 0) return open;
  const byId = stepsById(steps);
  return open.filter((checkpoint) => {
    const seen = new Set(checkpoint.requires);
    // A set is iterated while it grows.
    for (const id of seen) {
      const step = byId.get(id);
      if (!step || !isDone(session, step)) return false;
      if (!step.isCheckpoint) for (const one of step.requires) seen.add(one);
    }
    return true;
  });
}

/** The earliest phase with unfinished steps; for a finished pipeline, its last one. */
export function pipelinePhase(session: Of & Pick<PipelineSession, "pipeline">): Phase {
  const { steps } = session.pipeline;
  const has = (phase: Phase, isOpen: boolean) =>
    steps.some((step) => phaseOfStep(step) === phase && (!isOpen || !isDone(session, step)));
  return PHASES.find((phase) => has(phase, true)) ?? PHASES.findLast((phase) => has(phase, false)) ?? "implementation";
}

/** A step in the form of a task, the first time and each time that it is redone. */
export function stepDraft(
  team: Team,
  { description }: Pick<PipelineSession, "description">,
  step: PipelineStep,
): Pick<NewTask, "role" | "title" | "instruction" | "outputs"> {
  return {
    role: ownerOf(team, prefixOf(step))?.name ?? team.entryPoint,
    title: step.title,
    instruction: [step.instruction, description].filter(Boolean).join("\n\n"),
    outputs: [...(step.outputs ?? [])],
  };
}
