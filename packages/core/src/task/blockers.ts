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

/** Repeating a blocker changes nothing, and blockers that are not named stay; an empty list closes all. */
export function blockersAfter(before: readonly Blocker[], said: readonly BlockerDraft[], now: number): Blocker[] {
  if (said.length === 0) return [];
  const open = new Map(before.map((one) => [one.description, one]));
  let id = Math.max(0, ...before.map((one) => one.id));
  for (const { description, requiresAgent = null } of said) {
    const known = open.get(description);
    if (!known) id += 1;
    open.set(description, known ? { ...known, requiresAgent } : { id, description, requiresAgent, since: now });
  }
  return [...open.values()];
}

/**
 * The task with these blockers in place of its own. Its clock resumes once none is open and its agent has no open
 * question, asked at `askedAt`; paused time isn't counted.
 */
export function withBlockers(task: Task, blockers: readonly Blocker[], at: number, askedAt: number | null): Task {
  const { progress, lease } = task;
  if (!progress) return task;
  const before = openBlockers(task);
  const { blockers: _, ...rest } = progress;
  const isClosed = before.some((one) => blockers.every(({ id }) => id !== one.id));
  const asked = askedAt === null ? [] : [askedAt];
  const since = [...before.map((one) => one.since), ...asked];
  return {
    ...task,
    progress: blockers.length > 0 ? { ...rest, blockers: [...blockers] } : rest,
    lease: isClosed && lease ? resumed(lease, since, at, blockers.length + asked.length > 0) : lease,
  };
}
