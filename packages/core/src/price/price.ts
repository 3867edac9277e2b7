import { entryOf, modelKey } from "../usage/model-name.ts";
import { type ReportedUsage, toMicros, type Usage } from "../usage/usage.ts";

/** What a million tokens of a model cost, in US dollars; `null`: unknown, which is never 0. */
export interface Price {
  /** The model's name as agents report it, or the beginning of names followed by `*`. */
  model: string;
  provider: string | null;
  inputUsd: number | null;
  outputUsd: number | null;
  cacheReadUsd: number | null;
  cacheWriteUsd: number | null;
  /** Tokens that the model can read at once. */
  contextSize: number | null;
  /** What kind of work it is for, in a word. */
  class: string | null;
  /** Where the figures come from. */
  source: string;
  /** The day they were true, `YYYY-MM-DD`. */
  asOf: string;
}

/** Models with a price of the server's own. */
export const PRICES_MAX = 5_000;
/** US dollars for a million tokens. */
export const PRICE_USD_MAX = 10_000;

export const PRICED_TOKENS = [
  { tokens: "inputTokens", usd: "inputUsd" },
  { tokens: "outputTokens", usd: "outputUsd" },
  { tokens: "cacheReadTokens", usd: "cacheReadUsd" },
  { tokens: "cacheWriteTokens", usd: "cacheWriteUsd" },
] as const satisfies readonly { tokens: keyof Usage; usd: keyof Price }[];

type Tokens = Pick<Usage, (typeof PRICED_TOKENS)[number]["tokens"]>;
const PER = 1_000_000n;

/** These prices, and those of `others` for models that are not among them. */
export function withOthers<P extends Price, O extends Price>(
  prices: readonly P[],
  others: readonly O[],
): (P | O)[] {
  const known = new Set(prices.map(({ model }) => modelKey(model)));
  return [...prices, ...others.filter(({ model }) => !known.has(modelKey(model)))];
}

/** What tokens cost, in whole millionths of a dollar; or which kinds of them have no price. */
export type Estimate =
  | { isKnown: true; costUsdMicros: number; model: string }
  | { isKnown: false; unpriced: (keyof Tokens)[]; model: string };

/** Exact, and rounded once at the end, half a millionth up. A kind of which there are none needs no price. */
export function estimate(usage: Tokens, price: Price): Estimate {
  const { model } = price;
  const unpriced = PRICED_TOKENS.filter(
    ({ tokens, usd }) => usage[tokens] > 0 && price[usd] === null,
  );
  if (unpriced.length > 0)
    return { isKnown: false, unpriced: unpriced.map(({ tokens }) => tokens), model };
  const sum = PRICED_TOKENS.reduce(
    (all, { tokens, usd }) => all + BigInt(usage[tokens]) * BigInt(toMicros(price[usd] ?? 0)),
    0n,
  );
  return { isKnown: true, costUsdMicros: Number((sum + PER / 2n) / PER), model };
}

/** The report with its cost estimated, where it names none and its model has a price; it says by which entry. */
export function priced(usage: ReportedUsage, registry: readonly Price[]): ReportedUsage {
  if (usage.costUsdMicros !== null || usage.model === null) return usage;
  const price = entryOf(registry, usage.model);
  if (!price) return usage;
  const estimated = estimate(usage, price);
  if (!estimated.isKnown) return usage;
  const { costUsdMicros, model } = estimated;
  return { ...usage, costUsdMicros, basis: "estimated", pricedBy: model };
}
