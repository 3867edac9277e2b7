import { SERVER } from "../kernel/actor.ts";
import type { ActedFact } from "../room/ruling.ts";
import type { Session } from "../session/record/session.ts";
import { limitOf, limitsToWarnOf, reachedLimits, usedOf, usedText } from "./budget.ts";

/** What follows from what a running session has used: it says that a limit is close, and pauses at one. */
export function followBudget(session: Session): ActedFact[] {
  const { id: sessionId, budget, usage, state } = session;
  if (budget === null || state !== "running") return [];
  const warnings = limitsToWarnOf(session).map((limit): ActedFact => {
    const used = usedOf(usage, limit);
    const data = { sessionId, limit, used, of: limitOf(budget, limit) ?? 0 };
    return { type: "budget.warned", data, actor: SERVER };
  });
  const limits = reachedLimits(session);
  if (limits.length === 0) return warnings;
  const reason = `Its budget is used: ${limits.map((limit) => usedText(session, limit)).join(", ")}.`;
  return [
    ...warnings,
    { type: "session.paused", data: { sessionId, reason, limits }, actor: SERVER },
  ];
}
