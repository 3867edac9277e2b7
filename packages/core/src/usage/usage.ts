import type { Word } from "../kernel/ids.ts";
import { counted } from "../kernel/words.ts";

/** What agents consumed, summed. Tokens are whole, costs whole micro-dollars: sums are exact. */
export interface Usage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** For everything that has a price, billed and estimated. */
  costUsdMicros: number;
  /** The part of it that is estimated; left out: none. */
  estimatedUsdMicros?: number;
  /** Tokens whose price nobody named: their cost is unknown, never 0. */
  unpricedTokens: number;
  /** Attempts at tasks, and the further runs that agents report. */
  runs: number;
}

/** What a cost is based on: a bill, or tokens times a list price; `unknown` if there is no cost. */
export const COST_BASES = ["billed", "estimated", "unknown"] as const;
export type CostBasis = (typeof COST_BASES)[number];

/** What was consumed of one model. */
export interface ModelUsage {
  inputTokens: number;
  outputTokens: number;
  cacheReadTokens: number;
  cacheWriteTokens: number;
  /** Those of `cacheWriteTokens` that are kept for an hour; left out: none, so all are kept for five minutes. */
  cacheWrite1hTokens?: number;
  /** `null`: the price is unknown. */
  costUsdMicros: number | null;
  model: Word | null;
  /** Runs besides the agent's own, such as subagents. */
  runs: number;
  /** Left out in early logs: a cost is billed, and a missing one is unknown. */
  basis?: CostBasis;
  /** The entry of the server's prices from which it was estimated. */
  pricedBy?: Word;
  /** The run that consumed it, by its runner's name for it. */
  runId?: Word;
}

/** What an agent says that it has consumed since its last report. */
export interface ReportedUsage extends ModelUsage {
  /** Usage of further models in the same time; left out: there was only one. */
  others?: ModelUsage[];
}

/** Per model. */
export function byModel({ others = [], ...first }: ReportedUsage): ModelUsage[] {
  return [first, ...others];
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
/** Most tokens of one report. */
export const REPORT_TOKENS_MAX = 1_000_000_000;
export const REPORT_USD_MAX = 10_000;
export const REPORT_RUNS_MAX = 1_000;
/** Most models of one report besides the first. */
export const REPORT_MODELS_MAX = 20;

type Tokens = Pick<Usage, "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens">;

/** All tokens: read, written, and to and from the cache. */
export function tokensOf(usage: Tokens): number {
  return usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
}

export function addUsage(sum: Usage, reported: ReportedUsage): Usage {
  return byModel(reported).reduce(addModel, sum);
}

function addModel(sum: Usage, reported: ModelUsage): Usage {
  const { costUsdMicros } = reported;
  return {
    inputTokens: sum.inputTokens + reported.inputTokens,
    outputTokens: sum.outputTokens + reported.outputTokens,
    cacheReadTokens: sum.cacheReadTokens + reported.cacheReadTokens,
    cacheWriteTokens: sum.cacheWriteTokens + reported.cacheWriteTokens,
    costUsdMicros: sum.costUsdMicros + (costUsdMicros ?? 0),
    ...estimatedSum(sum.estimatedUsdMicros, estimatedIn(reported)),
    unpricedTokens: sum.unpricedTokens + (costUsdMicros === null ? tokensOf(reported) : 0),
    runs: sum.runs + reported.runs,
  };
}

function estimatedIn({ basis, costUsdMicros }: ModelUsage): number {
  return basis === "estimated" ? (costUsdMicros ?? 0) : 0;
}

/** Only if there is any: sums of logs without estimates stay as they were. */
function estimatedSum(a = 0, b = 0): { estimatedUsdMicros?: number } {
  return a + b > 0 ? { estimatedUsdMicros: a + b } : {};
}

/** Usage of several tasks together. */
export function sumUsage(a: Usage, b: Usage): Usage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
    cacheReadTokens: a.cacheReadTokens + b.cacheReadTokens,
    cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
    costUsdMicros: a.costUsdMicros + b.costUsdMicros,
    ...estimatedSum(a.estimatedUsdMicros, b.estimatedUsdMicros),
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

/** What the known part of a cost is based on. */
export function costBasis({ costUsdMicros, estimatedUsdMicros = 0 }: Usage): "billed" | "estimated" | "both" {
  if (estimatedUsdMicros === 0) return "billed";
  return estimatedUsdMicros === costUsdMicros ? "estimated" : "both";
}

export function toMicros(usd: number): number {
  return Math.round(usd * MICROS_PER_USD);
}

/** "1.86", and "0.0004" if two places would hide it. */
export function usdText(micros: number): string {
  const usd = micros / MICROS_PER_USD;
  if (micros === 0 || usd >= 0.01) return usd.toFixed(2);
  return usd.toFixed(6).replace(/0+$/, "");
}

/** "1.86 USD", "1.86 USD (estimated)", "1.86 USD (0.40 estimated)": for what has a price. */
export function costUsdText(usage: Usage): string {
  const usd = `${usdText(usage.costUsdMicros)} USD`;
  const part = estimatedText(usage);
  return part === "" ? usd : `${usd} (${part})`;
}

/** "estimated", "0.40 estimated", or nothing if all of it is billed. */
export function estimatedText(usage: Usage): string {
  const basis = costBasis(usage);
  if (basis === "billed") return "";
  return basis === "estimated" ? "estimated" : `${usdText(usage.estimatedUsdMicros ?? 0)} estimated`;
}

/**
 * "1.86 USD, 81200 tokens, 7 runs"; what has no price is mentioned. A session counts its attempts and their subagents,
 * an agent or a task only subagents; if there are none, they are not mentioned.
 */
export function usageText(usage: Usage, one: "run" | "subagent" = "run"): string {
  const runs = usage.runs === 0 ? [] : [counted(usage.runs, one)];
  if (!isReported(usage)) return runs.length === 0 ? "nothing reported" : `${runs}, no tokens or cost reported`;
  const and = `and what ${usage.unpricedTokens} tokens of unknown price cost`;
  return [...figuresOf(usage, and), ...runs].join(", ");
}

/** "1.86 USD and more" and "81200 tokens". */
export function figuresOf(usage: Usage, and = "and more"): [cost: string, tokens: string] {
  const usd = costUsdText(usage);
  const cost = { all: usd, some: `${usd} ${and}`, none: "cost unknown" }[knownCost(usage)];
  return [isReported(usage) ? cost : "cost unknown", tokensText(usage)];
}

/** No work takes 0 tokens: if the sum is 0, nobody reported any. */
export function tokensText(usage: Tokens): string {
  return tokensOf(usage) > 0 ? `${tokensOf(usage)} tokens` : "tokens unknown";
}
