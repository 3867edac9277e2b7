import { counted } from "@squadroom/core/kernel/words";
import type { BatchCost } from "@squadroom/core/session/batch/costs";
import { minutesText, type PlanEstimate, spreadText } from "@squadroom/core/session/plan/estimate";
import { usdText } from "@squadroom/core/usage/usage";
import { say } from "../../words/say.tsx";
import { roughTokens } from "../usage/index.ts";

/** What a plan will probably take, in parts; unknown ones are mentioned. */
export function estimateWords({ unjudged, judgedBy, workMs, costUsdMicros }: PlanEstimate): string[] {
  if (workMs === null) return ["no estimate: no task like these has ended here"];
  return [
    `about ${spreadText(workMs, minutesText)} min of work`,
    costUsdMicros === null ? "cost unknown" : `about ${spreadText(costUsdMicros, usdText)} USD`,
    judgedBy === 1 ? "based on the last task here" : `based on the last ${judgedBy} tasks here`,
    ...(unjudged > 0
      ? [`not counting ${counted(unjudged, "task of a role that is", "tasks of roles that are")} new here`]
      : []),
  ];
}

/** "about 4 tasks, est. 2.00 USD, 17 k tokens"; empty if nothing is known. */
export function batchWords({ tasks, estimate, tokens }: Pick<BatchCost, "tasks" | "estimate" | "tokens">): string {
  const rough = tokens && roughTokens(tokens.mid);
  return [
    ...(tasks === null ? [] : [`about ${counted(tasks, "task")}`]),
    ...(estimate ? [`est. ${usdText(estimate.mid)} USD`] : []),
    ...(rough ? [estimate ? say`${rough} tokens` : say`est. ${rough} tokens, cost unknown`] : []),
  ].join(", ");
}
