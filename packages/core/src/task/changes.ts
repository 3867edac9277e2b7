import type { Task } from "./task.ts";

interface Changes {
  made: readonly Task[];
  changed: readonly Task[];
  ended: readonly Task[];
}

/** What an event did to a room's tasks. Both lists are in order of creation, so one walk along them finds it. */
export function changesOf(before: readonly Task[], after: readonly Task[]): Changes {
  const changed: Task[] = [];
  const ended: Task[] = [];
  let at = 0;
  for (const was of before) {
    const task = after[at];
    // Most are the same: they aren't looked into.
    if (task === was) at++;
    else if (task?.id !== was.id) ended.push(was);
    else {
      changed.push(task);
      at++;
    }
  }
  return { made: after.slice(at), changed, ended };
}
