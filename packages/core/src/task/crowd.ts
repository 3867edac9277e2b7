import { lettersIn } from "../kernel/letters.ts";
import { oncePer } from "../kernel/once-per.ts";
import { type RoomRuling, refused } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import type { Task } from "./task.ts";

/** Most tasks that a room holds at once, failed ones included. */
export const LIVE_TASKS_MAX = 2000;
/** Most letters of all live tasks together, with their reports: viewers get them, processes keep them in memory. */
export const TASKS_TEXT_MAX = 8_000_000;
/** A command that adds less than this is never refused: a full room's work can still be reported and handed on. */
export const SMALL_TEXT = 4_000;

/** Letters of a task and of what was reported about it. A task never changes, so it is counted once. */
export const textOf = oncePer((task: Task): number => lettersIn(task));

/**
 * Refuses a command that would leave more tasks, or more text in them, than a room holds. Applied after each ruling, so
 * that no way of making or filling a task escapes it.
 */
export function refuseCrowding(
  before: Pick<RoomView, "tasks">,
  after: Pick<RoomView, "tasks">,
): Extract<RoomRuling, { ok: false }> | null {
  if (before.tasks === after.tasks) return null;
  if (after.tasks.length > LIVE_TASKS_MAX && after.tasks.length > before.tasks.length) {
    const message = `A room can have at most ${LIVE_TASKS_MAX} live tasks; complete or cancel some first.`;
    return refused("limit_reached", message, { limit: LIVE_TASKS_MAX, has: before.tasks.length });
  }
  const more = growth(before.tasks, after.tasks);
  if (more <= SMALL_TEXT) return null;
  const all = after.tasks.reduce((sum, task) => sum + textOf(task), 0);
  if (all <= TASKS_TEXT_MAX) return null;
  const message = `All live tasks together can have at most ${TASKS_TEXT_MAX} characters of text, and this adds ${more}. Complete or cancel tasks first, or shorten the text and put the rest into a file.`;
  return refused("limit_reached", message, { limit: TASKS_TEXT_MAX, has: all - more, adds: more });
}

/** How many letters more the second list has than the first: both are in order of creation. */
function growth(before: readonly Task[], after: readonly Task[]): number {
  let more = 0;
  let at = 0;
  for (const task of after) {
    while (at < before.length && before[at] !== task && before[at]?.id !== task.id)
      more -= textOf(before[at++] as Task);
    const was = before[at];
    if (was !== undefined) at++;
    if (was !== task) more += textOf(task) - (was === undefined ? 0 : textOf(was));
  }
  for (; at < before.length; at++) more -= textOf(before[at] as Task);
  return more;
}
