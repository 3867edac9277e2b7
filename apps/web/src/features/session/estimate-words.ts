import { minutesText, type PlanEstimate, spreadText } from "@squadroom/core/session/estimate";
import { usdText } from "@squadroom/core/usage/usage";
import { wordsOf } from "../../words/words-of.ts";

/** What a plan will probably take, in parts; what is not known is said. */
export function estimateWords({
  unjudged,
  judgedBy,
  workMs,
  costUsdMicros,
}: PlanEstimate): string[] {
  const { t } = wordsOf("session");
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
