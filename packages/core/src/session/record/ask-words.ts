import { type DecisionOption, REASON_MAX, type SessionSubject } from "../../decision/decision.ts";
import { type AskedDecision, anOption } from "../../decision/question.ts";
import type { SessionStep } from "../../flow/steps.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { GivenAct, KindOf } from "../../kernel/question.ts";
import type { Room } from "../../kernel/room.ts";
import { counted } from "../../kernel/words.ts";
import { findRole } from "../../team/team.ts";
import { DISCUSS, LET_GO_ON, REVISE } from "./decided.ts";
import { type Proposal, queuedSessions, type Session } from "./session.ts";

/** What every decision of a session has. */
export function about(
  room: Room,
  session: Session,
  step: SessionStep,
  part: string | null,
): Pick<AskedDecision, "urgency" | "holdsUp" | "askedBy"> & { subject: SessionSubject } {
  const isLast = queuedSessions(room.sessions).length === 0;
  return {
    subject: { kind: "session", sessionId: session.id, title: session.title, step, part },
    urgency: isLast ? "medium" : "high",
    holdsUp: sessionsHeldUp(room, session),
    askedBy: null,
  };
}

/** The session itself, and those that start only when it has ended. */
export function sessionsHeldUp({ sessions }: Pick<Room, "sessions">, { isParked }: Pick<Session, "isParked">): number {
  return 1 + (isParked ? 0 : queuedSessions(sessions).length);
}

export function undoable<const T extends GivenAct>(
  id: string,
  label: string,
  consequence: string,
  act: T,
): DecisionOption<KindOf<T>> {
  return anOption(id, label, consequence, act, { canUndo: true });
}

export function discuss(what: string): DecisionOption<"discuss"> {
  return discussAs(`The agent reads your note and revises ${what}.`);
}

export function discussAs(consequence: string): DecisionOption<"discuss"> {
  return anOption("discuss", DISCUSS, consequence, "discuss", { needsNote: true });
}

export function revise(consequence: string): DecisionOption<"revise"> {
  return anOption("revise", REVISE, consequence, "revise", { needsNote: true });
}

export function renew(proposal: { staleSince: number | null }): DecisionOption<"renew">[] {
  if (proposal.staleSince === null) return [];
  return [anOption("renew", "Start over", "Something it's based on has changed; an agent starts it over.", "renew")];
}

/** What its level asks for, if the reply still differed after it was sent back; before the rest. */
export function otherwise({ repairs }: Pick<Proposal, "repairs">): string {
  return repairs
    .filter(({ kind }) => kind === "amount")
    .map(({ message }) => `Asked twice, still not as wanted: ${message}\n\n`)
    .join("");
}

export function roleTitle(room: Room, { by }: { by: { role: string } }): string {
  return findRole(room.team, by.role)?.title ?? by.role;
}

export function listText(parts: readonly { title: string; description: string }[]): string {
  return parts.map(({ title, description }, i) => `${i + 1}. ${title}: ${description}`).join("\n");
}

/** A decision says what it is about; the session has all of it. */
export function clip(text: string): string {
  return text.length <= REASON_MAX ? text : `${text.slice(0, REASON_MAX - 1).toWellFormed()}…`;
}

/** @param others tasks of the session that end with it, besides the one that is asked about */
export function abortOption(others: number): DecisionOption<"abort"> {
  const rest =
    others === 0 ? "nothing else is done" : `${counted(others, "other task ends", "other tasks end")} with it`;
  const consequence = `It ends as failed. What is done stays; ${rest}.`;
  return anOption("abort", "Abort the session", consequence, "abort");
}

/** For a task whose reviews did not pass. */
export function letGoOn(taskId: TaskId): DecisionOption<"let_go_on"> {
  return anOption(
    "skip",
    LET_GO_ON,
    "It counts as not passed, and the tasks that need it start. Your reason is kept.",
    { kind: "let_go_on", taskId },
    { needsNote: true },
  );
}
