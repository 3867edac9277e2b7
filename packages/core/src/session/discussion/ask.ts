import type { SessionAct } from "../../decision/act.ts";
import type { AskedDecision } from "../../decision/decision.ts";
import { anOption } from "../../decision/option.ts";
import type { Room } from "../../kernel/room.ts";
import { counted, listed, listedUpTo } from "../../kernel/words.ts";
import { nextRevision, revisedAs } from "../../pipeline/pipeline.ts";
import { dependantsOf, waitersByTask } from "../../task/dependants.ts";
import { liveTask } from "../../task/order.ts";
import { about, clip } from "../record/ask-words.ts";
import type { At } from "../record/at.ts";
import { PROCEED, REVISE_AGAIN } from "../record/decided.ts";
import type { Discussion } from "../record/discussion.ts";
import type { Session } from "../record/session.ts";
import { done, type Effect } from "../steps/effect.ts";
import { proceedDiscussed, reviseDiscussed } from "./follow.ts";
import { resultOf, topDivergences } from "./verdict.ts";

export type DiscussionAct = Extract<SessionAct, { kind: `${string}_discussed` }>;

/** Work that was revised after a discussion and is blocked again: a person says how it goes on. */
export function discussionAsks(room: Room, session: Session): AskedDecision[] {
  return blockedRounds(room, session).map((one) => askAbout(room, session, one));
}

function blockedRounds(room: Room, { discussions = [] }: Session): Discussion[] {
  return discussions.filter(
    ({ verdict, taskId }) => verdict?.next === "asks" && liveTask(room, taskId) !== undefined,
  );
}

function askAbout(room: Room, session: Session, discussion: Discussion): AskedDecision {
  const { step, round, taskId, verdict } = discussion;
  const behind = dependantsOf(waitersByTask(room), [taskId]);
  const next = revisedAs(taskId, nextRevision(session.pipeline?.steps ?? [], step));
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
        { kind: "revise_discussed" },
      ),
      anOption("proceed", PROCEED, `${starts}. What the round found stays with it as a warning.`, {
        kind: "proceed_discussed",
      }),
      anOption("stop", "Stop here", "What is done stays; the rest is dropped.", { kind: "stop" }),
    ],
  };
}

/** What an answer about a blocked round does. @param taskId that it is about */
export function answerDiscussion(at: At, act: DiscussionAct, taskId: string, note: string): Effect {
  const discussion = blockedRounds(at.room, at.session).find((one) => one.taskId === taskId);
  if (!discussion) throw new Error(`no round about ${taskId} waits for an answer`);
  return done(
    act.kind === "revise_discussed"
      ? reviseDiscussed(at, discussion, note)
      : proceedDiscussed(discussion),
  );
}
