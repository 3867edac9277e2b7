import type { RoomEvent } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { TaskResult } from "./result.ts";
import type { NewTask } from "./task.ts";

/** What is reported about a task when an agent gives it up; `null`: nothing. */
export function reportIn({ data }: RoomEvent): { taskId: TaskId; result: TaskResult } | null {
  if (!("result" in data)) return null;
  const { result } = data;
  return { taskId: "fromTaskId" in data ? data.fromTaskId : data.taskId, result };
}

/** The tasks that it takes away; `null`: none. */
export function cancelIn({ data }: RoomEvent): { taskIds: TaskId[]; reason: string } | null {
  if (!("cascade" in data)) return null;
  return { taskIds: [data.taskId, ...data.cascade], reason: data.reason };
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
