import type { Fact } from "../log/event.ts";
import { type AttemptEnd, MAX_ATTEMPTS, type Task } from "./task.ts";

/** Ends the running attempt: pending again, or failed at the third. */
export function endAttempt(
  task: Task,
  how: AttemptEnd,
  reason: string,
  options: { countsAsAttempt: boolean },
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
        final: attempts >= MAX_ATTEMPTS,
      },
    },
  ];
}
