import { matchesGlob, readGlob } from "@squadroom/core/kernel/glob";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Lock } from "@squadroom/core/lock/lock";
import { commonPath } from "@squadroom/core/lock/overlap";
import { apply } from "@squadroom/core/log/apply";
import { emptyView } from "@squadroom/core/log/view";
import type { Evidence, RoomRecord, Violation } from "./evidence.ts";
import { WRITE } from "./locks.ts";

const WORK = { left: Number.POSITIVE_INFINITY };
const INVARIANT = "11: locks";

/** No lock is held twice; no write was allowed where somebody else held one; nobody waits for nothing. */
export function checkLocks({ rooms, history }: Evidence): Violation[] {
  return rooms.flatMap((room) => {
    const { bySeq, violations } = foldLocks(room);
    const bad = (what: string) => violations.push({ invariant: INVARIANT, room: room.roomId, what });
    for (const told of history.told) {
      if (told.kind !== "acknowledged" || told.roomId !== room.roomId) continue;
      if (!told.op.startsWith(WRITE)) continue;
      const path = told.op.slice(WRITE.length);
      const held = (bySeq[told.seq] ?? []).find(
        ({ fence, holder, patterns }) =>
          fence !== null && holder.id !== told.credentialId && patterns.some((pattern) => matchesGlob(pattern, path)),
      );
      if (told.reply.verdict === "allow" && held)
        bad(`a write to ${path} was allowed at seq ${told.seq}; ${held.holder.name} held it`);
    }
    return violations;
  });
}

/** The locks after each event until one does not follow, and what is wrong with them by a look at each pair. */
function foldLocks({ roomId, events }: RoomRecord) {
  const violations: Violation[] = [];
  const bySeq: (readonly Lock[])[] = [];
  let view: RoomView = emptyView(roomId as RoomView["roomId"]);
  for (const event of events) {
    const before = view.locks;
    const next = folded(view, event);
    if (typeof next === "string") {
      const what = `event ${event.seq} ${event.type} does not follow: ${next}`;
      violations.push({ invariant: INVARIANT, room: roomId, what });
      return { bySeq, violations };
    }
    view = next;
    const live = view.locks.live ?? [];
    bySeq[event.seq] = live;
    if (view.locks === before) continue;
    const held = live.filter(({ fence }) => fence !== null);
    for (const [i, lock] of held.entries())
      for (const other of held.slice(0, i))
        if (lock.holder.id !== other.holder.id && meet(lock, other)) {
          const what = `after event ${event.seq} locks ${other.id} and ${lock.id} hold the same path`;
          violations.push({ invariant: INVARIANT, room: roomId, what });
        }
  }
  for (const { id, fence, waitsFor } of view.locks.live ?? [])
    if (fence === null && waitsFor.length === 0)
      violations.push({ invariant: INVARIANT, room: roomId, what: `lock ${id} waits for nothing` });
  return { bySeq, violations };
}

/** The room after an event, or why the log can't have it there. */
function folded(view: RoomView, event: RoomRecord["events"][number]): RoomView | string {
  try {
    return apply(view, event);
  } catch (error) {
    return String(error);
  }
}

function meet(a: Lock, b: Lock): boolean {
  return a.patterns.some((one) =>
    b.patterns.some((other) => commonPath(readGlob(one), readGlob(other), WORK) !== null),
  );
}
