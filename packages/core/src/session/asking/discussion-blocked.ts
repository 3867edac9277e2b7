import { type AskedDecision, anOption, defineQuestion, done } from "../../decision/question.ts";
import type { Room } from "../../kernel/room.ts";
import { counted, listed, listedUpTo } from "../../kernel/words.ts";
import { nextRevision, revisedAs } from "../../pipeline/pipeline.ts";
import { dependantsOf, waitersByTask } from "../../task/dependants.ts";
import { liveTask } from "../../task/order.ts";
import { proceedDiscussed, reviseDiscussed } from "../discussion/follow.ts";
import { resultOf, topDivergences } from "../discussion/verdict.ts";
import { about, clip } from "../record/ask-words.ts";
import { PROCEED, REVISE_AGAIN } from "../record/decided.ts";
import type { Discussion } from "../record/discussion.ts";
import type { PipelineSession } from "../record/session.ts";
import { type InSession, inPipeline, stop } from "./answers.ts";

declare module "../../kernel/question.ts" {
  interface Questions {
    discussion_blocked: Asks<"session", "revise_discussed" | "proceed_discussed" | "stop">;
  }
}

/** Work that was revised after a discussion and is blocked again: a person says how it continues. */
export const discussionBlocked = defineQuestion({
  kind: "discussion_blocked",
  inSession: {
    pipeline: (room, session) => blockedRounds(room, session).map((one) => askAbout(room, session, one)),
  },
  answers: {
    revise_discussed: inPipeline((at) => done(reviseDiscussed(at, roundAbout(at), at.note))),
    proceed_discussed: inPipeline((at) => done(proceedDiscussed(roundAbout(at)))),
    stop,
  },
});

function blockedRounds(room: Room, { discussions = [] }: PipelineSession): Discussion[] {
  return discussions.filter(({ verdict, taskId }) => verdict?.next === "asks" && liveTask(room, taskId) !== undefined);
}

function askAbout(room: Room, session: PipelineSession, discussion: Discussion): AskedDecision<"discussion_blocked"> {
  const { step, round, taskId, verdict } = discussion;
  const behind = dependantsOf(waitersByTask(room), [taskId]);
  const next = revisedAs(taskId, nextRevision(session.pipeline.steps, step));
  const result = resultOf(discussion);
  const rated = (verdict?.averageRating ?? 0).toFixed(1);
  const starts =
    behind.length === 0
      ? "It counts as done"
      : `It counts as done, and ${counted(behind.length, "task", "tasks")} behind it can start`;
  const items = result.actionItems.length;
  return {
    ...about(room, session, "execute", taskId),
    kind: "discussion_blocked",
    urgency: "high",
    holdsUp: 1 + behind.length,
    question: `${round} blocked ${taskId} of “${session.title}” again. What next?`,
    reason: clip(
      [
        `HIGH, ${rated} of 5.${behind.length === 0 ? "" : ` ${listedUpTo(4, behind)} ${behind.length === 1 ? "waits" : "wait"} for it.`}`,
        ...topDivergences(result).map(({ text, by }) => `${text} (${listed(by)})`),
      ].join("\n"),
    ),
    options: [
      anOption(
        "revise",
        REVISE_AGAIN,
        `${next} gets ${items === 0 ? "what the round found" : counted(items, "action item", "action items")} and your note.`,
        "revise_discussed",
      ),
      anOption("proceed", PROCEED, `${starts}. What the round found stays with it as a warning.`, "proceed_discussed"),
      anOption("stop", "Stop here", "What is done stays; the rest is dropped.", "stop"),
    ],
  };
}

function roundAbout({ room, session, decision }: InSession<PipelineSession>): Discussion {
  const { part: taskId } = decision.subject;
  const discussion = blockedRounds(room, session).find((one) => one.taskId === taskId);
  if (!discussion) throw new Error(`no round about ${taskId} waits for an answer`);
  return discussion;
}
