import type { TaskId } from "../kernel/ids.ts";
import type { RoomEvent } from "../log/event.ts";
import type { TaskResult } from "./result.ts";
import type { NewTask } from "./task.ts";

/** What is reported of a task as it leaves a hand; `null`: nothing is. */
export function resultIn({ data }: RoomEvent): { taskId: TaskId; result: TaskResult } | null {
  if (!("result" in data)) return null;
  const { result } = data;
  return { taskId: "fromTaskId" in data ? data.fromTaskId : data.taskId, result };
}

/** The tasks that it takes away. */
export function cancelledIn(event: RoomEvent): readonly TaskId[] {
  return event.type === "task.cancelled" ? [event.data.taskId, ...event.data.cascade] : [];
}

/** The tasks that it makes. */
export function newTasksIn({ data }: RoomEvent): readonly NewTask[] {
  if ("task" in data) return data.task ? [data.task] : [];
  if ("reviews" in data) return data.reviews.map(({ task }) => task);
  if (!("tasks" in data)) return [];
  return data.tasks.flatMap((one) => {
    if ("task" in one) return [one.task];
    return "instruction" in one ? [one] : [];
  });
}
