import type { Fence, TaskId } from "../kernel/ids.ts";
import type { LockId, LockWay } from "./lock.ts";

/** A lock as its event brings it; who asked and when are the event's. */
export interface NewLock {
  id: LockId;
  patterns: string[];
  taskId: TaskId | null;
  way: LockWay;
  /** Who waits, and for its holder too: they wait for this one as well. */
  overtakes: LockId[];
}

/** Payloads of the events about locks. A task's locks end with its lease; no event of theirs says so. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** Somebody took a lock: nothing was in its way. */
    "lock.taken": { lock: NewLock; fence: Fence };
    /** Somebody waits for a lock, behind these. `circle`: the locks that are waited for in a circle, beginning with this one. */
    "lock.awaited": { lock: NewLock; waitsFor: LockId[]; circle: LockId[] | null };
    /** Nothing comes before it any more: who waited has it. */
    "lock.granted": { lockId: LockId; fence: Fence };
    /** A lock without a task, or the wait for one, goes on. */
    "lock.renewed": { lockId: LockId };
    /** Its holder, or a lead, gave it up, or the wait for it. */
    "lock.released": { lockId: LockId; reason: string };
    /** A lock without a task, or the wait for one, was not renewed in time. */
    "lock.expired": { lockId: LockId };
  }
}
