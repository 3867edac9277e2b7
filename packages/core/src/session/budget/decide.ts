import {
  amountText,
  BUDGET_LIMITS,
  type Budget,
  limitOf,
  raised,
  reachedLimits,
  usedOf,
  usedText,
} from "../../budget/budget.ts";
import { placedSessions } from "../../flow/sessions.ts";
import { actorOf } from "../../kernel/actor.ts";
import type { Room } from "../../kernel/room.ts";
import { accept, refused } from "../../kernel/ruling.ts";
import type { RulingOn } from "../../room/replies.ts";
import type { ActedFact, RoomRuling } from "../../room/ruling.ts";
import type { AnswerDetail, SessionCommand } from "../record/command.ts";
import type { Session } from "../record/session.ts";
import { done, type Effect } from "../steps/effect.ts";

type Refused = Extract<RoomRuling, { ok: false }>;
type SetBudget = Extract<SessionCommand, { type: "setBudget" }>;

/** Other limits, or none; a session that its budget paused goes on where they let it. */
export function decideSetBudget(
  room: Room,
  session: Session,
  { by, budget }: Pick<SetBudget, "by" | "budget">,
): RulingOn<"setBudget"> {
  const { id: sessionId } = session;
  const actor = actorOf(by);
  if (isSame(session.budget, budget)) return accept([], { sessionId });
  const events: ActedFact[] = [{ type: "budget.set", data: { sessionId, budget }, actor }];
  const after = { ...session, budget: budget && { ...budget, warned: [] } };
  const holdsPlace = placedSessions(room.sessions).some(({ id }) => id === sessionId);
  if (session.pausedFor === "budget" && holdsPlace && reachedLimits(after).length === 0)
    events.push({ type: "session.resumed", data: { sessionId }, actor });
  return accept(events, { sessionId });
}

function isSame(before: Session["budget"], budget: Budget | null): boolean {
  if (before === null || budget === null) return before === null && budget === null;
  return (
    BUDGET_LIMITS.every((limit) => limitOf(before, limit) === limitOf(budget, limit)) &&
    before.warnAt === budget.warnAt
  );
}

/** A session whose budget is used goes on only with another one. */
export function refuseWhileUsed(session: Session): Refused | null {
  const limits = reachedLimits(session);
  if (limits.length === 0) return null;
  const used = limits.map((limit) => usedText(session, limit)).join(", ");
  const message = `Session ${session.id} has used ${used}; raise its budget first, or remove it.`;
  return refused("budget_reached", message, { sessionId: session.id, limits }, [
    "setBudget",
    "stopSession",
  ]);
}

/** What a person says to a budget that is used: more, or no limit. */
export function answerBudget(
  session: Session,
  { kind }: { kind: "raise_budget" | "lift_budget" },
  detail: AnswerDetail,
  actor: ActedFact["actor"],
): Effect {
  const { id: sessionId, budget } = session;
  if (!budget) throw new Error(`session ${sessionId} has no budget to answer about`);
  const isRaised = kind === "raise_budget";
  const next = isRaised ? raisedBudget(session, budget, detail) : without(session, budget);
  const after = { ...session, budget: next && { ...next, warned: [] } };
  const refusal = refuseTooLow(after);
  if (refusal) return refusal;
  return done([
    { type: "budget.set", data: { sessionId, budget: next }, actor },
    { type: "session.resumed", data: { sessionId }, actor },
  ]);
}

/** The limits that the person names, and half as much again for the others that are used. */
function raisedBudget(session: Session, budget: Budget, { budget: given }: AnswerDetail): Budget {
  const next: Budget = {
    tokens: budget.tokens,
    costUsdMicros: budget.costUsdMicros,
    runs: budget.runs,
    warnAt: given?.warnAt ?? budget.warnAt,
  };
  const reached = reachedLimits(session);
  for (const limit of BUDGET_LIMITS) {
    const key = limit === "costUsd" ? "costUsdMicros" : limit;
    const wanted = given?.[key] ?? null;
    if (wanted !== null) next[key] = wanted;
    else if (reached.includes(limit)) next[key] = raised(session, limit);
  }
  return next;
}

/** Without the limits that are used; `null` where none is left. */
function without(session: Session, budget: Budget): Budget | null {
  const reached = reachedLimits(session);
  const gone = reached.length > 0 ? reached : BUDGET_LIMITS;
  const next = {
    tokens: gone.includes("tokens") ? null : budget.tokens,
    costUsdMicros: gone.includes("costUsd") ? null : budget.costUsdMicros,
    runs: gone.includes("runs") ? null : budget.runs,
    warnAt: budget.warnAt,
  };
  return BUDGET_LIMITS.some((limit) => limitOf(next, limit) !== null) ? next : null;
}

function refuseTooLow(session: Session): Refused | null {
  const [limit] = reachedLimits(session);
  if (limit === undefined) return null;
  const used = amountText(limit, usedOf(session.usage, limit));
  const message = `${used} are already used; set a higher limit.`;
  return refused("budget_reached", message, { sessionId: session.id, limits: [limit] });
}
