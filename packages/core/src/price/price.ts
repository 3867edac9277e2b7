import { entryOf, modelKey } from "../usage/model-name.ts";
import { type ModelUsage, toMicros } from "../usage/usage.ts";

/** The price of a million tokens of a model, in US dollars; `null`: unknown, which is never 0. */
export interface Price {
  /** The model's name as agents report it, or the beginning of names followed by `*`. */
  model: string;
  provider: string | null;
  inputUsd: number | null;
  outputUsd: number | null;
  cacheReadUsd: number | null;
  /** For what is kept for five minutes, and what nobody says more about. */
  cacheWriteUsd: number | null;
  /** For what is kept for an hour. */
  cacheWrite1hUsd: number | null;
  /** Tokens that the model can read at once. */
  contextSize: number | null;
  /** What kind of work it is for, in a word. */
  class: string | null;
  /** Where the figures come from. */
  source: string;
  /** The day they were true, `YYYY-MM-DD`. */
  asOf: string;
}

/** Most models with a price of the server's own. */
export const PRICES_MAX = 5_000;
/** Highest price, US dollars for a million tokens. */
export const PRICE_USD_MAX = 10_000;

export const FIGURES = [
  ...(["inputUsd", "outputUsd", "cacheReadUsd", "cacheWriteUsd", "cacheWrite1hUsd"] as const),
] satisfies (keyof Price)[];
type Figure = (typeof FIGURES)[number];

type Tokens = Omit<ModelUsage, "costUsdMicros" | "model" | "runs">;
const PER = 1_000_000n;

/** How many tokens each figure applies to. */
function countsOf(usage: Tokens): Record<Figure, number> {
  const { cacheWriteTokens, cacheWrite1hTokens: forAnHour = 0 } = usage;
  return {
    inputUsd: usage.inputTokens,
    outputUsd: usage.outputTokens,
    cacheReadUsd: usage.cacheReadTokens,
    cacheWriteUsd: cacheWriteTokens - forAnHour,
    cacheWrite1hUsd: forAnHour,
  };
}

/** These prices, and those of `others` for models that are missing from them. */
export function withOthers<P extends Price, O extends Price>(prices: readonly P[], others: readonly O[]): (P | O)[] {
  const known = new Set(prices.map(({ model }) => modelKey(model)));
  return [...prices, ...others.filter(({ model }) => !known.has(modelKey(model)))];
}

/** The cost of tokens, in whole millionths of a dollar; or which kinds of them have no price. */
export type Estimate =
  | { isKnown: true; costUsdMicros: number; model: string }
  | { isKnown: false; unpriced: Figure[]; model: string };

/** Exact, and rounded once at the end, half a millionth up. A kind without tokens needs no price. */
export function estimate(usage: Tokens, price: Price): Estimate {
  const { model } = price;
  const counts = countsOf(usage);
  const unpriced = FIGURES.filter((usd) => counts[usd] > 0 && price[usd] === null);
  if (unpriced.length > 0) return { isKnown: false, unpriced, model };
  const sum = FIGURES.reduce((all, usd) => all + BigInt(counts[usd]) * BigInt(toMicros(price[usd] ?? 0)), 0n);
  return { isKnown: true, costUsdMicros: Number((sum + PER / 2n) / PER), model };
}

/** The report with its cost estimated if it names none and its model has a price; it says by which entry. */
export function priced<U extends ModelUsage>(usage: U, registry: readonly Price[]): U {
  if (usage.costUsdMicros !== null || usage.model === null) return usage;
  const price = entryOf(registry, usage.model);
  if (!price) return usage;
  const estimated = estimate(usage, price);
  if (!estimated.isKnown) return usage;
  const { costUsdMicros, model } = estimated;
  return { ...usage, costUsdMicros, basis: "estimated", pricedBy: model };
}
