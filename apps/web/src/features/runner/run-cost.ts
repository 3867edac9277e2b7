import { costBasis, isReported, knownCost, type Usage, usdText } from "@squadroom/core/usage/usage";
import { t } from "./words.ts";

/** What a run cost so far, and what the figure rests on: never 0 for what nobody named. */
export function runCost(usage: Usage): { amount: string; basis: string } {
  if (!isReported(usage)) return { amount: t("cost.notReported"), basis: "" };
  const known = knownCost(usage);
  if (known === "none") return { amount: t("cost.unknown"), basis: "" };
  const usd = usdText(usage.costUsdMicros);
  return { amount: t(`cost.${known}`, { usd }), basis: t(`cost.${costBasis(usage)}`) };
}
