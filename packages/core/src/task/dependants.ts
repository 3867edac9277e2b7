import type { TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";

/** The tasks that wait for each task, directly. */
export type WaitersByTask = ReadonlyMap<TaskId, readonly TaskId[]>;

export function waitersByTask({ tasks, fanouts }: Pick<RoomView, "tasks" | "fanouts">): WaitersByTask {
  const waiters = new Map<TaskId, TaskId[]>();
  const joins = new Map<TaskId, TaskId[]>();
  for (const { joinTaskId, branches } of fanouts.all) {
    const known = joins.get(joinTaskId) ?? [];
    joins.set(joinTaskId, [...known, ...branches.map(({ taskId }) => taskId)]);
  }
  for (const task of tasks) {
    // A review ends with what it judges.
    const all = task.reviewOf ? [...task.waitsFor, task.reviewOf.taskId] : task.waitsFor;
    // Whoever joins the results of a fan-out continues without a branch that is taken away.
    const branches = joins.get(task.id);
    const needed = branches ? all.filter((id) => !branches.includes(id)) : all;
    for (const id of needed) {
      const known = waiters.get(id);
      if (known) known.push(task.id);
      else waiters.set(id, [task.id]);
    }
  }
  return waiters;
}

/** All tasks that can never become ready without one of these, farthest last; these themselves are left out. */
export function dependantsOf(waiters: WaitersByTask, ids: readonly TaskId[]): TaskId[] {
  const seen = new Set(ids);
  const found: TaskId[] = [];
  const queue = [...ids];
  // It grows while it is iterated.
  for (const before of queue) {
    for (const id of waiters.get(before) ?? []) {
      if (seen.has(id)) continue;
      seen.add(id);
      found.push(id);
      queue.push(id);
    }
  }
  return found;
}

/** How many tasks these hold up: they and everything that waits for them. */
export function heldUpBy(waiters: WaitersByTask, ids: readonly TaskId[]): number {
  return new Set(ids).size + dependantsOf(waiters, ids).length;
}
