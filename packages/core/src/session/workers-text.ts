import { durationText } from "../kernel/words.ts";
import { tokensText } from "../usage/usage.ts";
import type { WorkerReport } from "./workers.ts";

/** The kind of report, in words. */
export function workerKindText({
  kind,
  left,
  broken,
  stopped,
}: Pick<WorkerReport, "kind" | "left" | "broken" | "stopped">): string {
  if (broken && kind !== "final") return `nobody can work as it, ${left} left. ${broken}`;
  if (stopped && kind !== "final") return `stopped, ${left} left. ${stopped}`;
  if (kind === "idle") return `idle, ${left} left, none begun`;
  return kind === "final" ? "final report" : `under way, ${left} left`;
}

/** `DRAFT-001 DISCUSS-002 blocked MEDIUM, 3.5`. */
export function workerRoundText({
  taskId,
  round,
  outcome,
  severity,
  averageRating,
}: WorkerReport["discussions"][number]): string {
  const how = severity === "none" ? outcome : `${outcome} ${severity.toUpperCase()}`;
  return `${taskId} ${round} ${how}${averageRating === null ? "" : `, ${averageRating.toFixed(1)}`}`;
}

/** How long it worked, and with how many tokens. */
export function workerTookText({ workMs, usage }: Pick<WorkerReport, "workMs" | "usage">): string {
  return `${durationText(workMs)}, ${tokensText(usage)}`;
}
