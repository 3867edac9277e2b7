import { costBasis, isReported, knownCost, type Usage, usdText } from "@squadroom/core/usage/usage";

const BASIS = { billed: "billed", estimated: "estimated", both: "partly estimated" };

/** What a run has cost so far, and what the figure is based on: never 0 for an unknown cost. */
export function runCost(usage: Usage): { amount: string; basis: string } {
  const known = knownCost(usage);
  if (!isReported(usage) || known === "none") return { amount: "unknown", basis: "" };
  const usd = usdText(usage.costUsdMicros);
  const amount = known === "all" ? `${usd} USD` : `at least ${usd} USD`;
  return { amount, basis: BASIS[costBasis(usage)] };
}
