import type { Author } from "../kernel/actor.ts";
import { type EventIn, type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import type { Fence, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { Lock, LockId, LockWay } from "./lock.ts";
import { carryOn, lockOf } from "./places.ts";
import { withLock } from "./waiting.ts";

/** A lock as its event brings it; who asked and when are the event's. */
export interface NewLock {
  id: LockId;
  patterns: string[];
  taskId: TaskId | null;
  way: LockWay;
  /** Waiting locks whose owners also wait for its holder: they wait for this one as well. */
  overtakes: LockId[];
}

/** Payloads of the events about locks. A task's locks end with its lease; no event of theirs says so. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** Somebody took a lock: nothing was in its way. */
    "lock.taken": { lock: NewLock; fence: Fence };
    /** Somebody waits for a lock, behind these. `circle`: the locks that are waited for in a circle, beginning with this one. */
    "lock.awaited": { lock: NewLock; waitsFor: LockId[]; circle: LockId[] | null };
    /** Nothing comes before it any more: its waiter now holds it. */
    "lock.granted": { lockId: LockId; fence: Fence };
    /** A lock without a task, or the wait for one, was renewed. */
    "lock.renewed": { lockId: LockId };
    /** Its holder, or a lead, gave it up, or the wait for it. */
    "lock.released": { lockId: LockId; reason: string };
    /** A lock without a task, or the wait for one, was not renewed in time. */
    "lock.expired": { lockId: LockId };
  }
}

export const LOCK_FACTS: FactsOf<EventsOf<"lock">> = {
  "lock.taken": fact(NOTHING, (next, event) => {
    next.fence = event.data.fence;
    add(next, event, event.data.fence, []);
  }),
  "lock.awaited": fact(NOTHING, (next, event) => add(next, event, null, event.data.waitsFor)),
  "lock.granted": fact(NOTHING, (next, { data: { lockId, fence }, at }) => {
    next.fence = fence;
    change(next, lockId, (lock) => {
      if (lock.fence !== null || lock.waitsFor.length > 0)
        throw new Error(`nobody waits first for lock ${lockId} in ${next.roomId}`);
      return { ...lock, fence, since: at, renewedAt: at };
    });
  }),
  "lock.renewed": fact(NOTHING, (next, { data: { lockId }, at }) =>
    change(next, lockId, (lock) => ({ ...lock, renewedAt: at })),
  ),
  "lock.released": fact(NOTHING, (next, { data: { lockId } }) => drop(next, [known(next, lockId)])),
  "lock.expired": fact(NOTHING, (next, { data: { lockId } }) => drop(next, [known(next, lockId)])),
};

/** A task's locks end when its holder loses it, and an agent's other locks when it leaves. */
export function followHolders(before: RoomView, next: RoomView): void {
  const { live } = next.locks;
  if (live.length === 0 || (before.tasks === next.tasks && before.agents === next.agents)) return;
  const inHand = new Map<string, string>();
  for (const { id, lease } of next.tasks) if (lease) inHand.set(id, lease.agentId);
  const isOver = ({ taskId, holder }: Lock) => {
    if (taskId !== null) return inHand.get(taskId) !== holder.id;
    if (holder.kind === "person") return false;
    const agent = next.agents[holder.id];
    return !agent || agent.offlineReason === "left";
  };
  const gone = live.filter(isOver);
  if (gone.length > 0) drop(next, gone);
}

function add(
  next: RoomView,
  { data, actor, at }: EventIn<EventsOf<"lock">, "lock.taken" | "lock.awaited">,
  fence: Fence | null,
  waitsFor: readonly LockId[],
): void {
  const { number, live } = next.locks;
  const { id, patterns, taskId, way, overtakes } = data.lock;
  if (id !== number + 1) throw new Error(`lock ${id} does not follow ${number}`);
  if (actor.kind === "server") throw new Error("the server locks nothing");
  for (const other of [...waitsFor, ...overtakes]) known(next, other);
  const lock: Lock = {
    id,
    patterns,
    holder: actor satisfies Author,
    taskId,
    way,
    fence,
    waitsFor,
    askedAt: at,
    since: at,
    renewedAt: at,
  };
  const all = withLock(live, lock, overtakes);
  carryOn(live, all, { come: lock });
  next.locks = { number: id, live: all };
}

function change(next: RoomView, id: LockId, update: (lock: Lock) => Lock): void {
  const { number, live } = next.locks;
  const lock = known(next, id);
  const all = live.with(live.indexOf(lock), update(lock));
  carryOn(live, all, {});
  next.locks = { number, live: all };
}

/** Locks that waited for them no longer do. */
function drop(next: RoomView, gone: readonly Lock[]): void {
  const { number, live } = next.locks;
  const ids = new Set(gone.map(({ id }) => id));
  const all = live.flatMap((lock) => {
    if (ids.has(lock.id)) return [];
    if (!lock.waitsFor.some((id) => ids.has(id))) return [lock];
    return [{ ...lock, waitsFor: lock.waitsFor.filter((id) => !ids.has(id)) }];
  });
  carryOn(live, all, { gone });
  next.locks = { number, live: all };
}

function known({ roomId, locks }: RoomView, id: LockId): Lock {
  const lock = lockOf(locks.live, id);
  if (!lock) throw new Error(`lock ${id} is not known in ${roomId}`);
  return lock;
}
