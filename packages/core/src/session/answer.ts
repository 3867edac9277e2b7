import type { SessionAct } from "../decision/act.ts";
import type { Decision, DecisionOption, Undo } from "../decision/decision.ts";
import { isProposalStep, type ProposalStep, stepAfter } from "../flow/steps.ts";
import type { Actor } from "../kernel/actor.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { adjustBatches, endBatch } from "./batch/checkpoint.ts";
import { answerBudget } from "./budget/decide.ts";
import { answerDiscussion } from "./discussion/ask.ts";
import { foundAbout } from "./discussion/held.ts";
import { gateOf, overridden } from "./gate/decide.ts";
import { answerCheckpoint } from "./pipeline/checkpoint.ts";
import { mend } from "./pipeline/mend.ts";
import { answerRevision } from "./pipeline/revise.ts";
import type { At } from "./record/at.ts";
import { answersToQuestions, SEND_ANSWERS } from "./record/question.ts";
import type { Session } from "./record/session.ts";
import { askAgent } from "./steps/ask-agent.ts";
import {
  type Done,
  done,
  type Effect,
  goTo,
  type SessionAnswer,
  stopFacts,
} from "./steps/effect.ts";
import { planTasks, reworkTasks } from "./steps/execute.ts";
import { redo } from "./steps/redo.ts";
import { anotherRound, rollBack } from "./steps/rejected.ts";
import { answerScope, answerTriage } from "./triage/answer.ts";

/** The one place where answers about sessions become what they do; the step behind it starts in the same commit. */
export function answerSession(
  at: At,
  act: SessionAct,
  decision: Decision,
  answer: SessionAnswer,
): Effect {
  const { room, session, actor } = at;
  const { id: sessionId } = session;
  const { option, by, note, detail } = answer;
  switch (act.kind) {
    case "discuss":
    case "revise": {
      const comment = { text: note, by: by.name, sectionId: sectionOf(decision) };
      return done(askAgent(at, presentedAt(decision), act.kind, comment));
    }
    case "renew":
      return done(askAgent(at, presentedAt(decision), "renew", null));
    case "back":
      return done(goTo(session, act.step, "back", actor));
    case "agree":
    case "override_level":
    case "skip_to_plan":
      return answerTriage(room, session, act, answer);
    case "accept_scope":
    case "keep_whole":
      return answerScope(room, session, act, answer);
    case "send_answers": {
      const answered = answersToQuestions(session, detail.answers ?? {}, by);
      if (!answered.ok) return answered;
      const onward = forward(at, option, answered.events);
      // What came with the last word counts: nobody reads that answered questions were left.
      return isWhole(session, answered.events) ? { ...onward, label: SEND_ANSWERS } : onward;
    }
    case "choose": {
      const data = { sessionId, approachId: act.approachId };
      return forward(at, option, [{ type: "session.approach_chosen", data, actor }]);
    }
    case "approve_section":
      return approveSection(session, sectionOf(decision) ?? "", actor);
    case "previous_section":
      return done([showSection(session, beforeSection(session, sectionOf(decision) ?? ""), actor)]);
    case "approve_plan":
      return done(planTasks(at));
    case "another_round":
      return anotherRound(at, act.taskId, note);
    case "roll_back":
      return rollBack(at, act.taskId, note);
    case "fix_findings":
      return done([...reworkTasks(at, note), ...goTo(session, "execute", "forward", actor)]);
    case "let_stand": {
      const data = { sessionId, reason: note };
      return done([{ type: "session.review_overridden", data, actor }]);
    }
    case "next_batch":
      return endBatch(at, null);
    case "adjust_batches":
      return adjustBatches(at, detail.parts ?? []);
    case "redo": {
      const gate = gateOf(session);
      return mend(at, gate, note) ?? redo(at, gate, note);
    }
    case "override_gate":
      return done([overridden(session, gateOf(session), note, actor)]);
    case "stop":
      return done(stopFacts(at, note));
    case "raise_budget":
    case "lift_budget":
      return answerBudget(session, act, detail, actor);
    case "stop_at_budget": {
      const reason = note.trim() === "" ? "Stopped at its budget." : note;
      return done([{ type: "session.ended", data: { sessionId, end: "stopped", reason }, actor }]);
    }
    case "pass_checkpoint":
    case "improve_checkpoint":
    case "revise_step":
    case "recheck_checkpoint":
    case "feedback_checkpoint":
      if (act.kind === "revise_step" && decision.kind === "intervention")
        return answerRevision(at, act.step, decision, note);
      return answerCheckpoint(at, act, checkpointOf(decision), {
        ...answer,
        foundAbout: (steps) => foundAbout(at.session, steps),
      });
    case "revise_discussed":
    case "proceed_discussed":
      return answerDiscussion(at, act, checkpointOf(decision), note);
    case "start":
      return done([{ type: "session.started", data: { sessionId: act.sessionId }, actor }]);
    case "hold":
      return done([{ type: "session.next_held", data: { sessionId }, actor }]);
    default:
      return unreachable(act);
  }
}

function forward({ session, actor }: At, option: DecisionOption, facts: ActedFact[]): Done {
  const { id: sessionId, step: from, complexity } = session;
  const to = stepAfter(from, complexity);
  const undo: Undo | null = option.canUndo ? { kind: "session", sessionId, from, to } : null;
  return { ok: true, events: [...facts, ...goTo(session, to, "forward", actor)], undo };
}

/** All questions have an answer once these facts are there. */
function isWhole(session: Session, facts: readonly ActedFact[]): boolean {
  const more = facts.flatMap((fact) =>
    fact.type === "session.question_answered" ? [fact.data.answers] : [],
  );
  const answers: Record<string, unknown> = Object.assign({}, session.answers, ...more);
  const questions = session.proposals.questions?.value.questions ?? [];
  return questions.every(({ id }) => answers[id] !== undefined && answers[id] !== null);
}

/** What is discussed or renewed was presented. */
function presentedAt({ subject }: Decision): ProposalStep {
  const step = subject.kind === "session" ? subject.step : null;
  if (step === null || !isProposalStep(step)) throw new Error(`nothing is presented at ${step}`);
  return step;
}

function sectionOf({ kind, subject }: Decision): string | null {
  return kind === "design_section" && subject.kind === "session" ? subject.part : null;
}

function checkpointOf({ subject }: Decision): string {
  return (subject.kind === "session" && subject.part) || "";
}

function sectionsOf({ proposals }: Session) {
  return proposals.design?.value.sections ?? [];
}

function beforeSection(session: Session, sectionId: string): string {
  const sections = sectionsOf(session);
  return sections[sections.findIndex(({ id }) => id === sectionId) - 1]?.id ?? sectionId;
}

function showSection({ id }: Session, sectionId: string, actor: Actor): ActedFact {
  return { type: "session.section_shown", data: { sessionId: id, sectionId }, actor };
}

/** The next section that is not approved is shown; with the last one the step is done. */
function approveSection(session: Session, sectionId: string, actor: Actor): Effect {
  const { id, complexity, proposals } = session;
  const version = proposals.design?.version ?? 1;
  const sections = sectionsOf(session);
  const data = { sessionId: id, sectionId, version };
  const approved: ActedFact = { type: "session.section_approved", data, actor };
  const isOpen = (other: { id: string }) =>
    other.id !== sectionId && session.sections[other.id] === undefined;
  const at = sections.findIndex((section) => section.id === sectionId);
  const next = sections.slice(at + 1).find(isOpen) ?? sections.find(isOpen);
  const was = session.sections[sectionId] ?? null;
  const undo: Undo = { kind: "section", sessionId: id, sectionId, was };
  if (next) return { ok: true, events: [approved, showSection(session, next.id, actor)], undo };
  const to = stepAfter("design", complexity);
  const last = { ...session.sections, [sectionId]: { version, by: { id: "", name: "" }, at: 0 } };
  const onward = goTo({ ...session, sections: last }, to, "forward", actor);
  return { ok: true, events: [approved, ...onward], undo };
}
