import type { Touched } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { liveTask } from "./order.ts";
import type { NewTask } from "./task.ts";

/** An event about one task, with the room after it. */
export type OfTask = { event: { data: { taskId: TaskId } }; after: RoomView };

export function touchTask(touched: Touched, id: TaskId, view: RoomView): void {
  touched.tasks.add(id);
  const task = liveTask(view, id);
  if (task) touched.roles.add(task.role);
}

export const ONE_TASK = {
  asks: false,
  touches: (touched: Touched, { event, after }: OfTask) =>
    touchTask(touched, event.data.taskId, after),
};

export const ONE_TASK_MORE = {
  asks: false,
  touches: (touched: Touched, { event }: { event: { data: { task: NewTask | null } } }) => {
    if (event.data.task) touched.roles.add(event.data.task.role);
  },
};

export function isRejected(task: Pick<NewTask, "rejections"> | null | undefined): boolean {
  return (task?.rejections ?? []).length > 0;
}
