import { SERVER } from "../kernel/actor.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { Session } from "../session/record/session.ts";
import { type Budgeted, type BudgetLimit, limitOf, limitsToWarnOf, reachedLimits, usedOf, usedText } from "./budget.ts";
import type { ScopeBudget } from "./scope.ts";

/** What follows from the usage of a running session: a warning near a limit, a pause at it. */
export function followBudget(session: Session): ActedFact[] {
  const { id: sessionId, state } = session;
  if (state !== "running") return [];
  const { close, used } = dueOf(session);
  return [
    ...close.map((one): ActedFact => {
      const data = { sessionId, ...one };
      return { type: "budget.warned", data, actor: SERVER };
    }),
    ...(used ? [{ type: "session.paused" as const, data: { sessionId, ...used }, actor: SERVER }] : []),
  ];
}

/** The same for anything else that has a budget. */
export function followScope(one: ScopeBudget): ActedFact[] {
  const { scope, name, paused } = one;
  if (paused !== null) return [];
  const { close, used } = dueOf(one);
  return [
    ...close.map((limit): ActedFact => {
      const data = { scope, name, ...limit };
      return { type: "budget.neared", data, actor: SERVER };
    }),
    ...(used ? [{ type: "budget.used_up" as const, data: { scope, name, ...used }, actor: SERVER }] : []),
  ];
}

interface Due {
  close: { limit: BudgetLimit; used: number; of: number }[];
  used: { reason: string; limits: BudgetLimit[] } | null;
}

function dueOf(of: Budgeted): Due {
  const { budget, usage } = of;
  if (budget === null) return { close: [], used: null };
  const close = limitsToWarnOf(of).map((limit) => ({
    limit,
    used: usedOf(usage, limit),
    of: limitOf(budget, limit) ?? 0,
  }));
  const limits = reachedLimits(of);
  if (limits.length === 0) return { close, used: null };
  const reason = `Its budget is used: ${limits.map((limit) => usedText(of, limit)).join(", ")}.`;
  return { close, used: { reason, limits } };
}
