import type { RoleName, TaskId } from "../../kernel/ids.ts";

/** What a plan's task that passed here took: its author's work and that of its reviewers. */
export interface TakenTask {
  taskId: TaskId;
  role: RoleName;
  /** Under leases, without waiting for people. */
  workMs: number;
  /** `null`: not all of it has a price, or nobody reported any. */
  costUsdMicros: number | null;
  /** `null`: nobody reported any. */
  tokens: number | null;
}

/** First quartile, median and third quartile. */
export interface Spread {
  low: number;
  mid: number;
  high: number;
}

/** What a plan will probably take. */
export interface PlanEstimate {
  tasks: number;
  /** Tasks among those of roles for which no task has passed: the figures leave them out. */
  unjudged: number;
  /** Ended tasks on which it is based. */
  judgedBy: number;
  /** `null`: nothing to judge by. */
  workMs: Spread | null;
  /** `null`: the price for some role is unknown. */
  costUsdMicros: Spread | null;
}

/** Most ended tasks that a room keeps to judge by, and most of one role that it judges by, the latest. */
export const TAKEN_KEPT = 60;
export const SAMPLES_MAX = 12;

/**
 * What tasks of these roles took here lately, summed. The sum of quartiles is wider than the quartiles of a
 * sum: tasks of one plan are alike, so what makes one of them long makes others long too.
 *
 * @param taken the latest first
 * @param roles of the tasks of the plan
 */
export function estimatePlan(taken: readonly TakenTask[], roles: readonly RoleName[]): PlanEstimate {
  const samples = samplesOf(taken, roles);
  const judged = judgedIn(samples, roles);
  return {
    tasks: roles.length,
    unjudged: roles.length - judged.length,
    judgedBy: [...samples.values()].reduce((sum, of) => sum + of.length, 0),
    workMs: spreadIn(judged, ({ workMs }) => workMs),
    costUsdMicros: spreadIn(judged, ({ costUsdMicros }) => costUsdMicros),
  };
}

/** Tokens that tasks of these roles took here lately, likewise; `null`: nobody reported any for some role. */
export function estimateTokens(taken: readonly TakenTask[], roles: readonly RoleName[]): Spread | null {
  return spreadIn(judgedIn(samplesOf(taken, roles), roles), ({ tokens }) => tokens);
}

type Samples = ReadonlyMap<RoleName, TakenTask[]>;

function samplesOf(taken: readonly TakenTask[], roles: readonly RoleName[]): Samples {
  return new Map(roles.map((role) => [role, taken.filter((one) => one.role === role).slice(0, SAMPLES_MAX)]));
}

/** For each task that can be judged, what it is judged by. */
function judgedIn(samples: Samples, roles: readonly RoleName[]): TakenTask[][] {
  return roles.map((role) => samples.get(role) ?? []).filter((of) => of.length > 0);
}

/** `null`: nothing to judge by, or it is not known for some task. */
function spreadIn(judged: readonly TakenTask[][], figureOf: (one: TakenTask) => number | null): Spread | null {
  const values = judged.map((of) => of.flatMap((one) => figureOf(one) ?? []));
  const isKnown = values.length > 0 && values.every((of) => of.length > 0);
  return isKnown ? sumOf(values.map(spreadOf)) : null;
}

function sumOf(spreads: readonly Spread[]): Spread {
  const sum = (of: (spread: Spread) => number) => spreads.reduce((all, spread) => all + of(spread), 0);
  return {
    low: sum(({ low }) => low),
    mid: sum(({ mid }) => mid),
    high: sum(({ high }) => high),
  };
}

/** @param values at least one */
function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  return { low: quantile(sorted, 0.25), mid: quantile(sorted, 0.5), high: quantile(sorted, 0.75) };
}

/** Interpolated between two values, rounded. @source Hyndman and Fan 1996, type 7 */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share;
  const below = sorted[Math.floor(at)] ?? 0;
  const above = sorted[Math.ceil(at)] ?? below;
  return Math.round(below + (above - below) * (at - Math.floor(at)));
}

/** "40–70"; one number if both ends read alike. */
export function spreadText({ low, high }: Spread, text: (value: number) => string): string {
  return text(low) === text(high) ? text(low) : `${text(low)}–${text(high)}`;
}

export function minutesText(ms: number): string {
  return ms > 0 && ms < 60_000 ? "1" : String(Math.round(ms / 60_000));
}
