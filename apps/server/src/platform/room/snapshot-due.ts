import type { CachedRoom } from "./cached-room.ts";

const SNAPSHOT_EVERY = 200;
/** For every so many bytes of a room, its snapshot is stored so many events later: writing it costs that much more. */
const SNAPSHOT_BYTES = 1_000_000;
const SNAPSHOT_EVERY_MAX = 2_000;

/** So much has happened since the last snapshot that opening the room would take long. */
export function isSnapshotDue({
  head,
  snapshotSeq,
  weight,
}: Pick<CachedRoom, "head" | "snapshotSeq" | "weight">): boolean {
  const every = SNAPSHOT_EVERY * (1 + Math.floor(weight / SNAPSHOT_BYTES));
  return head.seq - snapshotSeq >= Math.min(every, SNAPSHOT_EVERY_MAX);
}
