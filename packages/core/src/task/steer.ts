import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../kernel/command.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { accept, type RoomRuling, refused } from "../kernel/ruling.ts";
import { cancelled } from "./cancel.ts";
import { dependantsOf, waitersByTask } from "./dependants.ts";
import { waive } from "./judge.ts";
import { liveTask } from "./order.ts";
import type { Task, TaskState } from "./task.ts";

type Move = "cancel" | "retry" | "front" | "handOn" | "putBack" | "allow";

/** What a lead may do with a task in each state; any other command is refused with this list. */
export const STEERING: Record<TaskState, readonly Move[]> = {
  pending: ["cancel", "front", "handOn", "allow"],
  claimed: ["cancel", "handOn", "putBack", "allow"],
  in_progress: ["cancel", "handOn", "putBack", "allow"],
  in_review: ["cancel"],
  failed: ["retry", "cancel", "handOn", "allow"],
  completed: [],
  cancelled: [],
};

export function steerable(
  room: Room,
  taskId: TaskId,
  move: Move,
): { ok: true; task: Task } | Extract<RoomRuling, { ok: false }> {
  const task = liveTask(room, taskId);
  if (!task) {
    const ended = room.ended.find((e) => e.id === taskId);
    if (ended) return refused("task_state", `${taskId} is ${ended.state}.`, { taskId, state: ended.state }, []);
    return refused("task_unknown", `The room has no live task ${taskId}.`, { taskId });
  }
  if (!STEERING[task.state].includes(move)) {
    return refused("task_state", `${taskId} is ${task.state}.`, { taskId, state: task.state }, [
      ...STEERING[task.state],
    ]);
  }
  return { ok: true, task };
}

export function decideCancel(room: Room, command: CommandOf<"cancelTask">): RulingOn<"cancelTask"> {
  const found = steerable(room, command.taskId, "cancel");
  if (!found.ok) return found;
  const { task } = found;
  if (task.reviewOf) {
    const waived = waive(room, { ...task, reviewOf: task.reviewOf }, command.reason, command.by);
    if (!waived.ok) return waived;
    return accept(waived.facts, { taskId: task.id, state: "cancelled" });
  }
  const cascade = dependantsOf(waitersByTask(room), [command.taskId]);
  // Its own reviews end with it without a question.
  const dependants = cascade.filter((id) => liveTask(room, id)?.reviewOf?.taskId !== task.id);
  if (dependants.length > 0 && !command.cascade) {
    return refused(
      "has_dependants",
      `${dependants.length === 1 ? "1 task waits" : `${dependants.length} tasks wait`} for ${task.id}.`,
      {
        taskId: task.id,
        dependants,
      },
    );
  }
  return accept(cancelled([command.taskId, ...cascade], command.reason, actorOf(command.by)), {
    taskId: command.taskId,
    state: "cancelled",
  });
}

export function decideRetry(room: Room, command: CommandOf<"retryTask">): RulingOn<"retryTask"> {
  const found = steerable(room, command.taskId, "retry");
  if (!found.ok) return found;
  return accept([{ type: "task.retried", data: { taskId: command.taskId }, actor: actorOf(command.by) }], {
    taskId: command.taskId,
    state: "pending",
  });
}

export function decideMoveToFront(room: Room, command: CommandOf<"moveTaskToFront">): RulingOn<"moveTaskToFront"> {
  const found = steerable(room, command.taskId, "front");
  if (!found.ok) return found;
  return accept([{ type: "task.moved_to_front", data: { taskId: command.taskId }, actor: actorOf(command.by) }], {
    taskId: command.taskId,
    state: "pending",
  });
}
