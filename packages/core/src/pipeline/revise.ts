import type { Word } from "../kernel/ids.ts";
import { listed } from "../kernel/words.ts";
import { downstreamOf, inOrder, taskRequires, upstreamOf } from "./graph.ts";
import { countedSteps, inPlace, nextRevision, type PipelineStep, prefixOf, revisedIn, revisionOf } from "./pipeline.ts";

/** What a person wants redone before a checkpoint is passed. */
export interface Revision {
  /** New steps. */
  steps: PipelineStep[];
  /** Steps that others replace, for whatever isn't done yet. */
  instead: Record<string, Word>;
}

type Steps = readonly PipelineStep[];

/** Steps that lead to a checkpoint, in order, a revision in place of what it revises; of several, the last. */
export function stepsBehind(steps: Steps, checkpoint: string): PipelineStep[] {
  const before = upstreamOf(steps, checkpoint);
  return countedSteps(inPlace(steps)).filter(({ id }) => before.has(id));
}

/** Those that can be redone: what was made from a person's feedback was an answer. */
export function redoable(steps: Steps, checkpoint: string): PipelineStep[] {
  return stepsBehind(steps, checkpoint).filter(({ title }) => title !== feedbackTitle(checkpoint));
}

const FEEDBACK = "Feedback at ";

function feedbackTitle(checkpoint: string): string {
  return `${FEEDBACK}${checkpoint}`;
}

/** Whether a step was made from a person's feedback. */
export function isFeedback({ title }: Pick<PipelineStep, "title">): boolean {
  return title.startsWith(FEEDBACK);
}

/**
 * A step and everything between it and the checkpoint are redone; what was made before stays readable.
 *
 * @param note what a person said, to whoever begins
 */
export function reviseFrom(steps: Steps, checkpoint: string, id: string, note = ""): Revision {
  const downstream = new Set([id, ...downstreamOf(steps, id)]);
  const again = redoable(steps, checkpoint).filter((step) => downstream.has(step.id));
  return madeAgain(steps, again, new Set([id]), note);
}

function madeAgain(
  steps: Steps,
  again: readonly PipelineStep[],
  named: ReadonlySet<string>,
  note: string,
  hasVersion: (id: string) => boolean = () => true,
): Revision {
  const instead = Object.fromEntries(again.map((one) => [one.id, nextRevision(steps, one.id)]));
  const titles = again.flatMap(({ id, title }) => (named.has(id) ? `“${title}”` : []));
  const why = `${listed(titles)} ${titles.length === 1 ? "is" : "are"} revised: ${note.split("\n\n")[0]}`;
  const saidTo = ({ id }: PipelineStep) =>
    named.has(id)
      ? note && `Do it again: ${note}`
      : titles.length > 0 && hasVersion(id)
        ? `Do it again on what changed, and keep of it what still holds. ${why}`
        : "";
  return {
    instead,
    steps: again.map((step) => ({
      ...renamed(step, instead),
      ...againAs(steps, step, saidTo(step)),
    })),
  };
}

/** How far a step is: its task can't start yet, could or has, or has ended. `none`: it has no task or wasn't passed. */
export type StepProgress = "none" | "waiting" | "started" | "over";

/**
 * Steps that have ended, and everything after them that has begun, are redone; a checkpoint that was passed asks again.
 * What only waits keeps waiting, for the new ones, unless its checkpoint has to be passed again first.
 *
 * @param ids steps that have ended, and the last of their revisions
 * @param note what somebody said, to whoever redoes those
 */
export function reviseSteps(
  steps: Steps,
  ids: ReadonlySet<string>,
  progressOf: (id: string) => StepProgress,
  note = "",
): Revision {
  const answers = feedbackTitles(steps);
  const reached = new Set<string>();
  const again: PipelineStep[] = [];
  /** Redone, but not before a checkpoint is passed again. */
  const held = new Set<string>();
  for (const step of inOrder(latestSteps(steps))) {
    const isBehind = step.requires.some((id) => reached.has(id));
    if (!isBehind && !ids.has(step.id)) continue;
    reached.add(step.id);
    if (answers.has(step.title)) continue;
    const progress = progressOf(step.id);
    const isHeld = step.requires.some((id) => held.has(id));
    if (progress === "none" || (progress === "waiting" && !isHeld)) continue;
    again.push(step);
    if (isHeld || step.isCheckpoint) held.add(step.id);
  }
  return madeAgain(steps, again, ids, note, (id) => progressOf(id) === "over");
}

/** Steps that may be chosen to be redone, in order. */
export function revisable(steps: Steps, progressOf: (id: string) => StepProgress): PipelineStep[] {
  const answers = feedbackTitles(steps);
  return countedSteps(inPlace(steps)).filter(({ id, title }) => progressOf(id) === "over" && !answers.has(title));
}

function feedbackTitles(steps: Steps): ReadonlySet<string> {
  return new Set(steps.flatMap(({ id, isCheckpoint }) => (isCheckpoint ? feedbackTitle(id) : [])));
}

/** The last revision of each step, requiring the last revisions of others. */
function latestSteps(steps: Steps): PipelineStep[] {
  const revised = revisedIn(steps);
  const latest = (id: string): string => {
    let last = id;
    for (let next = revised.get(last); next !== undefined; next = revised.get(last)) last = next;
    return last;
  };
  return steps.flatMap((step) =>
    revised.has(step.id) ? [] : { ...step, requires: [...new Set(step.requires.map(latest))] },
  );
}

function renamed(step: PipelineStep, instead: Revision["instead"]): PipelineStep {
  const requires = step.requires.map((one) => instead[one] ?? one);
  return { ...step, id: instead[step.id] ?? step.id, requires };
}

/** As first asked for: what an earlier revision was to mend is mended. */
function againAs(steps: Steps, step: PipelineStep, told: string): Pick<PipelineStep, "instruction"> {
  const first = steps.find(({ id }) => id === revisionOf(step.id).first) ?? step;
  const said = told === "" ? [] : [told, filesText("The version so far is", [step])];
  const instruction = [...said, first.instruction].filter(Boolean).join("\n\n");
  return instruction === "" ? {} : { instruction };
}

/** `The version so far is spec/epics.md.`; empty: they make no files. */
function filesText(what: string, steps: Steps): string {
  const files = steps.flatMap(({ outputs = [] }) => outputs);
  return files.length === 0 ? "" : `${what} ${listed(files)}.`;
}

/** The steps directly before the checkpoint look again at what is there. */
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
    instruction: [
      `Change what was checked, and only as far as this asks for it: ${note}`,
      filesText(
        "What was checked is",
        redoable(steps, checkpoint).filter((one) => !(one.id in looked.instead)),
      ),
      filesText("What was found is in", looked.steps),
    ]
      .filter(Boolean)
      .join("\n\n"),
    requires: [],
  };
  return {
    instead: looked.instead,
    steps: [step, ...looked.steps.map((one) => ({ ...one, requires: [...one.requires, id] }))],
  };
}

/** Somebody looks at what a person said before the checkpoint asks again. */
export function feedback(steps: Steps, checkpoint: string, prefix: string, note: string): Revision {
  const last = steps.find(({ id }) => id === checkpoint);
  const id = nextId(steps, prefix);
  const step: PipelineStep = {
    id,
    title: feedbackTitle(checkpoint),
    instruction: [
      `A person gave this feedback at the checkpoint “${last?.title ?? checkpoint}”: ${note}`,
      "Decide what follows from it, and end this task with your answer as its summary. The person reads it at the checkpoint, which asks again then.",
    ].join("\n\n"),
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

/** The graph with a revision: what isn't done yet requires the revised steps, and the checkpoint all new ones. */
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
