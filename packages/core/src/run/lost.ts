import type { Room } from "../kernel/room.ts";
import { liveTask } from "../task/order.ts";
import type { AttemptEnd } from "../task/task.ts";
import type { Run } from "./run.ts";

/** Ends that its own agent made, or that are seen once its turn is over. */
const OWN: readonly AttemptEnd[] = ["failed", "empty", "left"];

/** Why the current turn is in vain: its task was taken from it, and not by its agent's own word; `null`: it isn't. */
export function lostBecause(room: Room, run: Run): string | null {
  const { taskId, fence, turnSince } = run;
  if (taskId === null || fence === null || turnSince === null) return null;
  const task = liveTask(room, taskId);
  if (!task) {
    const isCancelled = room.ended.find(({ id }) => id === taskId)?.state === "cancelled";
    return isCancelled ? `${taskId} was cancelled.` : null;
  }
  const { lease, lastEnd } = task;
  if (lease?.fence === fence || !lastEnd || lastEnd.at < turnSince || OWN.includes(lastEnd.how)) return null;
  return `${taskId} is no longer in its hand: ${lastEnd.reason}`;
}
