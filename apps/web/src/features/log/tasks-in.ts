import type { RoomEvent } from "@squadroom/core/kernel/event";

/** The tasks that an event is about, as links. */
export function tasksIn(event: RoomEvent): string[] {
  const { data } = event;
  const ids: string[] = [];
  if ("taskId" in data && data.taskId !== null) ids.push(data.taskId);
  if ("fromTaskId" in data) ids.push(data.fromTaskId);
  if ("taskIds" in data) ids.push(...data.taskIds);
  if ("cascade" in data) ids.push(...data.cascade);
  if ("tasks" in data)
    ids.push(
      ...data.tasks.map((one) => {
        if ("planId" in one) return one.task.id;
        return "id" in one ? one.id : one.taskId;
      }),
    );
  if ("task" in data && data.task) ids.push(data.task.id);
  if ("decision" in data && data.decision.subject.kind === "task") ids.push(data.decision.subject.taskId);
  return [...new Set(ids)];
}
