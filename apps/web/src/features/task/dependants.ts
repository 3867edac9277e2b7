import type { RoomView } from "@squadroom/core/kernel/view";

/** Every live task that cannot be done without this one, directly or through others. */
export function dependantsOf(view: Pick<RoomView, "tasks">, taskId: string): string[] {
  const found = new Set<string>();
  const look = (id: string): void => {
    for (const task of view.tasks) {
      if (!task.requires.some((required) => required === id) || found.has(task.id)) continue;
      found.add(task.id);
      look(task.id);
    }
  };
  look(taskId);
  return [...found];
}
