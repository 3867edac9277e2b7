import type { Touched } from "../kernel/event.ts";
import type { RoleName, TaskId } from "../kernel/ids.ts";
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
  touches: (touched: Touched, { event, after }: OfTask) => touchTask(touched, event.data.taskId, after),
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

/** A failed scout beside a checkpoint changes what the checkpoint says. */
export const TRIED = (touched: Touched, { event, after }: OfTask) => {
  touched.sessions ||= (liveTask(after, event.data.taskId)?.sessionId ?? null) !== null;
  touchTask(touched, event.data.taskId, after);
};

export const REVIEWED = (touched: Touched, { event, after }: OfTask) => {
  touched.sessions = true;
  touchTask(touched, event.data.taskId, after);
};

export const PARKED = {
  asks: true,
  touches: (touched: Touched, { event }: { event: { data: { taskIds: TaskId[]; role: RoleName } } }) => {
    for (const id of event.data.taskIds) touched.tasks.add(id);
    touched.roles.add(event.data.role);
  },
};

export const locksOut = ({ event, after }: { event: OfTask["event"]; after: RoomView }) =>
  isRejected(liveTask(after, event.data.taskId));
