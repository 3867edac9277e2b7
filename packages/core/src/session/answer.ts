import { answerBudget } from "../budget/decide.ts";
import type { Decision, DecisionOption, Undo } from "../decision/decision.ts";
import type { TaskId } from "../kernel/ids.ts";
import { refused } from "../kernel/ruling.ts";
import { actorOf, type Context, type PersonCaller } from "../room/command.ts";
import type { Room } from "../room/room.ts";
import type { ActedFact } from "../room/ruling.ts";
import { askAgent } from "./ask-agent.ts";
import { boundedAs } from "./bounded.ts";
import { afterBatch, afterFindings } from "./checkpoint.ts";
import type { AnswerDetail } from "./command.ts";
import { done, type Effect, goTo } from "./effect.ts";
import { planTasks } from "./execute.ts";
import { afterGate } from "./gate-decide.ts";
import { answerNext } from "./next.ts";
import { answersToQuestions, SEND_ANSWERS } from "./question.ts";
import { firstPlaces } from "./queue.ts";
import { afterRejection } from "./rejected.ts";
import { openSplits } from "./scope.ts";
import {
  BATCHES_MAX,
  findSession,
  type NewSession,
  type Session,
  type SessionId,
  type Split,
} from "./session.ts";
import { splitText, textOfRest, titlesOf } from "./split.ts";
import {
  type Complexity,
  isProposalStep,
  type ProposalStep,
  type SessionStep,
  stepAfter,
} from "./steps.ts";

type SessionSubject = Extract<Decision["subject"], { kind: "session" }>;

/** The answer of a person as the session needs it. */
export interface SessionAnswer {
  option: DecisionOption;
  note: string;
  detail: AnswerDetail;
  by: PersonCaller;
}

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
      return setLevel(session, verb, object as Complexity, actor);
    case "scope":
      return setScope(room, session, subject.part === "splits", verb, answer);
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

/** The session goes on from triage once its scope is settled too; see `followSessions`. */
function setLevel(
  session: Session,
  verb: string,
  object: Complexity,
  actor: ActedFact["actor"],
): Effect {
  const proposed = session.proposals.triage?.value.level ?? "exploration";
  const level = verb === "override" ? object : proposed;
  const how: NonNullable<Session["complexity"]>["how"] =
    verb === "skip" ? "skipped" : verb === "override" ? "overridden" : "agreed";
  const data = { sessionId: session.id, level, how };
  const to = how === "skipped" ? "plan" : stepAfter("triage", level);
  return {
    ok: true,
    events: [{ type: "session.level_set", data, actor }],
    undo: { kind: "session", sessionId: session.id, from: "triage", to },
  };
}

function setScope(
  room: Room,
  session: Session,
  isSplit: boolean,
  verb: string,
  { detail, by, option }: SessionAnswer,
): Effect {
  const actor = actorOf(by);
  const proposed = isSplit
    ? openSplits(session)
    : (session.batches ?? session.proposals.triage?.value.batches ?? []);
  const parts = verb === "accept" ? (detail.parts ?? proposed) : [];
  if (parts.length > BATCHES_MAX) {
    const message = `A session has at most ${BATCHES_MAX} ${isSplit ? "splits" : "batches"}.`;
    return refused("bad_request", message, { limit: BATCHES_MAX, parts: parts.length });
  }
  const plain = parts.map(({ title, description }) => ({ title, description }));
  const { id: sessionId, batch, description } = session;
  const undo: Undo = {
    kind: "scope",
    sessionId,
    part: isSplit ? "splits" : "batches",
    batch,
    splits: [],
    describedTo: description.length,
  };
  const label = verb === "accept" ? editedLabel(isSplit, plain, proposed) : null;
  const effect = (events: ActedFact[], splits: SessionId[] = []): Effect => ({
    ok: true,
    events,
    undo: option.canUndo ? { ...undo, splits } : null,
    ...(label === null ? {} : { label }),
  });
  if (!isSplit) {
    // One batch is no batch.
    const batches = plain.length > 1 ? plain : [];
    return effect([{ type: "session.batches_set", data: { sessionId, batches }, actor }]);
  }
  const events: ActedFact[] = [
    { type: "session.splits_set", data: { sessionId, splits: plain }, actor },
  ];
  if (plain.length === 0) return effect(events);
  const places = firstPlaces(room, plain.length);
  const sessions = plain.map(
    (part, i): NewSession => ({
      id: room.sessions.number + 1 + i,
      title: part.title,
      description: splitText(session, part),
      createdBy: { kind: "person", id: by.id, name: by.name },
      splitOf: sessionId,
      itemId: null,
      position: places[i] ?? "",
      angle: session.proposals.scout?.value.angle ?? session.angle ?? null,
      gatePreset: session.gates.preset,
      ...boundedAs(session),
    }),
  );
  events.push(
    { type: "session.created", data: { sessions }, actor },
    {
      type: "session.edited",
      data: { sessionId, title: session.title, description: textOfRest(session, plain) },
      actor,
    },
  );
  return effect(
    events,
    sessions.map(({ id }) => id),
  );
}

/** What a person made of what was proposed; `null`: nothing was changed. */
function editedLabel(
  isSplit: boolean,
  parts: readonly Split[],
  proposed: readonly Split[],
): string | null {
  const isSame = (one: Split, i: number) =>
    one.title === proposed[i]?.title && one.description === proposed[i].description;
  if (parts.length === proposed.length && parts.every(isSame)) return null;
  const titles = titlesOf(parts);
  if (isSplit) return parts.length === 0 ? "Nothing split off" : `Split off, as edited: ${titles}`;
  return parts.length > 1
    ? `As edited, ${parts.length} batches: ${titles}`
    : "As edited, one piece";
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
