import { liveTask } from "@squadroom/core/task/order";
import type { Projection } from "../../platform/room/projection.ts";

/** Reported usage of tasks, summed; a session's sum is in its head. */
export const usageProjection: Projection = (event, _before, after) => {
  if (event.type !== "usage.reported") return [];
  const { taskId } = event.data;
  // A runner's turn reports it when it is over, so its task may have ended.
  const task = liveTask(after, taskId) ?? after.ended.find(({ id }) => id === taskId);
  const usage = task?.usage ?? null;
  if (usage === null) return [];
  return [{ table: "taskUsage", row: { roomId: event.roomId, taskId, usage } }];
};
