import type { Actor } from "../kernel/actor.ts";
import type { ActedFact } from "../room/ruling.ts";
import type { Lease, Task } from "./task.ts";

/** The first sign of work makes a claimed task in progress. */
export function startOf(
  task: Task & { lease: Lease },
  sign: "progress" | "message" | "tasks",
  actor: Actor,
): ActedFact[] {
  if (task.state !== "claimed") return [];
  return [
    { type: "task.started", data: { taskId: task.id, fence: task.lease.fence, sign }, actor },
  ];
}
