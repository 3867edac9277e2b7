import {
  estimatedText,
  isReported,
  knownCost,
  tokensOf,
  type Usage,
  usdText,
} from "@squadroom/core/usage/usage";
import { t } from "./words.ts";

/** "1.86 USD so far"; `null` where nothing was reported. */
export function costSoFar(usage: Usage): string | null {
  if (!isReported(usage)) return null;
  const usd = usdText(usage.costUsdMicros);
  const key = { all: "soFar", some: "someSoFar", none: "unknown" } as const;
  return `${t(key[knownCost(usage)], { usd })}${inBrackets(estimatedText(usage))}`;
}

/** "1.86 USD", "1.86 USD (estimated)": what has no price is said, never counted as nothing. */
export function costText(usage: Usage): string {
  if (!isReported(usage)) return t("none");
  const usd = usdText(usage.costUsdMicros);
  const key = { all: "cost", some: "some", none: "unknown" } as const;
  return `${t(key[knownCost(usage)], { usd })}${inBrackets(estimatedText(usage))}`;
}

function inBrackets(text: string): string {
  return text === "" ? "" : ` (${text})`;
}

/** "1.86 USD", and tokens where only tokens are known. */
export function todayText(usage: Usage): string {
  if (!isReported(usage)) return t("notReported");
  if (knownCost(usage) !== "none") return costText(usage);
  return t("roughTokens", { n: roughTokens(tokensOf(usage)) });
}

/** Tokens, those without a price, and runs: what stands behind a cost. */
export function usageFacts(usage: Usage): string[] {
  return [
    t("tokens", counted(tokensOf(usage))),
    ...(usage.unpricedTokens > 0 ? [t("unpriced", counted(usage.unpricedTokens))] : []),
    ...(usage.runs > 0 ? [t("runs", counted(usage.runs))] : []),
  ];
}

/** "17 k": as precise as what is estimated can be. */
export function roughTokens(count: number): string {
  const round = (value: number): string => value.toFixed(value < 10 ? 1 : 0).replace(/\.0$/, "");
  // What rounds to a thousand of one unit is one of the next.
  if (count < 995) return String(Math.round(count));
  return count < 995_000 ? `${round(count / 1_000)} k` : `${round(count / 1_000_000)} M`;
}

function counted(count: number): { count: number; n: string } {
  return { count, n: count.toLocaleString("en") };
}
