import type { BatchCost } from "@squadroom/core/session/batch/costs";
import { minutesText, type PlanEstimate, spreadText } from "@squadroom/core/session/plan/estimate";
import { usdText } from "@squadroom/core/usage/usage";
import { roughTokens } from "../usage/index.ts";
import { t } from "./words.ts";

/** What a plan will probably take, in parts; what is not known is said. */
export function estimateWords({
  unjudged,
  judgedBy,
  workMs,
  costUsdMicros,
}: PlanEstimate): string[] {
  if (workMs === null) return [t("estimate.none")];
  return [
    t("estimate.work", { minutes: spreadText(workMs, minutesText) }),
    costUsdMicros === null
      ? t("estimate.unpriced")
      : t("estimate.cost", { usd: spreadText(costUsdMicros, usdText) }),
    t("estimate.judged", { count: judgedBy }),
    ...(unjudged > 0 ? [t("estimate.unjudged", { count: unjudged })] : []),
  ];
}

/** "about 4 tasks, est. 2.00 USD, 17 k tokens"; empty where nothing is known. */
export function batchWords({
  tasks,
  estimate,
  tokens,
}: Pick<BatchCost, "tasks" | "estimate" | "tokens">): string {
  const rough = tokens && roughTokens(tokens.mid);
  return [
    ...(tasks === null ? [] : [t("checkpoint.thoughtTasks", { count: tasks })]),
    ...(estimate ? [t("checkpoint.thought", { usd: usdText(estimate.mid) })] : []),
    ...(rough ? [t(estimate ? "checkpoint.andTokens" : "checkpoint.onlyTokens", { rough })] : []),
  ].join(", ");
}
