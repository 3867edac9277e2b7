import type { TaskId } from "../kernel/ids.ts";
import type { TaskResult } from "./result.ts";
import type { Task } from "./task.ts";

/** What a task binds whoever does it to. */
export type Charge = Pick<Task, "boundaries" | "outputs" | "successCriteria">;

/** A task that came before another, as the tables have it: what was asked, and its result. */
export interface EarlierTask
  extends Charge,
    Pick<Task, "id" | "role" | "title" | "instruction" | "intent" | "fromTaskId" | "createdBy" | "createdAt"> {
  /** It is what the user said, not what somebody made of it. */
  isMessage: boolean;
  /** Who ended it, if known. */
  by: string | null;
  result: TaskResult | null;
}

declare module "../kernel/command.ts" {
  interface Given {
    /** What came before the task in hand, the newest first, as the tables have it; only for handoffs. */
    earlier?: readonly EarlierTask[];
  }
}

/** Most earlier tasks that a delivery and a ruling look at, the newest. */
export const EARLIER_MAX = 16;

/** What a task continues: the one handed off to make it, and the one that asked the questions it answers. */
export function sourcesOf({ fromTaskId, said }: Pick<Task, "fromTaskId"> & Partial<Pick<Task, "said">>): TaskId[] {
  const asked = (said?.answered ?? []).map(({ taskId }) => taskId);
  return [...new Set([fromTaskId, ...asked].filter((id) => id !== null))];
}

/** A live task in the form of an ended one. */
export function endedAs(task: Task, by: string | null, result: TaskResult): EarlierTask {
  const { id, role, title, instruction, intent, fromTaskId, createdBy, createdAt } = task;
  const { boundaries, outputs, successCriteria, origin } = task;
  return {
    id,
    role,
    title,
    instruction,
    intent,
    fromTaskId,
    createdBy,
    createdAt,
    boundaries,
    outputs,
    successCriteria,
    by,
    result,
    isMessage: origin.kind === "user_message",
  };
}

/**
 * The newest first: the nearest to the reader. Steps of a pipeline are all of the same age.
 *
 * @param linksTo how many links lead there; left out: nobody counted
 */
export function newestFirst(
  tasks: readonly EarlierTask[],
  linksTo: ReadonlyMap<string, number> = new Map(),
): EarlierTask[] {
  const links = ({ id }: EarlierTask) => linksTo.get(id) ?? 0;
  return [...tasks].sort((a, b) => b.createdAt - a.createdAt || links(a) - links(b) || (a.id < b.id ? 1 : -1));
}
