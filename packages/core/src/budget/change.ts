import { type Refused, refused } from "../kernel/ruling.ts";
import {
  amountText,
  BUDGET_LIMITS,
  type Budget,
  type Budgeted,
  limitOf,
  raised,
  reachedLimits,
  usedOf,
} from "./budget.ts";

export type BudgetAnswer = "raise_budget" | "lift_budget";

export function isSameBudget(before: Budget | null, budget: Budget | null): boolean {
  if (before === null || budget === null) return before === null && budget === null;
  return (
    BUDGET_LIMITS.every((limit) => limitOf(before, limit) === limitOf(budget, limit)) && before.warnAt === budget.warnAt
  );
}

/** The budget after a person's answer to a used one: a higher one, or `null`; refused if that is used up too. */
export function answeredBudget(
  of: Budgeted & { budget: Budget },
  kind: BudgetAnswer,
  given: Partial<Budget> | undefined,
  about: Record<string, unknown>,
): { ok: true; budget: Budget | null } | Refused {
  const next = kind === "raise_budget" ? raisedBudget(of, given) : without(of);
  const [limit] = reachedLimits({ budget: next && { ...next, warned: [] }, usage: of.usage });
  if (limit === undefined) return { ok: true, budget: next };
  const used = amountText(limit, usedOf(of.usage, limit));
  const message = `${used} are already used; set a higher limit.`;
  return refused("budget_reached", message, { ...about, limits: [limit] });
}

/** The limits that the person names, and half as much again for the others that are used. */
function raisedBudget(of: Budgeted & { budget: Budget }, given: Partial<Budget> | undefined) {
  const { budget } = of;
  const next: Budget = {
    tokens: budget.tokens,
    costUsdMicros: budget.costUsdMicros,
    runs: budget.runs,
    warnAt: given?.warnAt ?? budget.warnAt,
  };
  const reached = reachedLimits(of);
  for (const limit of BUDGET_LIMITS) {
    const key = limit === "costUsd" ? "costUsdMicros" : limit;
    const wanted = given?.[key] ?? null;
    if (wanted !== null) next[key] = wanted;
    else if (reached.includes(limit)) next[key] = raised(of, limit);
  }
  return next;
}

/** Without the limits that are used up; `null` if none is left. */
function without(of: Budgeted & { budget: Budget }): Budget | null {
  const { budget } = of;
  const reached = reachedLimits(of);
  const gone = reached.length > 0 ? reached : BUDGET_LIMITS;
  const next = {
    tokens: gone.includes("tokens") ? null : budget.tokens,
    costUsdMicros: gone.includes("costUsd") ? null : budget.costUsdMicros,
    runs: gone.includes("runs") ? null : budget.runs,
    warnAt: budget.warnAt,
  };
  return BUDGET_LIMITS.some((limit) => limitOf(next, limit) !== null) ? next : null;
}
