import type { Decision, Undo } from "../decision/decision.ts";
import { findSession } from "../flow/sessions.ts";
import { isProposalStep, type ProposalStep, type SessionStep, stepAfter } from "../flow/steps.ts";
import { actorOf } from "../kernel/actor.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { Context } from "../room/command.ts";
import type { ActedFact } from "../room/ruling.ts";
import { askAgent } from "./ask-agent.ts";
import { answerBudget } from "./budget-decide.ts";
import { afterBatch, afterFindings } from "./checkpoint.ts";
import { done, type Effect, goTo, type SessionAnswer } from "./effect.ts";
import { planTasks } from "./execute.ts";
import { afterGate } from "./gate-decide.ts";
import { answerNext } from "./next.ts";
import { answersToQuestions, SEND_ANSWERS } from "./question.ts";
import { afterRejection } from "./rejected.ts";
import type { Session } from "./session.ts";
import { answerScope, answerTriage } from "./triage-answer.ts";

type SessionSubject = Extract<Decision["subject"], { kind: "session" }>;

/** What an answer does to the session that asks; the step behind it starts in the same commit. */
export function answerSession(
  room: Room,
  decision: Decision,
  subject: SessionSubject,
  answer: SessionAnswer,
  context: Context,
): Effect {
  const session = findSession(room.sessions, subject.sessionId);
  if (!session) throw new Error(`decision ${decision.id} is about a session that is not live`);
  const { option, by, note } = answer;
  const actor = actorOf(by);
  const [verb = "", object = ""] = option.id.split(/:(.*)/s);
  const comment = { text: note, by: by.name, sectionId: sectionOf(decision, subject) };
  switch (verb) {
    case "discuss":
    case "revise":
      return done(askAgent(room, session, stepOf(subject), verb, comment, actor, context));
    case "renew":
      return done(askAgent(room, session, stepOf(subject), "renew", null, actor, context));
    case "back":
      return done(goTo(session, object as ProposalStep, "back", actor));
    default:
      break;
  }
  const forward = (facts: ActedFact[], step?: SessionStep): Effect => {
    const to = step ?? stepAfter(session.step, session.complexity?.level ?? null);
    const undo: Undo | null = option.canUndo
      ? { kind: "session", sessionId: session.id, from: session.step, to }
      : null;
    return { ok: true, events: [...facts, ...goTo(session, to, "forward", actor)], undo };
  };
  switch (decision.kind) {
    case "triage":
      return answerTriage(room, session, verb, object, answer);
    case "scope":
      return answerScope(
        room,
        session,
        subject.part === "splits" ? "splits" : "batches",
        verb,
        answer,
      );
    case "questions": {
      const answered = answersToQuestions(session, answer.detail.answers ?? {}, by);
      if (!answered.ok) return answered;
      const onward = forward(answered.events);
      // What came with the last word counts: nobody reads that answered questions were left.
      return onward.ok && isWhole(session, answered.events)
        ? { ...onward, label: SEND_ANSWERS }
        : onward;
    }
    case "approach": {
      const approachId = verb === "choose" ? object : null;
      const data = { sessionId: session.id, approachId };
      return forward([{ type: "session.approach_chosen", data, actor }]);
    }
    case "design_section":
      return judgeSection(session, subject.part ?? "", verb, actor);
    case "plan":
      return done(planTasks(room, session, actor, context));
    case "review_failed":
      return subject.step === "execute" && subject.part !== null
        ? afterRejection(room, session, subject.part as TaskId, verb, note, actor, context)
        : afterFindings(room, session, verb, note, actor, context);
    case "gate_failed":
      return afterGate(room, session, verb, note, actor, context);
    case "next_session":
      return answerNext(session, verb, object, actor);
    case "budget":
      return answerBudget(session, verb, answer.detail, note, actor);
    case "batch_checkpoint":
      return afterBatch(room, session, verb, answer.detail.parts, note, actor);
    default:
      throw new Error(`a decision ${decision.kind} about a session`);
  }
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
function stepOf({ step }: SessionSubject): ProposalStep {
  if (!isProposalStep(step)) throw new Error(`nothing is presented at ${step}`);
  return step;
}

function sectionOf(decision: Decision, subject: SessionSubject): string | null {
  return decision.kind === "design_section" ? subject.part : null;
}

function judgeSection(
  session: Session,
  sectionId: string,
  verb: string,
  actor: ActedFact["actor"],
): Effect {
  const proposal = session.proposals.design;
  const sections = proposal?.value.sections ?? [];
  const at = sections.findIndex((section) => section.id === sectionId);
  const { id } = session;
  const show = (other: string): ActedFact => ({
    type: "session.section_shown",
    data: { sessionId: id, sectionId: other },
    actor,
  });
  if (verb === "previous") return done([show(sections[at - 1]?.id ?? sectionId)]);
  const approved: ActedFact = {
    type: "session.section_approved",
    data: { sessionId: id, sectionId, version: proposal?.version ?? 1 },
    actor,
  };
  const isOpen = (other: { id: string }) =>
    other.id !== sectionId && session.sections[other.id] === undefined;
  const next = sections.slice(at + 1).find(isOpen) ?? sections.find(isOpen);
  const was = session.sections[sectionId] ?? null;
  const undo: Undo = { kind: "section", sessionId: id, sectionId, was };
  if (next) return { ok: true, events: [approved, show(next.id)], undo };
  const to = stepAfter("design", session.complexity?.level ?? null);
  const by = { id: "", name: "" };
  const last = { ...session.sections, [sectionId]: { version: proposal?.version ?? 1, by, at: 0 } };
  const onward = goTo({ ...session, sections: last }, to, "forward", actor);
  return { ok: true, events: [approved, ...onward], undo };
}
