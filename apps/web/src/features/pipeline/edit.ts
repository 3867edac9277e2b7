import { type Pipeline, type PipelineStep, prefixOf } from "@squadroom/core/pipeline/pipeline";

/** A pipeline after an edit, and the step that was added. */
export interface Added {
  pipeline: Pipeline;
  id: string;
}

/** One more step with the same prefix, after the named one; `null`: the first of a pipeline, or one beside all. */
export function addStep(pipeline: Pipeline, after: string | null): Added {
  const { steps } = pipeline;
  const prefix = prefixOf(steps.find(({ id }) => id === after) ?? { id: "TASK-1" });
  const id = freeId(steps, prefix, 3);
  const step = { id, title: "", requires: after === null ? [] : [after] };
  return { id, pipeline: placed(pipeline, step, after) };
}

/** A checkpoint after a step: what waited for the step also waits for the answer. */
export function addCheckpoint(pipeline: Pipeline, after: string): Added {
  const id = freeId(pipeline.steps, "CHECKPOINT", 1);
  const checkpoint = { id, title: "", requires: [after], isCheckpoint: true };
  const steps = pipeline.steps.map((step) => ({
    ...step,
    requires: step.requires.map((one) => (one === after ? id : one)),
  }));
  return { id, pipeline: placed({ ...pipeline, steps }, checkpoint, after) };
}

/** What waited for the step now waits for what the step waited for. */
export function removeStep(pipeline: Pipeline, id: string): Pipeline {
  const gone = pipeline.steps.find((step) => step.id === id);
  const onward = gone?.requires ?? [];
  const steps = pipeline.steps
    .filter((step) => step !== gone)
    .map((step) => {
      if (!step.requires.includes(id)) return step;
      const requires = step.requires.flatMap((one) => (one === id ? onward : [one]));
      return { ...step, requires: [...new Set(requires)].filter((one) => one !== step.id) };
    });
  return { ...pipeline, steps };
}

/** Another title, instruction or id; with its id change the references of steps that wait for it. */
export function changeStep(pipeline: Pipeline, id: string, change: Partial<PipelineStep>): Pipeline {
  const at = pipeline.steps.findIndex((step) => step.id === id);
  const next = change.id ?? id;
  const isTaken = pipeline.steps.some((step, i) => i !== at && step.id === id);
  const steps = pipeline.steps.map((step, i) => {
    if (i === at) return { ...step, ...change };
    if (next === id || isTaken) return step;
    return { ...step, requires: step.requires.map((one) => (one === id ? next : one)) };
  });
  return { ...pipeline, steps };
}

/** From now on a step waits for another, or no longer does. */
export function setRequired(pipeline: Pipeline, id: string, required: string, on: boolean): Pipeline {
  const step = pipeline.steps.find((one) => one.id === id);
  const others = (step?.requires ?? []).filter((one) => one !== required);
  return changeStep(pipeline, id, { requires: on ? [...others, required] : others });
}

/** What else a step could wait for: none of those that wait for it. */
export function couldRequire({ steps }: Pipeline, id: string): string[] {
  const behind = new Set([id]);
  for (let size = 0; size !== behind.size; ) {
    size = behind.size;
    for (const step of steps) if (step.requires.some((one) => behind.has(one))) behind.add(step.id);
  }
  const own = steps.find((step) => step.id === id)?.requires ?? [];
  return steps.map((step) => step.id).filter((one) => !behind.has(one) && !own.includes(one));
}

/** What else could wait for a step. */
export function couldFollow(pipeline: Pipeline, id: string): string[] {
  return pipeline.steps.map((step) => step.id).filter((one) => one !== id && couldRequire(pipeline, one).includes(id));
}

/** A name that none of these has. */
export function freeName(taken: readonly string[], wanted: string): string {
  let n = 1;
  while (taken.includes(n === 1 ? wanted : `${wanted}-${n}`)) n += 1;
  return n === 1 ? wanted : `${wanted}-${n}`;
}

function placed(pipeline: Pipeline, step: PipelineStep, after: string | null): Pipeline {
  const at = pipeline.steps.findIndex(({ id }) => id === after);
  const steps = [...pipeline.steps];
  steps.splice(at < 0 ? steps.length : at + 1, 0, step);
  return { ...pipeline, steps };
}

function freeId(steps: readonly PipelineStep[], prefix: string, digits: number): string {
  let n = 1;
  const idOf = () => `${prefix}-${String(n).padStart(digits, "0")}`;
  while (steps.some(({ id }) => id === idOf())) n += 1;
  return idOf();
}
