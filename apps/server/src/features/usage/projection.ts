import { liveTask } from "@squadroom/core/task/order";
import type { Projection } from "../../platform/room/projection.ts";

/** What is reported of a task, summed; a session's sum is in its head. */
export const usageProjection: Projection = (event, _before, after) => {
  if (event.type !== "usage.reported") return [];
  const { taskId } = event.data;
  const usage = liveTask(after, taskId)?.usage ?? null;
  if (usage === null) return [];
  return [{ table: "taskUsage", row: { roomId: event.roomId, taskId, usage } }];
};
