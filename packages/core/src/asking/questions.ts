import type * as z from "zod";
import { mergeFailed } from "../branch/stuck.ts";
import type { Decision, DecisionOption } from "../decision/decision.ts";
import type { Answer, Answering, AskedDecision, DecisionAbout, Effect, Look, Question } from "../decision/question.ts";
import { placedSessions } from "../flow/sessions.ts";
import type { ActKind, DecisionKind } from "../kernel/question.ts";
import type { Room } from "../kernel/room.ts";
import { messageLoop } from "../message/message-loop.ts";
import { messageOverdue } from "../message/message-overdue.ts";
import { permission } from "../policy/permit.ts";
import { moot as mootInSession } from "../session/asking/answers.ts";
import { approach } from "../session/asking/approach.ts";
import { batchCheckpoint } from "../session/asking/batch-checkpoint.ts";
import { budget } from "../session/asking/budget.ts";
import { designSection } from "../session/asking/design-section.ts";
import { discussionBlocked } from "../session/asking/discussion-blocked.ts";
import { gateFailed } from "../session/asking/gate-failed.ts";
import { nextSession } from "../session/asking/next-session.ts";
import { pipelineCheckpoint } from "../session/asking/pipeline-checkpoint.ts";
import { plan } from "../session/asking/plan.ts";
import { questions } from "../session/asking/questions.ts";
import { reviewFailed } from "../session/asking/review-failed.ts";
import { scope, triage } from "../session/asking/triage.ts";
import { askingPlace } from "../session/gate/asking-place.ts";
import { deadlock } from "./deadlock.ts";
import { intervention } from "./intervention.ts";
import { lockout } from "./lockout.ts";
import { roleUnavailable } from "./role-unavailable.ts";
import { taskFailed } from "./task-failed.ts";

/**
 * Every kind of question to people, in the order in which they are opened; those of sessions come after the first
 * three.
 */
export const QUESTIONS: { readonly [K in DecisionKind]: Question<K> } = {
  task_failed: taskFailed,
  lockout,
  role_unavailable: roleUnavailable,
  triage,
  scope,
  questions,
  approach,
  design_section: designSection,
  plan,
  review_failed: reviewFailed,
  batch_checkpoint: batchCheckpoint,
  gate_failed: gateFailed,
  pipeline_checkpoint: pipelineCheckpoint,
  discussion_blocked: discussionBlocked,
  next_session: nextSession,
  budget,
  deadlock,
  merge_failed: mergeFailed,
  message_overdue: messageOverdue,
  message_loop: messageLoop,
  intervention,
  permission,
};

const ALL: readonly AnyQuestion[] = Object.values(QUESTIONS as Record<DecisionKind, AnyQuestion>);

/** A question about any subject; its kind says which. */
type AnyQuestion = Omit<Question, "stands" | "moot" | "answers"> & {
  stands?: (look: Look, decision: Decision) => AskedDecision | null;
  moot?: (room: Room, decision: Decision) => string;
  answers: { readonly [A in ActKind]?: Answer<string, A> };
};

export function questionOf({ kind }: Pick<Decision, "kind">): AnyQuestion {
  return QUESTIONS[kind] as unknown as AnyQuestion;
}

/** Why it is no longer asked; a session itself says where it went. */
export function whyMoot(room: Room, decision: Decision): string {
  const { moot } = questionOf(decision);
  return moot ? moot(room, decision) : mootInSession(room, decision as DecisionAbout<"session">);
}

/** What the answer does; one that its question does not declare was never offered. */
export function answerOf(decision: Decision, { act }: DecisionOption) {
  const answer = questionOf(decision).answers[act.kind];
  if (!answer) throw new Error(`${decision.kind} has no answer that does ${act.kind}`);
  const { does, takes = [] } = typeof answer === "function" ? { does: answer } : answer;
  // It fits this act, though the compiler can't see that: it was looked up by its kind.
  return { does: does as (at: Answering) => Effect, takes };
}

/** Whether something is asked that no single event shows. */
export function mayAppear(room: Room): boolean {
  return ALL.some((question) => question.appears?.(room));
}

/** Everything asked now, in the order of the questions; those of sessions, session by session. */
export function askedNow(look: Look): AskedDecision[] {
  const first = ALL.findIndex(({ inSession }) => inSession);
  return ALL.flatMap(({ finds }, i) => [...(i === first ? askedInSessions(look) : []), ...(finds?.(look) ?? [])]);
}

type AskAt = NonNullable<NonNullable<AnyQuestion["inSession"]>["gate"]>;

function askedInSessions({ room, touched }: Look): AskedDecision[] {
  if (!touched.all && !touched.sessions) return [];
  return placedSessions(room.sessions).flatMap((session) => {
    const place = askingPlace(session);
    if (place === null) return [];
    // Who stands there is of the flow that has this place.
    return ALL.flatMap(({ inSession }) => (inSession?.[place] as AskAt | undefined)?.(room, session) ?? []);
  });
}

const ANSWERS = ALL.flatMap(({ answers }) => Object.entries(answers as Record<string, Answer<string, ActKind>>));

/** What acts say besides their names, for the contract. */
export const ACT_FIELDS = Object.fromEntries(
  ANSWERS.flatMap(([act, answer]) => (typeof answer !== "function" && answer.fields ? [[act, answer.fields]] : [])),
) as Record<string, z.ZodRawShape>;

/** Acts that say nothing but their names. */
export const PLAIN_ACTS = [...new Set(ANSWERS.map(([act]) => act))].filter((act) => !(act in ACT_FIELDS));
