import type { Actor } from "../kernel/actor.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { ActedFact } from "../kernel/ruling.ts";

/** Cancels tasks: the first, and the others with it. */
export function cancelled([taskId, ...cascade]: readonly TaskId[], reason: string, actor: Actor): ActedFact[] {
  if (taskId === undefined) return [];
  return [{ type: "task.cancelled", data: { taskId, cascade, reason }, actor }];
}
