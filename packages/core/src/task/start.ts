import type { Actor } from "../kernel/actor.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { Task } from "./task.ts";

/** The first sign of work puts a claimed task in progress. */
export function startOf(
  { id: taskId, state, lease }: Task,
  sign: "progress" | "message" | "tasks",
  actor: Actor,
): ActedFact[] {
  if (state !== "claimed" || !lease) return [];
  return [{ type: "task.started", data: { taskId, fence: lease.fence, sign }, actor }];
}
