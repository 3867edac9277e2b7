import type { Undo } from "../decision/decision.ts";
import type { Task } from "../task/task.ts";

/** Tasks that an answer told to wait, and those that came later and wait with them. */
export function toldBy(tasks: readonly Task[], undo: Extract<Undo, { kind: "wait" }>): Task[] {
  const before = undo.toldBefore ?? [];
  return tasks.filter((task) => task.role === undo.role && task.toldToWait && !before.includes(task.id));
}
