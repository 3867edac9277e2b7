import { tokensOf, type Usage, usdText } from "../usage/usage.ts";

/** What a budget can limit. */
export const BUDGET_LIMITS = ["tokens", "costUsd", "runs"] as const;
export type BudgetLimit = (typeof BUDGET_LIMITS)[number];

/** At least one limit is set; `null`: no limit of that kind. */
export interface Budget {
  tokens: number | null;
  costUsdMicros: number | null;
  runs: number | null;
  /** The share of a limit at which people are told, above 0 and at most 1. */
  warnAt: number;
}

/** A budget in force. */
export interface SessionBudget extends Budget {
  /** Limits that people were warned of. */
  warned: BudgetLimit[];
}

export const WARN_AT_DEFAULT = 0.8;
export const BUDGET_TOKENS_MAX = 1_000_000_000_000;
export const BUDGET_USD_MAX = 1_000_000;
export const BUDGET_RUNS_MAX = 1_000_000;
/** The factor by which a limit is raised if nobody names a new one. */
const RAISE = 1.5;
/** Default limits are whole cents. */
const CENT_MICROS = 10_000;

/** Whatever has a budget, as budgets see it. */
export interface Budgeted {
  budget: SessionBudget | null;
  usage: Usage;
}

export function limitOf(budget: Budget, limit: BudgetLimit): number | null {
  return limit === "costUsd" ? budget.costUsdMicros : budget[limit];
}

export function usedOf(usage: Usage, limit: BudgetLimit): number {
  if (limit === "tokens") return tokensOf(usage);
  return limit === "costUsd" ? usage.costUsdMicros : usage.runs;
}

/** Limits of which at least this share is used. */
function limitsAt({ budget, usage }: Budgeted, share: number): BudgetLimit[] {
  if (!budget) return [];
  return BUDGET_LIMITS.filter((limit) => {
    const max = limitOf(budget, limit);
    return max !== null && usedOf(usage, limit) >= max * share;
  });
}

export function reachedLimits(session: Budgeted): BudgetLimit[] {
  return limitsAt(session, 1);
}

/** Limits that are near but not reached, and not warned of yet. */
export function limitsToWarnOf(session: Budgeted): BudgetLimit[] {
  const { budget } = session;
  if (!budget) return [];
  const reached = reachedLimits(session);
  return limitsAt(session, budget.warnAt).filter((limit) => !reached.includes(limit) && !budget.warned.includes(limit));
}

/** The limit raised by half, as often as it takes to exceed what is used. */
export function raised({ budget, usage }: Budgeted, limit: BudgetLimit): number {
  const used = usedOf(usage, limit);
  const unit = limit === "costUsd" ? CENT_MICROS : 1;
  let max = (budget && limitOf(budget, limit)) ?? 1;
  do max = Math.ceil((max * RAISE) / unit) * unit;
  while (max <= used);
  return max;
}

/** "2.00 USD", "80,000 tokens", "1 run". */
export function amountText(limit: BudgetLimit, amount: number): string {
  if (limit === "costUsd") return `${usdText(amount)} USD`;
  const one = limit === "tokens" ? "token" : "run";
  return `${grouped(amount)} ${amount === 1 ? one : `${one}s`}`;
}

/** "1.86 of 2.00 USD". */
export function usedText({ budget, usage }: Budgeted, limit: BudgetLimit): string {
  const max = (budget && limitOf(budget, limit)) ?? 0;
  const used = usedOf(usage, limit);
  return `${limit === "costUsd" ? usdText(used) : grouped(used)} of ${amountText(limit, max)}`;
}

function grouped(n: number): string {
  return String(n).replace(/\B(?=(\d{3})+$)/g, ",");
}
