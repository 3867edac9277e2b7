import * as z from "zod";
import type { DecisionOption } from "../../decision/decision.ts";
import { type AskedDecision, anOption, defineQuestion, done, type Effect } from "../../decision/question.ts";
import type { Word } from "../../kernel/ids.ts";
import type { GivenAct, KindOf } from "../../kernel/question.ts";
import type { Room } from "../../kernel/room.ts";
import { cut } from "../../kernel/storable.ts";
import { counted, durationText, listed, listedUpTo } from "../../kernel/words.ts";
import type { PipelineStep } from "../../pipeline/pipeline.ts";
import {
  feedback,
  improve,
  isFeedback,
  type Revision,
  recheck,
  redoable,
  reviseFrom,
  stepsBehind,
} from "../../pipeline/revise.ts";
import { ownerOf } from "../../team/prefixes.ts";
import { findRole } from "../../team/team.ts";
import { costUsdText, NO_USAGE, sumUsage } from "../../usage/usage.ts";
import { foundAbout, heldAgainst } from "../discussion/held.ts";
import { failingChecks } from "../pipeline/failing.ts";
import { dueCheckpoints, stepName } from "../pipeline/steps.ts";
import { about, clip } from "../record/ask-words.ts";
import type { PipelineSession } from "../record/session.ts";
import { type InSession, inPipeline, stop } from "./answers.ts";

/** Work shorter than this isn't worth mentioning, ms. */
const LEAST_MS = 60_000;

/** Longest part of a step's report, code points. */
const SAID_MAX = 300;

/** Most steps offered for redoing; the last ones. */
const OFFERED_MAX = 8;

declare module "../../kernel/question.ts" {
  interface Acts {
    /** A step of a pipeline, and everything between it and the checkpoint. */
    revise_step: { step: Word };
  }

  interface Questions {
    pipeline_checkpoint: Asks<
      "session",
      "pass_checkpoint" | "improve_checkpoint" | "revise_step" | "recheck_checkpoint" | "feedback_checkpoint" | "stop"
    >;
  }
}

/** What a pipeline asks at each checkpoint whose turn it is. */
export const pipelineCheckpoint = defineQuestion({
  kind: "pipeline_checkpoint",
  inSession: {
    pipeline: (room, session) => dueCheckpoints(session).map((one) => askAt(room, session, one)),
  },
  answers: {
    pass_checkpoint: inPipeline(({ session, decision, actor }) => {
      const data = { sessionId: session.id, checkpoint: checkpointOf(decision) };
      return done([{ type: "session.checkpoint_passed", data, actor }]);
    }),
    improve_checkpoint: inPipeline((at) => {
      const { room, session, note } = at;
      const prefix = ownerOf(room.team, "IMPROVE") ? "IMPROVE" : entryPrefix(room);
      const { steps, checkpoint } = behindOf(at);
      const found = foundAbout(session, Object.keys(recheck(steps, checkpoint).instead));
      return revised(at, "improve", improve(steps, checkpoint, prefix, [note, ...found].join("\n\n")));
    }),
    revise_step: {
      fields: { step: z.string() },
      does: inPipeline((at) => {
        const { steps, checkpoint } = behindOf(at);
        return revised(at, "revise", reviseFrom(steps, checkpoint, at.act.step, at.note));
      }),
    },
    recheck_checkpoint: inPipeline((at) => {
      const { steps, checkpoint } = behindOf(at);
      return revised(at, "recheck", recheck(steps, checkpoint));
    }),
    feedback_checkpoint: inPipeline((at) => {
      const { steps, checkpoint } = behindOf(at);
      return revised(at, "feedback", feedback(steps, checkpoint, entryPrefix(at.room), at.note));
    }),
    stop,
  },
});

function askAt(room: Room, session: PipelineSession, checkpoint: PipelineStep): AskedDecision<"pipeline_checkpoint"> {
  const { steps } = session.pipeline;
  const behind = stepsBehind(steps, checkpoint.id);
  const { execution } = session;
  const failing = failingChecks(session);
  const lines = behind.map(({ id, title }) => {
    const taskId = execution?.tasks[id];
    const outcome = taskId ? execution?.outcomes[taskId] : undefined;
    const made = (outcome?.isReported && outcome.files) || [];
    const files = made.length > 0 ? `: ${listedUpTo(3, made)}` : "";
    const below = [
      ...(outcome?.said ? [`${isFeedback({ title }) ? "Answer" : "Report"}: ${cut(outcome.said, SAID_MAX)}`] : []),
      ...heldAgainst(session, id),
      ...failing.flatMap(({ step, text }) => (step.id === id ? text : [])),
    ];
    return [`${taskId ?? id} ${title}${files}`, ...below].join("\n  ");
  });
  const recheckers = recheck(steps, checkpoint.id).steps.map(({ title }) => title);
  return {
    ...about(room, session, "execute", checkpoint.id),
    kind: "pipeline_checkpoint",
    question: `${checkpoint.title} of “${session.title}”?`,
    reason: clip([`${counted(behind.length, "step is", "steps are")} done:`, ...lines].join("\n")),
    options: [
      anOption("resume", "Continue", "The steps behind this checkpoint start.", "pass_checkpoint"),
      noted(
        "improve",
        "Improve it",
        `${worker(room, "IMPROVE")} changes what you name, then it is checked again.`,
        "improve_checkpoint",
      ),
      ...redoable(steps, checkpoint.id)
        .slice(-OFFERED_MAX)
        .map((step) => {
          const again = Object.keys(reviseFrom(steps, checkpoint.id, step.id).instead);
          const more = again.length - 1;
          const rest = more === 0 ? "" : `, and ${counted(more, "step", "steps")} behind it`;
          const took = tookText(session, again);
          const consequence = `It is done again with your note${rest}.${took} What is there stays readable.`;
          return noted(`revise:${stepName(session, step.id)}`, cut(`Redo “${step.title}”`, 80), consequence, {
            kind: "revise_step",
            step: step.id,
          });
        }),
      anOption("recheck", "Check again", `Done again: ${recheckers.join(", ") || "nothing"}.`, "recheck_checkpoint"),
      noted(
        "feedback",
        "Give feedback",
        `${findRole(room.team, room.team.entryPoint)?.title ?? "The entry point"} gets your note and decides; then you are asked again.`,
        "feedback_checkpoint",
      ),
      anOption("stop", "Stop here", "What is done stays; the rest is dropped.", "stop"),
    ],
  };
}

function noted<const T extends GivenAct>(
  id: string,
  label: string,
  consequence: string,
  act: T,
): DecisionOption<KindOf<T>> {
  return anOption(id, label, consequence, act, { needsNote: true });
}

function worker(room: Room, prefix: string): string {
  const { team } = room;
  return (ownerOf(team, prefix) ?? findRole(team, team.entryPoint))?.title ?? "An agent";
}

function checkpointOf({ subject }: InSession["decision"]): string {
  return subject.part ?? "";
}

function behindOf({ session, decision }: InSession<PipelineSession>) {
  return { steps: session.pipeline.steps, checkpoint: checkpointOf(decision) };
}

function entryPrefix({ team }: Room): string {
  return findRole(team, team.entryPoint)?.prefix ?? "TASK";
}

function revised(
  { session, decision, note, actor }: InSession<PipelineSession>,
  how: "improve" | "revise" | "recheck" | "feedback",
  revision: Revision,
): Effect {
  const at = { sessionId: session.id, checkpoint: checkpointOf(decision) };
  return done([{ type: "session.revised", data: { ...at, how, note, ...revision }, actor }]);
}

/**
 * How long steps took, as a measure of what redoing them costs; nothing if that is negligible. It depends only on them,
 * so that an answer's words stay while a person reads them.
 */
function tookText({ execution }: PipelineSession, ids: readonly string[]): string {
  const outcomes = ids.flatMap((id) => {
    const taskId = execution?.tasks[id];
    return (taskId && execution?.outcomes[taskId]) || [];
  });
  const workMs = outcomes.reduce((sum, one) => sum + one.workMs, 0);
  const usage = outcomes.reduce((sum, one) => sumUsage(sum, one.usage), NO_USAGE);
  const facts = [
    ...(workMs < LEAST_MS ? [] : [durationText(workMs)]),
    ...(usage.costUsdMicros === 0 ? [] : [costUsdText(usage)]),
  ];
  return facts.length === 0 ? "" : ` ${ids.length === 1 ? "It" : "They"} took ${listed(facts)} so far.`;
}
