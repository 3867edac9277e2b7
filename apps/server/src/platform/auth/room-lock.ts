import type { RoomId } from "@squadroom/core/kernel/ids";
import type { ISql } from "postgres";

/**
 * For transactions that take a right away. A commit tests its credentials after it has locked the room's row: so
 * whoever holds that row has waited for the commits under way, and what changes meanwhile counts for every later one.
 * Without it, a commit that had tested could still go through after the revocation was acknowledged.
 */
export async function lockRoom(tx: ISql, roomId: RoomId): Promise<void> {
  await tx`select 1 from rooms where id = ${roomId} for no key update`;
}
