import { downstreamOf, taskRequires } from "./graph.ts";
import { nextRevision, type PipelineStep, prefixOf } from "./pipeline.ts";

/** What a person wants done again before a checkpoint is passed. */
export interface Revision {
  /** New steps. */
  steps: PipelineStep[];
  /** Steps whose place others take, for whatever isn't done yet. */
  instead: Record<string, string>;
}

type Steps = readonly PipelineStep[];

/** Steps that lead to a checkpoint, in order; of those revised, the last revision. */
export function stepsBehind(steps: Steps, checkpoint: string): PipelineStep[] {
  return steps.filter(
    (step) => !step.isCheckpoint && downstreamOf(steps, step.id).includes(checkpoint),
  );
}

/** A step and all between it and the checkpoint are made again; what was made before stays readable. */
export function reviseFrom(steps: Steps, checkpoint: string, id: string): Revision {
  const behind = new Set(stepsBehind(steps, checkpoint).map((step) => step.id));
  const again = downstreamOf(steps, id).filter((one) => behind.has(one));
  const instead = Object.fromEntries(again.map((one) => [one, nextRevision(steps, one)]));
  return {
    instead,
    steps: steps
      .filter((step) => again.includes(step.id))
      .map((step) => ({
        ...step,
        id: instead[step.id] ?? step.id,
        requires: step.requires.map((one) => instead[one] ?? one),
      })),
  };
}

/** The steps directly in front of the checkpoint look again at what is there. */
export function recheck(steps: Steps, checkpoint: string): Revision {
  const last = steps.find(({ id }) => id === checkpoint);
  const again = new Set(last ? taskRequires(steps, last) : []);
  const instead = Object.fromEntries([...again].map((one) => [one, nextRevision(steps, one)]));
  const revised = steps.filter(({ id }) => again.has(id));
  return { instead, steps: revised.map((step) => ({ ...step, id: instead[step.id] ?? step.id })) };
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
    title: `Feedback at ${checkpoint}`,
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
