import type { RoomEvent } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { isInherit } from "../team/client-words.ts";
import { newTasksIn } from "./in-event.ts";
import { liveTask } from "./order.ts";
import { setTask } from "./set.ts";
import type { Task, Wish } from "./task.ts";
import { wishOf } from "./worker-model.ts";

/** What the source of a task says about it holds for it, too. */
export function followWishes(before: RoomView, next: RoomView, event: RoomEvent): void {
  if (before.tasks === next.tasks) return;
  for (const { id } of newTasksIn(event)) {
    // It is at the end: searching from the front would look at all the others.
    const task = next.tasks.findLast((one) => one.id === id);
    const wish = task && wishFor(before, event, task);
    if (wish) setTask(next, id, (one) => ({ ...one, wish }));
  }
}

function wishFor(before: RoomView, event: RoomEvent, task: Task): Wish | undefined {
  // The fan-out has kept it: its source may be over.
  if (event.type === "fanout.rejoined") return undefined;
  if (event.type === "message.sent") {
    const { model } = event.data.message;
    return model === undefined || isInherit(model) ? undefined : { model };
  }
  const from = parentOf(before, event, task);
  if (!from) return undefined;
  const wish = wishOf(from);
  return Object.keys(wish).length > 0 ? wish : undefined;
}

function parentOf(before: RoomView, event: RoomEvent, task: Task): Task | undefined {
  const find = (id: TaskId | null | undefined) => (id ? liveTask(before, id) : undefined);
  if (event.type === "fanout.opened") return find(event.data.joinTaskId) ?? heldBy(before, event);
  return find(task.fromTaskId) ?? find(task.reviewOf?.taskId) ?? heldBy(before, event);
}

function heldBy(before: RoomView, { actor }: RoomEvent): Task | undefined {
  if (actor.kind !== "agent") return undefined;
  return before.tasks.find(({ lease }) => lease?.agentId === actor.id);
}
