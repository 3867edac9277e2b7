import { listedUpTo } from "../kernel/words.ts";
import { endsAt, type Lock } from "./lock.ts";

/** Who has it, on what, for which task, and since when, in a sentence. */
export function describeLock(lock: Lock): string {
  const { holder, taskId, patterns, since, fence } = lock;
  const what = listedUpTo(3, [...patterns]);
  const task = taskId === null ? "" : ` for ${taskId}`;
  if (fence === null) return `${holder.name} is waiting for ${what}${task} and comes first.`;
  return `${holder.name} has locked ${what}${task} since ${clock(since)}, ${untilOf(lock)}.`;
}

/** Until when it is held. */
export function untilOf(lock: Lock): string {
  const ends = endsAt(lock);
  return ends === null
    ? `until ${lock.taskId} leaves ${lock.holder.name}'s hand`
    : `until ${clock(ends)} unless it is renewed`;
}

function clock(at: number): string {
  return `${new Date(at).toISOString().slice(11, 16)} UTC`;
}
