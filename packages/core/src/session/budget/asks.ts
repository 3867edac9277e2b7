import { askAboutUsed } from "../../budget/ask.ts";
import { reachedLimits } from "../../budget/budget.ts";
import type { AskedDecision } from "../../decision/decision.ts";
import { anOption } from "../../decision/option.ts";
import type { Room } from "../../kernel/room.ts";
import { sessionsHeldUp } from "../record/ask-words.ts";
import type { Session } from "../record/session.ts";

/** What a session asks while its budget is used: the one thing that is asked of a paused one. */
export function budgetAsks(room: Room, session: Session): AskedDecision[] {
  const { id: sessionId, title, step, state, isParked, budget, pausedFor } = session;
  if (state !== "paused" || isParked || budget === null) return [];
  // A run that was counted and reached nobody is taken back; what it paused still asks.
  if (reachedLimits(session).length === 0 && pausedFor !== "budget") return [];
  const stop = anOption("stop", "Stop the session", "What is done stays; nothing else is done.", {
    kind: "stop_at_budget",
  });
  return [
    {
      subject: { kind: "session", sessionId, title, step, part: null },
      holdsUp: sessionsHeldUp(room, session),
      ...askAboutUsed(session, `“${title}”`, stop),
    },
  ];
}
