import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import type { Session } from "../session/session.ts";
import { reachedLimits } from "./budget.ts";

type BudgetEvent = Extract<RoomEvent, { type: `budget.${string}` }>;

/** Moves `next`, a copy that the caller owns at its first level only. */
export function changeBudget(next: RoomView, event: BudgetEvent): void {
  const { live } = next.sessions;
  const at = live.findIndex(({ id }) => id === event.data.sessionId);
  const session = live[at];
  if (!session) throw new Error(`session ${event.data.sessionId} is not live in ${next.roomId}`);
  next.sessions = { ...next.sessions, live: live.with(at, changed(session, event)) };
}

function changed(session: Session, event: BudgetEvent): Session {
  if (event.type === "budget.warned") {
    const { budget } = session;
    if (!budget) return session;
    return { ...session, budget: { ...budget, warned: [...budget.warned, event.data.limit] } };
  }
  const { budget } = event.data;
  const after = { ...session, budget: budget && { ...budget, warned: [] } };
  return reachedLimits(after).length > 0 ? after : { ...after, pausedFor: null };
}
