import { downstreamOf, taskRequires, upstreamOf } from "./graph.ts";
import {
  countedSteps,
  inPlace,
  nextRevision,
  type PipelineStep,
  prefixOf,
  revisionOf,
} from "./pipeline.ts";

/** What a person wants done again before a checkpoint is passed. */
export interface Revision {
  /** New steps. */
  steps: PipelineStep[];
  /** Steps whose place others take, for whatever isn't done yet. */
  instead: Record<string, string>;
}

type Steps = readonly PipelineStep[];

/** Steps that lead to a checkpoint, in order, a revision in the place of what it revises; of those revised, the last. */
export function stepsBehind(steps: Steps, checkpoint: string): PipelineStep[] {
  const before = upstreamOf(steps, checkpoint);
  return countedSteps(inPlace(steps)).filter(({ id }) => before.has(id));
}

/** Those that can be made again: what was made of a person's feedback was an answer. */
export function redoable(steps: Steps, checkpoint: string): PipelineStep[] {
  return stepsBehind(steps, checkpoint).filter(({ title }) => title !== feedbackTitle(checkpoint));
}

function feedbackTitle(checkpoint: string): string {
  return `Feedback at ${checkpoint}`;
}

/**
 * A step and all between it and the checkpoint are made again; what was made before stays readable.
 *
 * @param note what a person said, to whoever begins
 */
export function reviseFrom(steps: Steps, checkpoint: string, id: string, note = ""): Revision {
  const downstream = new Set([id, ...downstreamOf(steps, id)]);
  const again = redoable(steps, checkpoint).filter((step) => downstream.has(step.id));
  const instead = Object.fromEntries(again.map((one) => [one.id, nextRevision(steps, one.id)]));
  return {
    instead,
    steps: again.map((step) => ({
      ...renamed(step, instead),
      ...againAs(steps, step, step.id === id ? note : ""),
    })),
  };
}

function renamed(step: PipelineStep, instead: Revision["instead"]): PipelineStep {
  const requires = step.requires.map((one) => instead[one] ?? one);
  return { ...step, id: instead[step.id] ?? step.id, requires };
}

/** As it was asked for at first: what an earlier revision was to mend is mended. */
function againAs(
  steps: Steps,
  step: PipelineStep,
  note: string,
): Pick<PipelineStep, "instruction"> {
  const first = steps.find(({ id }) => id === revisionOf(step.id).first) ?? step;
  const said = note === "" ? "" : `Do it again: ${note}`;
  const instruction = [said, first.instruction].filter(Boolean).join("\n\n");
  return instruction === "" ? {} : { instruction };
}

/** The steps directly in front of the checkpoint look again at what is there. */
export function recheck(steps: Steps, checkpoint: string): Revision {
  const last = steps.find(({ id }) => id === checkpoint);
  const front = new Set(last ? taskRequires(steps, last) : []);
  const again = redoable(steps, checkpoint).filter(({ id }) => front.has(id));
  const instead = Object.fromEntries(again.map(({ id }) => [id, nextRevision(steps, id)]));
  return { instead, steps: again.map((step) => renamed(step, instead)) };
}

/** One step mends what is there, then it is looked at again. @param prefix whose task it is */
export function improve(steps: Steps, checkpoint: string, prefix: string, note: string): Revision {
  const id = nextId(steps, prefix);
  const looked = recheck(steps, checkpoint);
  const step: PipelineStep = {
    id,
    title: "Improve what was checked",
    instruction: note,
    requires: [],
  };
  return {
    instead: looked.instead,
    steps: [step, ...looked.steps.map((one) => ({ ...one, requires: [...one.requires, id] }))],
  };
}

/** Somebody looks at what a person said before the checkpoint comes again. */
export function feedback(steps: Steps, checkpoint: string, prefix: string, note: string): Revision {
  const last = steps.find(({ id }) => id === checkpoint);
  const id = nextId(steps, prefix);
  const step: PipelineStep = {
    id,
    title: feedbackTitle(checkpoint),
    instruction: note,
    requires: last ? taskRequires(steps, last) : [],
  };
  return { instead: {}, steps: [step] };
}

function nextId(steps: Steps, prefix: string): string {
  const numbers = steps
    .filter((step) => prefixOf(step) === prefix)
    .map(({ id }) => Number(/-(\d+)(?:-R\d+)?$/.exec(id)?.[1] ?? 0));
  return `${prefix}-${String(Math.max(0, ...numbers) + 1).padStart(3, "0")}`;
}

/** The graph with a revision in it: what isn't done yet requires the revised steps, and the checkpoint all new ones. */
export function revised(
  steps: Steps,
  checkpoint: string | null,
  revision: Revision,
  isMade: (id: string) => boolean,
): PipelineStep[] {
  const { steps: added, instead } = revision;
  const ends = added.filter(({ id }) => !added.some(({ requires }) => requires.includes(id)));
  return [
    ...steps.map((step) => {
      if (isMade(step.id)) return step;
      const requires = step.requires.map((one) => instead[one] ?? one);
      const more = step.id === checkpoint ? ends.map(({ id }) => id) : [];
      return { ...step, requires: [...new Set([...requires, ...more])] };
    }),
    ...added,
  ];
}
