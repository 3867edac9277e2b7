import * as z from "zod";
import type { Decision, DecisionOption, Undo } from "../../decision/decision.ts";
import { type Answering, type DecisionAbout, type Done, done, type Effect } from "../../decision/question.ts";
import { findSession } from "../../flow/sessions.ts";
import { isProposalStep, PROPOSAL_STEPS, type ProposalStep, stepAfter } from "../../flow/steps.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { ActKind } from "../../kernel/question.ts";
import type { Room } from "../../kernel/room.ts";
import { type ActedFact, type Refused, refused } from "../../kernel/ruling.ts";
import { liveTask } from "../../task/order.ts";
import { flowOf } from "../flow/flows.ts";
import type { At } from "../record/at.ts";
import type { BrainstormSession, PipelineSession, Session, Split } from "../record/session.ts";
import { requireFlow } from "../record/set.ts";
import { askAgent } from "../steps/ask-agent.ts";
import { abortFacts, goTo, stopFacts } from "../steps/effect.ts";

declare module "../../kernel/question.ts" {
  interface Acts {
    back: { step: ProposalStep };
    let_go_on: { taskId: TaskId };
  }

  interface AnswerDetail {
    /**
     * The batches that are left, as edited by the person; for a scope asked about separately, its batches or splits.
     */
    parts?: Split[] | undefined;
  }
}

/** An answer about a live session. */
export type InSession<S extends Session = Session, A extends ActKind = ActKind> = Answering<"session", A> & {
  session: S;
};

export function inSession<A extends ActKind>(
  does: (at: InSession<Session, A>) => Effect,
): (at: Answering<"session", A>) => Effect {
  return (at) => does({ ...at, session: sessionOf(at.room, at.decision) });
}

/** The same for decisions that only one flow asks for. */
export function inBrainstorm<A extends ActKind>(does: (at: InSession<BrainstormSession, A>) => Effect) {
  return inSession<A>((at) => does({ ...at, session: requireFlow(at.session, "brainstorm") }));
}

export function inPipeline<A extends ActKind>(does: (at: InSession<PipelineSession, A>) => Effect) {
  return inSession<A>((at) => does({ ...at, session: requireFlow(at.session, "pipeline") }));
}

export function sessionOf({ sessions }: Room, { id, subject }: Decision): Session {
  const session = subject.kind === "session" ? findSession(sessions, subject.sessionId) : undefined;
  if (!session) throw new Error(`decision ${id} is about a session that is not live`);
  return session;
}

/** What can be said about anything that an agent presented. */
export const talk = {
  discuss: inBrainstorm<"discuss">((at) => talkedOver(at, "discuss")),
  renew: inBrainstorm<"renew">((at) => done(askAgent(at, presentedAt(at.decision), "renew", null))),
};

export const revise = inBrainstorm<"revise">((at) => talkedOver(at, "revise"));

export const back = {
  fields: { step: z.enum(PROPOSAL_STEPS) },
  does: inBrainstorm<"back">(({ session, act, actor }) => done(goTo(session, act.step, "back", actor))),
};

export const stop = inSession<"stop">((at) => done(stopFacts(at, at.note)));

export const abort = inSession<"abort">((at) => done(abortFacts(at, at.note)));

export const letGoOn = {
  fields: { taskId: z.string() },
  does: ({ room, act, note: reason, actor }: Answering<string, "let_go_on">): Effect => {
    const task = liveTask(room, act.taskId);
    if (!task) return ended(act.taskId);
    const { id: taskId, review } = task;
    const passed = { why: "skipped" as const, reason, unreviewed: true };
    const data = { taskId, round: review?.round ?? 0, ...passed };
    return done([{ type: "task.passed", data, actor }]);
  },
};

export function ended(taskId: TaskId): Refused {
  return refused("task_unknown", `The room has no live task ${taskId}.`, { taskId });
}

function talkedOver(at: InSession<BrainstormSession>, ask: "discuss" | "revise"): Effect {
  const { decision, by } = at;
  const sectionId = decision.kind === "design_section" ? decision.subject.part : null;
  const comment = { text: at.note, by: by.name, sectionId };
  return done(askAgent(at, presentedAt(decision), ask, comment));
}

/** What is discussed or renewed was presented. */
function presentedAt({ subject: { step } }: DecisionAbout<"session">): ProposalStep {
  if (!isProposalStep(step)) throw new Error(`nothing is presented at ${step}`);
  return step;
}

/** The step after this one starts in the same commit. */
export function forward(
  { session, actor }: Pick<At<BrainstormSession>, "session" | "actor">,
  option: DecisionOption,
  facts: ActedFact[],
): Done {
  const { id: sessionId, step: from, complexity } = session;
  const to = stepAfter(from, complexity);
  const undo: Undo | null = option.canUndo ? { kind: "session", sessionId, from, to } : null;
  return { ok: true, events: [...facts, ...goTo(session, to, "forward", actor)], undo };
}

/** Why a session no longer asks. */
export function moot({ sessions }: Room, { subject }: DecisionAbout<"session">): string {
  const { sessionId: id } = subject;
  const session = findSession(sessions, id);
  if (!session) return `Session ${id} is over.`;
  if (session.state === "queued") return "Another session is next, or the room no longer asks.";
  if (session.state !== "running") return `Session ${id} is ${session.state}.`;
  return flowOf(session).goneOn(session);
}
