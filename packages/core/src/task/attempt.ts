import type { Fact } from "../kernel/event.ts";
import { type AttemptEnd, type HeldTask, MAX_ATTEMPTS, type Task, UNREAD_MAX } from "./task.ts";

/** Ends the running attempt: pending again, or failed at the third. */
export function endAttempt(
  task: Task,
  how: AttemptEnd,
  reason: string,
  options: { countsAsAttempt: boolean; isFinal?: boolean },
): Extract<Fact, { type: "task.attempt_ended" }>[] {
  if (!task.lease) return [];
  const attempts = task.attempts + (options.countsAsAttempt ? 1 : 0);
  return [
    {
      type: "task.attempt_ended",
      data: {
        taskId: task.id,
        fence: task.lease.fence,
        how,
        reason,
        attempts,
        final: options.isFinal === true || attempts >= MAX_ATTEMPTS,
      },
    },
  ];
}

/**
 * The answer with the claim reached nobody: the task is ready again, and no attempt is counted. An agent that claims
 * and is gone again and again loops, so the third such claim in a row counts, as do those after it, and a person hears
 * of it in the end.
 */
export function endUnread(
  task: HeldTask,
  reason: string,
): Extract<Fact, { type: "task.released" | "task.attempt_ended" }>[] {
  const { id: taskId, unread, lease } = task;
  if (unread < UNREAD_MAX) return [{ type: "task.released", data: { taskId, fence: lease.fence, reason } }];
  const why = `${reason} The same happened ${unread} times before.`;
  return endAttempt(task, "failed", why, { countsAsAttempt: true });
}
