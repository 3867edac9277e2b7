import type { ReducersOf } from "../kernel/event.ts";
import type { RoomView } from "../log/view.ts";
import type { Session, SessionId } from "../session/record/session.ts";
import { reachedLimits } from "./budget.ts";
import type { BudgetEventData } from "./events.ts";

export const BUDGET_REDUCERS: ReducersOf<BudgetEventData> = {
  "budget.set": (next, { data: { sessionId, budget } }) =>
    setSession(next, sessionId, (session) => {
      const after = { ...session, budget: budget && { ...budget, warned: [] } };
      return reachedLimits(after).length > 0 ? after : { ...after, pausedFor: null };
    }),
  "budget.warned": (next, { data: { sessionId, limit } }) =>
    setSession(next, sessionId, (session) => {
      const { budget } = session;
      return budget
        ? { ...session, budget: { ...budget, warned: [...budget.warned, limit] } }
        : session;
    }),
};

function setSession(next: RoomView, id: SessionId, update: (session: Session) => Session): void {
  const { live } = next.sessions;
  const session = live.find((one) => one.id === id);
  if (!session) throw new Error(`session ${id} is not live in ${next.roomId}`);
  next.sessions = { ...next.sessions, live: live.with(live.indexOf(session), update(session)) };
}
