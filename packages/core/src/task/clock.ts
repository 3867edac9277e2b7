import { askingTasks } from "../decision/asking.ts";
import type { TaskId } from "../kernel/ids.ts";
import { heldForAt } from "../kernel/lease.ts";
import type { Room } from "../kernel/room.ts";
import { openBlockers } from "./blockers.ts";
import type { Task } from "./task.ts";

/** What a task's time limit doesn't count: waiting for a person's answer, or for what blocks it. */
export const PAUSES = ["answer", "blocker"] as const;
export type Pause = (typeof PAUSES)[number];

/** Follows "its clock". */
export const PAUSED: Record<Pause, string> = {
  answer: "is paused until a person answers",
  blocker: "is paused while it is blocked",
};

/** The clock of a task that somebody holds. */
export interface TaskClock {
  /** When its time is up unless it is paused meanwhile, epoch ms. */
  dueAt: number;
  /** `null`: it is running. */
  pausedFor: Pause | null;
}

/** `null`: nobody has the task, and no clock runs. @param asking tasks whose agents wait for a person */
export function clockOf(
  room: Pick<Room, "decisions" | "tasks">,
  task: Pick<Task, "id" | "lease" | "timeoutS" | "progress">,
  asking: ReadonlyMap<TaskId, unknown> = askingTasks(room),
): TaskClock | null {
  const { id, lease, timeoutS } = task;
  if (!lease) return null;
  const isBlocked = openBlockers(task).length > 0;
  return {
    dueAt: heldForAt(lease, timeoutS),
    pausedFor: asking.has(id) ? "answer" : isBlocked ? "blocker" : null,
  };
}
