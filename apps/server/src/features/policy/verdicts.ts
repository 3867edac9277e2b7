import type { RoomId } from "@squadroom/core/kernel/ids";
import type { VerdictRow } from "@squadroom/core/policy/contract";

/** Most verdicts that a room remembers, and most rooms that do. */
const KEPT = 500;
const ROOMS_KEPT = 1_000;

export type Remembered = VerdictRow & { n: number };

/** The latest verdicts of each room, in memory: observations, which are in no log. */
export function createVerdicts() {
  const byRoom = new Map<RoomId, Remembered[]>();
  let count = 0;

  function remember(roomId: RoomId, row: VerdictRow): void {
    const rows = byRoom.get(roomId) ?? [];
    rows.push({ ...row, n: ++count });
    if (rows.length > KEPT) rows.splice(0, rows.length - KEPT);
    // The room asked most recently comes last.
    byRoom.delete(roomId);
    byRoom.set(roomId, rows);
    const [oldest] = byRoom.keys();
    if (byRoom.size > ROOMS_KEPT && oldest) byRoom.delete(oldest);
  }

  return { remember, of: (roomId: RoomId): readonly Remembered[] => byRoom.get(roomId) ?? [] };
}
