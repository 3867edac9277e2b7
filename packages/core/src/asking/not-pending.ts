import type { DecisionAnswer, DecisionId } from "../decision/decision.ts";
import { type Refusal, refusal } from "../kernel/refusal.ts";
import type { Room } from "../kernel/room.ts";

/** How a decision ended, as far as a late answerer needs to know. */
export type DecisionEnd =
  | { state: "answered"; answer: Omit<DecisionAnswer, "undo"> }
  | { state: "withdrawn" | "superseded"; reason: string; at: number };

/** Says what happened to a decision that is no longer pending. */
export function endedRefusal(decisionId: string, end: DecisionEnd, pendingInstead: string | null = null): Refusal {
  if (end.state === "answered") {
    const { optionId, label, note, by, at } = end.answer;
    const details = { decisionId, state: end.state, optionId, label, note, by: by.name, at };
    const message = `${by.name} already chose “${label}”. Your answer was not applied.`;
    return refusal("decision_answered", message, details);
  }
  const { state, reason, at } = end;
  const details = { decisionId, state, reason, at, pendingInstead };
  const message = `This question is no longer asked. ${reason}`;
  return refusal("decision_moot", message, details);
}

/** A decision that is not pending in this room: what happened to it, as far as the room remembers. */
export function notPending(room: Room, decisionId: DecisionId): { ok: false; refusal: Refusal } {
  const answered = room.answered.find((decision) => decision.id === decisionId);
  if (answered) {
    const { answer } = answered;
    return { ok: false, refusal: endedRefusal(decisionId, { state: "answered", answer }) };
  }
  const moot = room.moot.find((decision) => decision.id === decisionId);
  if (moot) {
    const again = Object.values(room.decisions).find((other) => other.supersedes === decisionId);
    return { ok: false, refusal: endedRefusal(decisionId, moot, again?.id ?? null) };
  }
  const message = "There is no such decision here, or it is too long ago.";
  return { ok: false, refusal: refusal("decision_unknown", message, { decisionId }) };
}
