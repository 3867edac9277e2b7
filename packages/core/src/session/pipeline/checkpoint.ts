import type { SessionAct } from "../../decision/act.ts";
import type { AskedDecision, DecisionOption } from "../../decision/decision.ts";
import { anOption } from "../../decision/option.ts";
import type { Room } from "../../kernel/room.ts";
import { cut } from "../../kernel/storable.ts";
import { unreachable } from "../../kernel/unreachable.ts";
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
import { failingChecks } from "../gate/failing.ts";
import { about, clip } from "../record/ask-words.ts";
import type { At } from "../record/at.ts";
import { dueCheckpoints, stepName } from "../record/pipeline.ts";
import type { Session } from "../record/session.ts";
import { done, type Effect, type SessionAnswer } from "../steps/effect.ts";

type CheckpointAct = Extract<SessionAct, { kind: `${string}_checkpoint` | "revise_step" }>;

/** Work of less than that isn't worth a word, ms. */
const LEAST_MS = 60_000;

/** Of a step's report, code points. */
const SAID_MAX = 300;

/** Steps that are offered to be made again; the last ones. */
const OFFERED_MAX = 8;

/**
 * What a pipeline asks at each checkpoint whose turn it is.
 *
 * @param heldAgainst what a discussion held against a step that counts all the same
 */
export function checkpointAsks(
  room: Room,
  session: Session,
  heldAgainst: (step: string) => readonly string[],
): AskedDecision[] {
  return dueCheckpoints(session).map((one) => askAt(room, session, one, heldAgainst));
}

function askAt(
  room: Room,
  session: Session,
  checkpoint: PipelineStep,
  heldAgainst: (step: string) => readonly string[],
): AskedDecision {
  const steps = session.pipeline?.steps ?? [];
  const behind = stepsBehind(steps, checkpoint.id);
  const { execution } = session;
  const failing = failingChecks(session);
  const lines = behind.map(({ id, title }) => {
    const taskId = execution?.tasks[id];
    const outcome = taskId ? execution?.outcomes[taskId] : undefined;
    const made = (outcome?.isReported && outcome.files) || [];
    const files = made.length > 0 ? `: ${listedUpTo(3, made)}` : "";
    const below = [
      ...(outcome?.said
        ? [`${isFeedback({ title }) ? "Answer" : "Report"}: ${cut(outcome.said, SAID_MAX)}`]
        : []),
      ...heldAgainst(id),
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
      anOption("resume", "Continue", "The steps behind this checkpoint start.", {
        kind: "pass_checkpoint",
      }),
      noted(
        "improve",
        "Improve it",
        `${worker(room, "IMPROVE")} changes what you name, then it is checked again.`,
        {
          kind: "improve_checkpoint",
        },
      ),
      ...redoable(steps, checkpoint.id)
        .slice(-OFFERED_MAX)
        .map((step) => {
          const again = Object.keys(reviseFrom(steps, checkpoint.id, step.id).instead);
          const more = again.length - 1;
          const rest = more === 0 ? "" : `, and ${counted(more, "step", "steps")} behind it`;
          const took = tookText(session, again);
          const consequence = `It is done again with your note${rest}.${took} What is there stays readable.`;
          return noted(
            `revise:${stepName(session, step.id)}`,
            cut(`Redo “${step.title}”`, 80),
            consequence,
            {
              kind: "revise_step",
              step: step.id,
            },
          );
        }),
      anOption("recheck", "Check again", `Done again: ${recheckers.join(", ") || "nothing"}.`, {
        kind: "recheck_checkpoint",
      }),
      noted(
        "feedback",
        "Give feedback",
        `${findRole(room.team, room.team.entryPoint)?.title ?? "The entry point"} gets your note and decides; then you are asked again.`,
        { kind: "feedback_checkpoint" },
      ),
      anOption("stop", "Stop here", "What is done stays; the rest is dropped.", { kind: "stop" }),
    ],
  };
}

function noted(id: string, label: string, consequence: string, act: SessionAct): DecisionOption {
  return anOption(id, label, consequence, act, { needsNote: true });
}

function worker(room: Room, prefix: string): string {
  const { team } = room;
  return (ownerOf(team, prefix) ?? findRole(team, team.entryPoint))?.title ?? "An agent";
}

interface CheckpointAnswer extends SessionAnswer {
  /** What the last discussion of one of these steps found. */
  foundAbout: (steps: readonly string[]) => string[];
}

/** What an answer at a checkpoint does. */
export function answerCheckpoint(
  at: At,
  act: CheckpointAct,
  checkpoint: string,
  answer: CheckpointAnswer,
): Effect {
  const { room, session, actor } = at;
  const { id: sessionId } = session;
  if (act.kind === "pass_checkpoint")
    return done([{ type: "session.checkpoint_passed", data: { sessionId, checkpoint }, actor }]);
  const how = HOW[act.kind];
  const revision = revisionFor(room, session, checkpoint, act, answer);
  return done([
    {
      type: "session.revised",
      data: { sessionId, checkpoint, how, note: answer.note, ...revision },
      actor,
    },
  ]);
}

const HOW = {
  improve_checkpoint: "improve",
  revise_step: "revise",
  recheck_checkpoint: "recheck",
  feedback_checkpoint: "feedback",
} as const;

function revisionFor(
  { team }: Room,
  { pipeline }: Session,
  checkpoint: string,
  act: Exclude<CheckpointAct, { kind: "pass_checkpoint" }>,
  { note, foundAbout }: CheckpointAnswer,
): Revision {
  const steps = pipeline?.steps ?? [];
  const entry = findRole(team, team.entryPoint)?.prefix ?? "TASK";
  switch (act.kind) {
    case "improve_checkpoint": {
      const prefix = ownerOf(team, "IMPROVE") ? "IMPROVE" : entry;
      const found = foundAbout(Object.keys(recheck(steps, checkpoint).instead));
      return improve(steps, checkpoint, prefix, [note, ...found].join("\n\n"));
    }
    case "revise_step":
      return reviseFrom(steps, checkpoint, act.step, note);
    case "recheck_checkpoint":
      return recheck(steps, checkpoint);
    case "feedback_checkpoint":
      return feedback(steps, checkpoint, entry, note);
    default:
      return unreachable(act);
  }
}

/**
 * What steps took when they were done, as a measure of what doing them again costs; nothing where that is next to nothing. It
 * rests on them alone, so that an answer's words stay while a person reads them.
 */
function tookText({ execution }: Session, ids: readonly string[]): string {
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
  return facts.length === 0
    ? ""
    : ` ${ids.length === 1 ? "It" : "They"} took ${listed(facts)} so far.`;
}
