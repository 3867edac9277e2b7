import { counted } from "../../kernel/words.ts";
import { usdText } from "../../usage/usage.ts";
import { minutesText, type PlanEstimate, spreadText } from "./estimate.ts";

/** As a sentence; unknown parts are mentioned. */
export function estimateText(estimate: PlanEstimate): string {
  const { tasks, unjudged, judgedBy, workMs, costUsdMicros } = estimate;
  const count = counted(tasks, "task", "tasks");
  if (workMs === null) return `${count}; no estimate, as no task like these has ended here.`;
  const cost = costUsdMicros === null ? "cost unknown" : `about ${spreadText(costUsdMicros, usdText)} USD`;
  const rest = unjudged === 0 ? "" : ` Not counting ${counted(unjudged, "task", "tasks")} of roles that are new here.`;
  return `${count}, about ${spreadText(workMs, minutesText)} min of work, ${cost}, based on the last ${counted(judgedBy, "task", "tasks")} here.${rest}`;
}
