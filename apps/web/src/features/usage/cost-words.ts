import { estimatedText, isReported, knownCost, tokensOf, type Usage, usdText } from "@squadroom/core/usage/usage";

/** "1.86 USD so far"; `null` if nothing was reported. */
export function costSoFar(usage: Usage): string | null {
  if (!isReported(usage)) return null;
  return `${amountOf(usage, " so far")}${inBrackets(estimatedText(usage))}`;
}

/** "1.86 USD", "1.86 USD (estimated)": an unknown price is mentioned, never counted as nothing. */
export function costText(usage: Usage): string {
  if (!isReported(usage)) return "unknown";
  return `${amountOf(usage)}${inBrackets(estimatedText(usage))}`;
}

function amountOf(usage: Usage, soFar = ""): string {
  const known = knownCost(usage);
  if (known === "none") return "cost unknown";
  return `${known === "some" ? "at least " : ""}${usdText(usage.costUsdMicros)} USD${soFar}`;
}

function inBrackets(text: string): string {
  return text === "" ? "" : ` (${text})`;
}

/** "1.86 USD", or tokens if only tokens are known. */
export function todayText(usage: Usage): string {
  if (!isReported(usage)) return "unknown";
  if (knownCost(usage) !== "none") return costText(usage);
  return `${roughTokens(tokensOf(usage))} tokens`;
}

/** Tokens, those without a price, and runs: what is behind a cost. */
export function usageFacts(usage: Usage): string[] {
  const tokens = tokensOf(usage);
  return [
    tokens === 0 ? "tokens unknown" : many(tokens, "token"),
    ...(usage.unpricedTokens > 0 ? [`${many(usage.unpricedTokens, "token")} of unknown price`] : []),
    ...(usage.runs > 0 ? [many(usage.runs, "run")] : []),
  ];
}

/** "17 k": as precise as an estimate can be. */
export function roughTokens(count: number): string {
  const round = (value: number): string => value.toFixed(value < 10 ? 1 : 0).replace(/\.0$/, "");
  // A number that rounds to a thousand of one unit is one of the next.
  if (count < 995) return String(Math.round(count));
  return count < 995_000 ? `${round(count / 1_000)} k` : `${round(count / 1_000_000)} M`;
}

/** "1 run", "12,000 tokens". */
function many(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
