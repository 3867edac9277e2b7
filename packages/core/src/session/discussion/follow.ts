import { currentAttempt, findFanout, isSettled } from "../../fanout/fanout.ts";
import { SERVER } from "../../kernel/actor.ts";
import type { Context } from "../../kernel/command.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { listed } from "../../kernel/words.ts";
import { nextRevision, type PipelineStep, revisionOf } from "../../pipeline/pipeline.ts";
import { cancelled } from "../../task/cancel.ts";
import { liveTask } from "../../task/order.ts";
import type { TaskResult } from "../../task/result.ts";
import { revisedPipeline } from "../pipeline/apply.ts";
import { tasksOf } from "../pipeline/follow.ts";
import type { At } from "../record/at.ts";
import type { Discussion, DiscussionVerdict } from "../record/discussion.ts";
import type { PipelineSession } from "../record/session.ts";
import { openRound, titled } from "./open.ts";
import { tellOfBlocked } from "./tell.ts";
import { foundTexts, recommendationOf, resultOf, severityOf, topDivergences } from "./verdict.ts";

type Concluding = At<PipelineSession> & { context: Pick<Context, "newId"> };

/** A round whose points of view are all in, or never will be. */
export function settledRound(room: Room, { discussions = [] }: PipelineSession): Discussion | undefined {
  return discussions.find((one) => {
    if (one.verdict !== null || !liveTask(room, one.taskId)) return false;
    const fanout = findFanout(room, one.id);
    return fanout === undefined || isSettled(fanout);
  });
}

/**
 * What follows from a round, in the commit of its last word: the next one, the end of the step, one revision, or a
 * question to a person.
 */
export function concludeRound(at: Concluding, discussion: Discussion): ActedFact[] {
  const { room, session, context } = at;
  const verdict = verdictOf(room, discussion);
  const { id: discussionId, round } = discussion;
  const data = { sessionId: session.id, discussionId, round, step: discussion.step, verdict };
  const revision = nextRevision(session.pipeline.steps, discussion.step);
  const facts: ActedFact[] = [
    { type: "session.discussed", data, actor: SERVER },
    ...tellOfBlocked(room, session, discussion, verdict, revision, context),
    ...left(room, discussion),
  ];
  const { result, rest, step, by, taskId } = discussion;
  const task = liveTask(room, taskId);
  if (!task || !result) return facts;
  switch (verdict.next) {
    case "asks":
      return facts;
    case "revise":
      return [...facts, ...reviseDiscussed(at, discussion, "")];
    case "goes_on": {
      const told = {
        ...result,
        warnings: [...result.warnings, ...warningsOf(discussion, verdict)],
      };
      if (rest.length === 0) return [...facts, ended(discussion, told)];
      const work = { task, step, by, result: told, rounds: rest };
      return [...facts, ...openRound(room, session, work, null, context.now)];
    }
  }
}

/** A person answered: the step ends with its round's findings as a warning. */
export function proceedDiscussed(discussion: Discussion): ActedFact[] {
  const { result, verdict } = discussion;
  if (!result || !verdict) return [];
  const warnings = [...result.warnings, ...warningsOf(discussion, verdict)];
  return [ended(discussion, { ...result, warnings })];
}

/**
 * The next revision, with what the round found; what waits for the step then waits for that instead.
 *
 * @param note a person's
 */
export function reviseDiscussed(at: At<PipelineSession>, discussion: Discussion, note: string): ActedFact[] {
  const { session, room } = at;
  const { pipeline, id: sessionId } = session;
  const step = pipeline.steps.find(({ id }) => id === discussion.step);
  if (!step || !discussion.result) return [];
  const id = nextRevision(pipeline.steps, step.id);
  const again: PipelineStep = {
    ...step,
    id,
    instruction: instructionOf(pipeline.steps, step, discussion, note),
  };
  const revision = { checkpoint: null, steps: [again], instead: { [step.id]: id } };
  const after = revisedPipeline(session, revision, room.tasks);
  const tasks = tasksOf({ ...at, session: after }, [again]);
  const { actor } = at;
  return [
    { type: "session.revised", data: { sessionId, how: "discussion", note, ...revision }, actor },
    { type: "session.advanced", data: { sessionId, tasks }, actor },
    ended(discussion, discussion.result),
  ];
}

function verdictOf(room: Room, discussion: Discussion): Omit<DiscussionVerdict, "at"> {
  const replies = discussion.perspectives.flatMap(({ reply }) => reply ?? []);
  const { revision } = revisionOf(discussion.step);
  const skipped = discussion.perspectives
    .filter(({ reply }) => reply === null)
    .map(({ name, taskId }) => ({ name, why: whyNot(room, discussion, taskId) }));
  const { averageRating } = resultOf(discussion);
  if (replies.length === 0) {
    const none = { severity: "none", advice: null, next: "goes_on" } as const;
    return { outcome: "skipped", averageRating, skipped, ...none };
  }
  const severity = severityOf(replies);
  return {
    outcome: severity === "high" || severity === "medium" ? "blocked" : "reached",
    severity,
    averageRating,
    skipped,
    advice: recommendationOf(severity, revision),
    next: severity !== "high" ? "goes_on" : revision === 0 ? "revise" : "asks",
  };
}

const WHY_MAX = 200;

function whyNot(room: Room, { id }: Discussion, taskId: string): string {
  const branch = findFanout(room, id)?.branches.find((one) => one.taskId === taskId);
  const text = branch ? currentAttempt(branch).text.trim() : "";
  return (text === "" ? "It ended without a reply." : text).slice(0, WHY_MAX).toWellFormed();
}

/** A point of view that failed is not tried again. */
function left(room: Room, { perspectives, round }: Discussion): ActedFact[] {
  const ids = perspectives.map(({ taskId }) => taskId).filter((id) => liveTask(room, id));
  return cancelled(ids, `${round} is over.`, SERVER);
}

/** In sentences, as they stay with the work from then on. */
export function warningsOf(
  discussion: Discussion,
  { severity, outcome, skipped, averageRating }: Omit<DiscussionVerdict, "at">,
): string[] {
  const { round } = discussion;
  const reasons = [...new Set(skipped.map(({ why }) => why))];
  const missed = reasons.map((why) => {
    const names = skipped.filter((one) => one.why === why).map(({ name }) => name);
    return `${round}: ${titled(listed(names))} ${names.length === 1 ? "was" : "were"} skipped. ${why}`;
  });
  if (outcome === "skipped") return [`${round} was skipped: nobody gave a point of view.`, ...missed];
  const result = resultOf(discussion);
  const said = topDivergences(result).map(({ text, by }) => `${text} (${listed(by)})`);
  const rated = averageRating === null ? "" : `, ${averageRating.toFixed(1)} of 5`;
  const head = `${round}: ${outcome === "blocked" ? "blocked" : "reached with notes"}, ${severity.toUpperCase()}${rated}.`;
  const verdict = severity === "none" ? [] : [[head, said.join("; ")].filter(Boolean).join(" ")];
  return [...verdict, ...missed];
}

function instructionOf(
  steps: readonly PipelineStep[],
  step: PipelineStep,
  discussion: Discussion,
  note: string,
): string {
  const { first } = revisionOf(step.id);
  const asked = steps.find(({ id }) => id === first)?.instruction;
  return [
    `Revise ${discussion.taskId}: ${discussion.round} blocked it. Change what it found and keep the rest.`,
    ...(note.trim() === "" ? [] : [note]),
    ...foundTexts(discussion),
    ...(discussion.artifact ? [`The version so far is ${discussion.artifact}.`] : []),
    ...(asked ? [asked] : []),
  ].join("\n\n");
}

/** Its author's work counts from now on, wherever the author is. */
function ended({ taskId }: Discussion, result: TaskResult): ActedFact {
  return { type: "task.completed", data: { taskId, fence: null, result }, actor: SERVER };
}
