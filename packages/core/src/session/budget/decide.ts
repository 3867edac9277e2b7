import { reachedLimits, usedText } from "../../budget/budget.ts";
import { answeredBudget, type BudgetAnswer, isSameBudget } from "../../budget/change.ts";
import { done, type Effect } from "../../decision/question.ts";
import { placedSessions } from "../../flow/sessions.ts";
import { actorOf } from "../../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../../kernel/command.ts";
import type { AnswerDetail } from "../../kernel/question.ts";
import type { Room } from "../../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../../kernel/ruling.ts";
import type { Session } from "../record/session.ts";

type SetBudget = CommandOf<"setBudget">;

/** Other limits, or none; a session that its budget paused continues if they let it. */
export function decideSetBudget(
  room: Room,
  session: Session,
  { by, budget }: Pick<SetBudget, "by" | "budget">,
): RulingOn<"setBudget"> {
  const { id: sessionId } = session;
  const actor = actorOf(by);
  if (isSameBudget(session.budget, budget)) return accept([], { sessionId });
  const events: ActedFact[] = [{ type: "budget.set", data: { sessionId, budget }, actor }];
  const after = { ...session, budget: budget && { ...budget, warned: [] } };
  const holdsPlace = placedSessions(room.sessions).some(({ id }) => id === sessionId);
  if (session.pausedFor === "budget" && holdsPlace && reachedLimits(after).length === 0)
    events.push({ type: "session.resumed", data: { sessionId }, actor });
  return accept(events, { sessionId });
}

/** A session whose budget is used continues only with another one. */
export function refuseWhileUsed(session: Session): Refused | null {
  const limits = reachedLimits(session);
  if (limits.length === 0) return null;
  const used = limits.map((limit) => usedText(session, limit)).join(", ");
  const message = `Session ${session.id} has used ${used}; raise its budget first, or remove it.`;
  return refused("budget_reached", message, { sessionId: session.id, limits }, ["setBudget", "stopSession"]);
}

/** A person's answer to a used budget: more, or no limit. */
export function answerBudget(
  session: Session,
  { kind }: { kind: BudgetAnswer },
  detail: AnswerDetail,
  actor: ActedFact["actor"],
): Effect {
  const { id: sessionId, budget, usage } = session;
  if (!budget) throw new Error(`session ${sessionId} has no budget to answer about`);
  const answered = answeredBudget({ budget, usage }, kind, detail.budget, { sessionId });
  if (!answered.ok) return answered;
  return done([
    { type: "budget.set", data: { sessionId, budget: answered.budget }, actor },
    { type: "session.resumed", data: { sessionId }, actor },
  ]);
}
