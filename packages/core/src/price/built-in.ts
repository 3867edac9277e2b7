import type { Price } from "./price.ts";

/** The day on which the figures below were compared with the providers' price lists. */
export const BUILT_IN_AS_OF = "2026-05-22";

type Row = readonly [
  model: string,
  inputUsd: number,
  outputUsd: number,
  cacheReadUsd: number,
  cacheWriteUsd: number | null,
  contextSize: number | null,
];

/** Cache writes are those of five minutes; those of an hour cost twice as much as input. */
const ANTHROPIC: readonly Row[] = [
  ["claude-opus-4-7*", 5, 25, 0.5, 6.25, null],
  ["claude-opus-4-6*", 5, 25, 0.5, 6.25, null],
  ["claude-opus-4-5*", 5, 25, 0.5, 6.25, 200_000],
  ["claude-opus-4-1*", 15, 75, 1.5, 18.75, 200_000],
  ["claude-opus-4-2025*", 15, 75, 1.5, 18.75, 200_000],
  ["claude-sonnet-4-6*", 3, 15, 0.3, 3.75, null],
  ["claude-sonnet-4-5*", 3, 15, 0.3, 3.75, 200_000],
  ["claude-sonnet-4-2025*", 3, 15, 0.3, 3.75, 200_000],
  ["claude-haiku-4-5*", 1, 5, 0.1, 1.25, 200_000],
];

/** Cache writes cost as much as input, and are reported as input. */
const OPENAI: readonly Row[] = [
  ["gpt-5.5", 5, 30, 0.5, null, null],
  ["gpt-5.5-2026*", 5, 30, 0.5, null, null],
  ["gpt-5.4", 2.5, 15, 0.25, null, null],
  ["gpt-5.4-2026*", 2.5, 15, 0.25, null, null],
  ["gpt-5.4-mini*", 0.75, 4.5, 0.075, null, null],
  ["gpt-5.4-nano*", 0.2, 1.25, 0.02, null, null],
  ["gpt-5.3-codex", 1.75, 14, 0.175, null, 400_000],
];

/** By the price of a million tokens of input, US dollars: the more expensive, the harder the work it is meant for. */
function classOf(inputUsd: number): string {
  if (inputUsd <= 1) return "fast";
  return inputUsd < 5 ? "standard" : "premium";
}

const listOf = (provider: string, source: string, rows: readonly Row[]): Price[] =>
  rows.map(([model, inputUsd, outputUsd, cacheReadUsd, cacheWriteUsd, contextSize]) => {
    const cacheWrite1hUsd = cacheWriteUsd === null ? null : inputUsd * 2;
    const more = {
      cacheWrite1hUsd,
      contextSize,
      class: classOf(inputUsd),
      source,
      asOf: BUILT_IN_AS_OF,
    };
    return { model, provider, inputUsd, outputUsd, cacheReadUsd, cacheWriteUsd, ...more };
  });

/** List prices that a new server starts with; the server's own prices take precedence. */
export const BUILT_IN_PRICES: readonly Price[] = [
  ...listOf("anthropic", "Anthropic's list prices", ANTHROPIC),
  ...listOf("openai", "OpenAI's list prices, short prompts", OPENAI),
];
