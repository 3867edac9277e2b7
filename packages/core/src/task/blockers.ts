import { resumed } from "../kernel/lease.ts";
import type { Blocker, Task } from "./task.ts";

export interface BlockerDraft {
  description: string;
  requiresAgent?: string | undefined;
}

export const BLOCKERS_MAX = 10;

export function openBlockers({ progress }: Pick<Task, "progress">): readonly Blocker[] {
  return progress?.blockers ?? [];
}

/** The answer that its task waits for, the oldest first. */
export function awaited(task: Pick<Task, "progress">): Blocker | undefined {
  return openBlockers(task).find(({ messageId }) => messageId !== undefined);
}

/** What an agent says again stays what it is, and so does what it doesn't name; an empty list closes all. */
export function blockersAfter(
  before: readonly Blocker[],
  said: readonly BlockerDraft[],
  now: number,
): Blocker[] {
  if (said.length === 0) return [];
  const open = new Map(before.map((one) => [one.description, one]));
  let id = Math.max(0, ...before.map((one) => one.id));
  for (const { description, requiresAgent = null } of said) {
    const known = open.get(description);
    if (!known) id += 1;
    open.set(
      description,
      known ? { ...known, requiresAgent } : { id, description, requiresAgent, since: now },
    );
  }
  return [...open.values()];
}

/** The task without these blockers; its clock goes on once none is open, and what it stood still isn't counted. */
export function withBlockers(task: Task, blockers: readonly Blocker[], at: number): Task {
  const before = openBlockers(task);
  const { progress, lease } = task;
  if (!progress) return task;
  const { blockers: _, ...rest } = progress;
  const next = blockers.length > 0 ? { ...rest, blockers: [...blockers] } : rest;
  const isFree = before.length > 0 && blockers.length === 0;
  const since = Math.min(...before.map((one) => one.since));
  return {
    ...task,
    progress: next,
    lease: isFree && lease ? resumed(lease, since, at) : lease,
  };
}
