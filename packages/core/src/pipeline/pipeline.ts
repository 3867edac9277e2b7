import type { Word } from "../kernel/ids.ts";
import { oncePer } from "../kernel/once-per.ts";

/**
 * A task that a pipeline makes, or a checkpoint: what comes after one waits until a person answers it.
 *
 * @source domain.md § 10
 */
export interface PipelineStep {
  /** Its id in the pipeline: `DRAFT-002`, `CHECKPOINT-1`. The part before the number says whose task it is. */
  id: Word;
  title: string;
  /** What its agent is told besides the requirement; left out: its role's spec says everything. */
  instruction?: string;
  /** Steps that must be done first. */
  requires: readonly Word[];
  /** Files that it makes. */
  outputs?: readonly string[];
  isCheckpoint?: boolean;
}

/** A way from a request to its result, as data: a graph of steps. */
export interface Pipeline {
  name: Word;
  title: string;
  /** Its purpose, in a clause. */
  about: string;
  steps: readonly PipelineStep[];
}

/** What the id of a step's task begins with: `DEV-FE` of `DEV-FE-001`, also of its revision `DEV-FE-001-R1`. */
export function prefixOf({ id }: Pick<PipelineStep, "id">): string {
  const { first } = revisionOf(id);
  return first.slice(0, first.lastIndexOf("-"));
}

/** The step that an id revises, and how often it was revised: `DRAFT-002-R1` is the first revision of `DRAFT-002`. */
export function revisionOf(id: string): { first: string; revision: number } {
  if (!id.includes("-R")) return { first: id, revision: 0 };
  const match = /^(.+)-R(\d+)$/.exec(id);
  return { first: match?.[1] ?? id, revision: Number(match?.[2] ?? 0) };
}

/** The task of a step's revision, from the step's own: a room continues counting where another session's tasks end. */
export function revisedAs(taskId: string, revision: string): string {
  return `${revisionOf(taskId).first}-R${revisionOf(revision).revision}`;
}

/** Steps that count: no checkpoints, and of repeated ones the last revision. */
export const countedSteps = oncePer((steps: readonly PipelineStep[]): readonly PipelineStep[] => {
  const revised = revisedIn(steps);
  return steps.filter(({ id, isCheckpoint }) => !isCheckpoint && !revised.has(id));
});

/** The same steps, each revision after what it revises. */
export function inPlace<Step extends Pick<PipelineStep, "id">>(steps: readonly Step[]): Step[] {
  const place = new Map(steps.map(({ id }, at) => [id, at]));
  return steps
    .map((step, at) => ({ step, at: place.get(revisionOf(step.id).first) ?? at }))
    .sort((a, b) => a.at - b.at)
    .map(({ step }) => step);
}

/** The next revision of a step. */
export function nextRevision(steps: readonly Pick<PipelineStep, "id">[], id: string): string {
  const { first } = revisionOf(id);
  const last = steps.map((step) => revisionOf(step.id)).filter((one) => one.first === first);
  return `${first}-R${Math.max(0, ...last.map(({ revision }) => revision)) + 1}`;
}

/** Steps that others replaced: each with its next revision. */
export const revisedIn = oncePer((steps: readonly Pick<PipelineStep, "id">[]): ReadonlyMap<string, string> => {
  const ids = new Set(steps.map(({ id }) => id));
  return new Map(
    steps.flatMap(({ id }) => {
      const { first, revision } = revisionOf(id);
      const next = `${first}-R${revision + 1}`;
      return ids.has(next) ? [[id, next] as const] : [];
    }),
  );
});
