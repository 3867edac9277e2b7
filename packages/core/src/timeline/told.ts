import type { LockId } from "../lock/lock.ts";
import type { Advance } from "../pipeline/advance.ts";
import type { DISPATCHED_WHY } from "../session/record/session.ts";
import type { AttemptEnd } from "../task/task.ts";

/** Events that say when work began and ended, and what it waited for. */
export const TOLD_IN_TIMELINE = [
  "task.claimed",
  "task.progressed",
  "task.blocker_closed",
  "task.parked",
  "task.released",
  "task.attempt_ended",
  "task.submitted",
  "task.completed",
  "task.cancelled",
  "handoff.delivered",
  "session.discussion_opened",
  "session.ruled",
  "session.dispatched",
  "session.paused",
  "session.resumed",
  "lock.taken",
  "lock.awaited",
  "lock.granted",
  "lock.released",
  "lock.expired",
] as const;

/** What a timeline needs of an event; the rest may be long. */
export interface Told {
  type: (typeof TOLD_IN_TIMELINE)[number];
  at: number;
  /** `null`: it is about several tasks, or none. */
  taskId: string | null;
  /** The name of the agent that took it. */
  agent: string;
  how: AttemptEnd | null;
  reason: string;
  /** Tasks that were cancelled with it, or parked. */
  more: readonly string[] | null;
  blockers: readonly { id: number; description: string; since: number }[] | null;
  blockerId: number | null;
  sinceAt: number | null;
  lockId: LockId | null;
  paths: readonly string[] | null;
  /** Locks that it waits for. */
  behind: readonly LockId[] | null;
  /** What comes next in its pipeline. */
  advances: readonly Advance<string>[] | null;
  /** Tasks of its pipeline that were released, or put after others, and why. */
  dispatched: readonly { taskId: string }[] | null;
  why: (typeof DISPATCHED_WHY)[number] | null;
}
