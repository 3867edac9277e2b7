/** What agents consumed, summed. Tokens are whole, costs whole micro-dollars: sums are exact. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  costUsdMicros: number;
  /** Tokens whose price nobody named: what they cost is unknown, never 0. */
  unpricedTokens: number;
  /** Attempts at tasks, and the further runs that agents report. */
  runs: number;
}

/** What an agent says that it consumed since it last said so. */
export interface ReportedUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** `null`: the price is unknown. */
  costUsdMicros: number | null;
  model: string | null;
  /** Runs beside the agent's own, such as subagents. */
  runs: number;
}

export const NO_USAGE: Usage = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  costUsdMicros: 0,
  unpricedTokens: 0,
  runs: 0,
};

export const MICROS_PER_USD = 1_000_000;
/** Of one report. */
export const REPORT_TOKENS_MAX = 1_000_000_000;
export const REPORT_USD_MAX = 10_000;
export const REPORT_RUNS_MAX = 1_000;
export const MODEL_MAX = 80;

type Tokens = Pick<Usage, "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens">;

/** All of them: read, written, and to and from the cache. */
export function tokensOf(usage: Tokens): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

export function addUsage(sum: Usage, reported: ReportedUsage): Usage {
  const { costUsdMicros } = reported;
  return {
    inputTokens: sum.inputTokens + reported.inputTokens,
    outputTokens: sum.outputTokens + reported.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + reported.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + reported.cacheWriteTokens,
    costUsdMicros: sum.costUsdMicros + (costUsdMicros ?? 0),
    unpricedTokens: sum.unpricedTokens + (costUsdMicros === null ? tokensOf(reported) : 0),
    runs: sum.runs + reported.runs,
  };
}

/** Of several tasks together. */
export function sumUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    costUsdMicros: a.costUsdMicros + b.costUsdMicros,
    unpricedTokens: a.unpricedTokens + b.unpricedTokens,
    runs: a.runs + b.runs,
  };
}

/** Whether anything was reported at all; runs are counted without a report. */
export function isReported(usage: Usage): boolean {
  return tokensOf(usage) > 0 || usage.costUsdMicros > 0;
}

/** How much of the cost is known. */
export function knownCost(usage: Usage): "all" | "some" | "none" {
  if (usage.unpricedTokens === 0) return "all";
  return usage.costUsdMicros > 0 ? "some" : "none";
}

export function toMicros(usd: number): number {
  return Math.round(usd * MICROS_PER_USD);
}

/** "1.86", and "0.0004" where two places would hide it. */
export function usdText(micros: number): string {
  const usd = micros / MICROS_PER_USD;
  if (micros === 0 || usd >= 0.01) return usd.toFixed(2);
  return usd.toFixed(6).replace(/0+$/, "");
}
