import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";

/** Events that wait for the next flush, by room: always contiguous, none twice. */
export function createOutbox() {
  const waiting = new Map<RoomId, RoomEvent[]>();
  return {
    /**
     * A room that was dropped from memory and loaded again may repeat events, or leave some out. After a gap only what
     * comes later is kept: viewers before it are brought forward from the log.
     */
    add(roomId: RoomId, events: RoomEvent[]): void {
      const known = waiting.get(roomId);
      const last = known?.at(-1)?.seq ?? 0;
      const fresh = events.filter(({ seq }) => seq > last);
      if (fresh.length === 0) return;
      if (known && fresh[0]?.seq === last + 1) known.push(...fresh);
      else waiting.set(roomId, fresh);
    },
    isEmpty: () => waiting.size === 0,
    /** Takes everything that waits. */
    take(): [RoomId, RoomEvent[]][] {
      const all = [...waiting];
      waiting.clear();
      return all;
    },
  };
}
