import type { PersonId } from "@squadroom/core/kernel/ids";
import type { ISql } from "postgres";
import type { visibleRooms } from "./rooms.ts";

type Rooms = ReturnType<typeof visibleRooms>;

/** Beyond this many, in each room, the exact number doesn't matter. */
const COUNTED_MAX = 100;

/** Messages of others after what this person has seen, by room; a room never looked into counts from its beginning. */
export async function unreadIn(sql: ISql, rooms: Rooms, me: PersonId): Promise<Record<string, number>> {
  const rows = await sql<{ room_id: string; unread: number }[]>`
    SELECT n.room_id, m.unread FROM ${rooms} n
    LEFT JOIN room_looks l ON l.room_id = n.room_id AND l.person_id = ${me}
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS unread FROM (
        SELECT 1 FROM messages m WHERE m.room_id = n.room_id AND m.seq > coalesce(l.seq, 0)
          AND m.sender->>'id' IS DISTINCT FROM ${me}::text LIMIT ${COUNTED_MAX}) s
    ) m
    WHERE m.unread > 0`;
  return Object.fromEntries(rows.map(({ room_id, unread }) => [room_id, unread]));
}

/** Never back in time: two windows may report in any order. `null`: not a room that this person may see. */
export async function noteLook(
  sql: ISql,
  rooms: Rooms,
  personId: PersonId,
  { room, seq }: { room: string; seq: number },
): Promise<{ seq: number | null; before: number | null }> {
  const [row] = await sql<{ seq: number; before: number | null }[]>`
    WITH was AS (SELECT l.seq FROM room_looks l WHERE l.room_id = ${room} AND l.person_id = ${personId})
    INSERT INTO room_looks (room_id, person_id, seq)
    SELECT n.room_id, ${personId}::uuid, ${seq}::bigint FROM ${rooms} n WHERE n.room_id = ${room}
    ON CONFLICT (room_id, person_id) DO UPDATE SET seq = greatest(room_looks.seq, excluded.seq)
    RETURNING seq::float8 AS seq, (SELECT was.seq::float8 FROM was) AS before`;
  return row ?? { seq: null, before: null };
}
