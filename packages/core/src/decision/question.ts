import type * as z from "zod";
import type { SessionStep } from "../flow/steps.ts";
import { type Actor, actorOf, type PersonCaller } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { Touched } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import type {
  ActKind,
  Acts,
  AnswerDetail,
  DecisionAct,
  DecisionKind,
  GivenAct,
  KindOf,
  Questions,
} from "../kernel/question.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, type Refused, type RoomRuling, refused } from "../kernel/ruling.ts";
import type { Decision, DecisionOption, DecisionSubject, Undo } from "./decision.ts";

/** Before it has its id and its place in time. */
export interface AskedDecision<K extends DecisionKind = DecisionKind>
  extends Pick<Decision, "question" | "reason" | "urgency" | "holdsUp" | "askedBy"> {
  kind: K;
  subject: Extract<DecisionSubject, { kind: Questions[K]["about"] }>;
  options: DecisionOption<Questions[K]["answers"]>[];
}

/** `label`: what was chosen, where that is more than the option says. */
export type Done = { ok: true; events: ActedFact[]; undo: Undo | null; label?: string };
/** What an answer does, and how it could be taken back. */
export type Effect = Refused | Done;

export function done(events: ActedFact[]): Done {
  return { ok: true, events, undo: null };
}

export type DecisionAbout<About extends string> = Decision & {
  subject: Extract<DecisionSubject, { kind: About }>;
};

/** What another ruling says, which is never taken back. */
export function forGood(ruling: RoomRuling): Effect {
  return ruling.ok ? { ...ruling, undo: null } : ruling;
}

/** One answer of a decision; it needs no note and cannot be undone, unless it says so. */
export function anOption<const T extends GivenAct>(
  id: string,
  label: string,
  consequence: string,
  given: T,
  { needsNote = false, canUndo = false }: Partial<DecisionOption> = {},
): DecisionOption<KindOf<T>> {
  const act = typeof given === "string" ? { kind: given } : given;
  // It is of the given kind, though the compiler can't see that the kind says all of it.
  return { id, label, consequence, needsNote, canUndo, act: act as DecisionAct<KindOf<T>> };
}

/** An answer on its way to what it does. `About`: the kinds of subjects, `A`: what it may do. */
export interface Answering<About extends string = DecisionSubject["kind"], A extends ActKind = ActKind> {
  room: Room;
  decision: DecisionAbout<About>;
  option: DecisionOption;
  act: DecisionAct<A>;
  by: PersonCaller;
  /** The same person. */
  actor: Actor;
  note: string;
  detail: AnswerDetail;
  context: Context;
}

type Does<About extends string, A extends ActKind> = (at: Answering<About, A>) => Effect;

/**
 * What an answer does. `fields`: what its act says besides its name, for the contract; `takes`: what it uses of an answer's
 * detail.
 */
export type Answer<About extends string, A extends ActKind> = A extends keyof Acts
  ? More<About, A> & { fields: { readonly [F in keyof Acts[A]]-?: z.ZodType } }
  : Does<About, A> | (More<About, A> & { fields?: never });

interface More<About extends string, A extends ActKind> {
  does: Does<About, A>;
  takes?: readonly (keyof AnswerDetail)[];
}

/** The room as questions look at it. */
export interface Look {
  room: Room;
  /** Only this can have changed. */
  touched: Touched;
  /** The tasks that wait for each task. */
  waiters: () => ReadonlyMap<TaskId, readonly TaskId[]>;
}

/** Where an asking session is: at a step, or held up otherwise. */
export type AskingPlace = SessionStep | "pipeline" | "gate" | "paused";
type Session = Room["sessions"]["live"][number];
/** Only a pipeline is in one, and only what is talked through is at a step. */
type AskingAt<P extends AskingPlace> = P extends "gate" | "paused"
  ? Session
  : Extract<Session, { flow: P extends "pipeline" ? P : "brainstorm" }>;

/** A kind of question, in one place: when it is asked, why it no longer is, and what each answer does. */
export type Question<K extends DecisionKind = DecisionKind> = Asking<K> & Ending<Questions[K]["about"]>;

/** `moot`: why it is no longer asked; a session itself says where it went. */
type Ending<About extends string> = [About] extends ["session"]
  ? { moot?: never }
  : { moot: (room: Room, decision: DecisionAbout<About>) => string };

interface Asking<K extends DecisionKind> {
  kind: K;
  /** What the room asks now; what it no longer finds is withdrawn. */
  finds?: (look: Look) => AskedDecision<K>[];
  /** The same for a session, by where it is. */
  inSession?: {
    [P in AskingPlace]?: (room: Room, session: AskingAt<P>) => AskedDecision<K> | readonly AskedDecision<K>[] | null;
  };
  /** Whether it is asked now; for what no single event shows, so that the room is looked at after each commit. */
  appears?: (room: Room) => boolean;
  /** An agent's question as it is now; `null`: it is moot. */
  stands?: (look: Look, decision: DecisionAbout<Questions[K]["about"]>) => AskedDecision | null;
  /** The asker hears the answer by other means than a message. */
  isHeard?: true;
  answers: { [A in Questions[K]["answers"]]: Answer<Questions[K]["about"], A> };
}

/** A question whose kind declares no such answer, or whose answer does nothing, does not compile. */
export function defineQuestion<K extends DecisionKind>(question: Question<K>): Question<K> {
  return question;
}

type Field = keyof AnswerDetail;

/** A refusal in the shape of a route's own, for a body that does not fit. */
export function refuseField(name: Field, problem: string, taken: readonly Field[]): Refused {
  const field = `body.detail.${name}`;
  const details = { issues: [{ field, problem }] };
  return refused(
    "bad_request",
    `${field}: ${problem}. Nothing was applied.`,
    details,
    taken.map((one) => `detail.${one}`),
  );
}

/** The fact that a person chose this answer. @param label what was chosen, as people read it */
export function answeredAs(
  decision: Decision,
  option: DecisionOption,
  { by, note }: Pick<Answering, "by" | "note">,
  label: string,
  undo: Undo | null,
): ActedFact {
  const answer = { optionId: option.id, label, note, by: { id: by.id, name: by.name }, undo };
  return {
    type: "decision.answered",
    data: { decisionId: decision.id, answer },
    actor: actorOf(by),
  };
}
