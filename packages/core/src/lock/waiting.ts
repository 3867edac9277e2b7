import type { Lock, LockId } from "./lock.ts";
import { lockOf } from "./places.ts";

type HolderId = Lock["holder"]["id"];

/** The place of a requested lock among the others. */
export interface Place {
  /** What comes before it. */
  waitsFor: Lock[];
  /**
   * Locks whose owners already wait for its holder, and so for this one too: otherwise each would wait for the other.
   */
  overtakes: Lock[];
}

/**
 * In order: another's lock comes first if it is held or was asked for before. Of two that meet, one always waits for
 * the other, so two that meet are never held at once.
 */
export function placeOf(live: readonly Lock[], meeting: readonly Lock[], holder: Pick<Lock["holder"], "id">): Place {
  const others = meeting.filter((lock) => lock.holder.id !== holder.id);
  const waits = others.some(({ fence }) => fence === null) ? whoWaitsFor(live, holder.id) : null;
  const isBehind = (lock: Lock) => lock.fence === null && waits?.has(lock.holder.id) === true;
  return {
    waitsFor: others.filter((lock) => !isBehind(lock)),
    overtakes: others.filter(isBehind),
  };
}

/** The locks with this one among them. */
export function withLock(live: readonly Lock[], lock: Lock, overtakes: readonly LockId[]): readonly Lock[] {
  const behind = new Set(overtakes);
  const all = live.map((one) => (behind.has(one.id) ? { ...one, waitsFor: [...one.waitsFor, lock.id] } : one));
  return [...all, lock];
}

/** Holders that wait for this one, directly or through others. */
function whoWaitsFor(live: readonly Lock[], id: HolderId): Set<HolderId> {
  const found = new Set<HolderId>();
  const behind = waitersByHolder(live);
  const follow = (at: HolderId) => {
    for (const waiter of behind.get(at) ?? []) {
      if (found.has(waiter)) continue;
      found.add(waiter);
      follow(waiter);
    }
  };
  follow(id);
  return found;
}

function waitersByHolder(live: readonly Lock[]): Map<HolderId, Set<HolderId>> {
  const behind = new Map<HolderId, Set<HolderId>>();
  for (const { holder, waitsFor } of live)
    for (const id of waitsFor) {
      const before = lockOf(live, id)?.holder.id;
      if (before === undefined || before === holder.id) continue;
      const waiters = behind.get(before) ?? new Set();
      behind.set(before, waiters.add(holder.id));
    }
  return behind;
}

/**
 * The shortest circle that a wait is in: waiting locks, each by a holder for whom the one before waits; the last one
 * waits for the first one's holder.
 */
export function circleOf(live: readonly Lock[], first: Lock): Lock[] | null {
  const waitsOf = new Map<HolderId, Lock[]>();
  for (const lock of live)
    if (lock.waitsFor.length > 0) waitsOf.set(lock.holder.id, [...(waitsOf.get(lock.holder.id) ?? []), lock]);
  const cameFrom = new Map<LockId, Lock | null>([[first.id, null]]);
  const queue = [first];
  for (const lock of queue) {
    const holders = new Set(lock.waitsFor.map((id) => lockOf(live, id)?.holder.id));
    if (holders.has(first.holder.id)) {
      const way: Lock[] = [];
      for (let at: Lock | null | undefined = lock; at; at = cameFrom.get(at.id)) way.unshift(at);
      return way;
    }
    for (const holder of holders)
      for (const next of holder === undefined ? [] : (waitsOf.get(holder) ?? []))
        if (!cameFrom.has(next.id)) {
          cameFrom.set(next.id, lock);
          queue.push(next);
        }
  }
  return null;
}

/** All circles, each once, the one with the oldest wait first. */
export function circlesOf(live: readonly Lock[]): Lock[][] {
  const found: Lock[][] = [];
  const seen = new Set<LockId>();
  for (const lock of live) {
    if (lock.waitsFor.length === 0 || seen.has(lock.id)) continue;
    const circle = circleOf(live, lock);
    for (const { id } of circle ?? []) seen.add(id);
    if (circle) found.push(circle);
  }
  return found;
}

/** Locks of one member of a circle that the member before it waits for. */
export function inTheWayOf(live: readonly Lock[], circle: readonly Lock[], at: number): Lock[] {
  const own = circle.at(at)?.holder.id;
  return (circle.at(at - 1)?.waitsFor ?? []).flatMap((id) => {
    const lock = lockOf(live, id);
    return lock && lock.holder.id === own ? [lock] : [];
  });
}
