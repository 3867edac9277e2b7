import type { RoomId } from "@squadroom/core/kernel/ids";
import { DEFAULT_PERIODS, type KeptSession } from "@squadroom/core/retention/periods";
import type { ISql, Sql } from "postgres";

export type Kept = KeptSession & { title: string };

/** A piece of SQL: every ended session with what became of it since, and when it is archived (`null`: it is held, or is). */
function keptIn(sql: ISql) {
  const seconds = sql`
    (coalesce(r.periods, ${JSON.stringify(DEFAULT_PERIODS)}::text::json)
      -> CASE s.state WHEN 'failed' THEN 'failed' ELSE 'completed' END ->> 'archiveAfterS')::bigint`;
  return sql`
    SELECT s.room_id, s.id AS "sessionId", s.title, s.state AS end, s.ended_at::float8 AS "endedAt",
      coalesce(a.state, 'kept') AS state, coalesce(a.at, s.ended_at)::float8 AS "stateAt",
      CASE WHEN h.is_held THEN json_build_object('by', h."by", 'reason', h.reason, 'at', h.at) END AS held,
      CASE WHEN h.is_held OR a.state = 'archived' THEN NULL
        ELSE coalesce(a.at, s.ended_at) + 1000 * ${seconds} END AS due_at
    FROM sessions s
    LEFT JOIN session_archive a ON a.room_id = s.room_id AND a.session_id = s.id
    LEFT JOIN session_holds h ON h.room_id = s.room_id AND h.session_id = s.id
    LEFT JOIN retention_settings r ON r.room_id = s.room_id
    WHERE s.ended_at IS NOT NULL`;
}

const columns = (sql: ISql) =>
  sql`k."sessionId", k.title, k.end, k."endedAt", k.state, k."stateAt", k.held`;

/** Sessions of a room, the ones that go first in front; and the room's place in its log as they were read. */
export async function nextIn(sql: Sql, roomId: RoomId, limit: number): Promise<Kept[]> {
  return sql<Kept[]>`
    SELECT ${columns(sql)} FROM (${keptIn(sql)} AND s.room_id = ${roomId}) k
    WHERE k.due_at IS NOT NULL ORDER BY k.due_at, k."sessionId" LIMIT ${limit}`;
}

export async function heldIn(sql: Sql, roomId: RoomId, limit: number): Promise<Kept[]> {
  return sql<Kept[]>`
    SELECT ${columns(sql)} FROM (${keptIn(sql)} AND s.room_id = ${roomId} AND h.is_held) k
    ORDER BY k."sessionId" DESC LIMIT ${limit}`;
}

export async function countsIn(
  sql: Sql,
  roomId: RoomId,
): Promise<{ kept: number; archived: number; held: number }> {
  const [row] = await sql<{ kept: number; archived: number; held: number }[]>`
    SELECT (count(*) FILTER (WHERE k.state IN ('kept', 'restored')))::int AS kept,
      (count(*) FILTER (WHERE k.state = 'archived'))::int AS archived,
      (count(*) FILTER (WHERE k.held IS NOT NULL))::int AS held
    FROM (${keptIn(sql)} AND s.room_id = ${roomId}) k`;
  return row ?? { kept: 0, archived: 0, held: 0 };
}

/** What the tables say, and up to where of the log: one statement, so that both are of one moment. */
export interface Seen<T> {
  kept: T;
  seenSeq: number;
}

export async function readKept(
  sql: Sql,
  roomId: RoomId,
  sessionId: number,
): Promise<Seen<Kept | null>> {
  const rows = await sql<(Kept & { seenSeq: number })[]>`
    SELECT ${columns(sql)}, o.seq::float8 AS "seenSeq" FROM rooms o
    LEFT JOIN (${keptIn(sql)} AND s.room_id = ${roomId} AND s.id = ${sessionId}) k ON k.room_id = o.id
    WHERE o.id = ${roomId}`;
  return seenIn(rows)[0] ?? { kept: null, seenSeq: 0 };
}

/** What is due in a room by then. */
export async function dueIn(
  sql: Sql,
  roomId: RoomId,
  now: number,
  limit: number,
): Promise<Seen<Kept[]>> {
  const rows = await sql<(Kept & { seenSeq: number })[]>`
    SELECT ${columns(sql)}, o.seq::float8 AS "seenSeq" FROM rooms o
    LEFT JOIN (${keptIn(sql)} AND s.room_id = ${roomId}) k
      ON k.room_id = o.id AND k.due_at <= ${now}::bigint
    WHERE o.id = ${roomId} ORDER BY k.due_at LIMIT ${limit}`;
  const seen = seenIn(rows);
  return { kept: seen.flatMap(({ kept }) => kept ?? []), seenSeq: seen[0]?.seenSeq ?? 0 };
}

/** Those of these rooms in which something is due. */
export async function roomsWithDue(
  sql: Sql,
  rooms: readonly string[],
  now: number,
): Promise<RoomId[]> {
  const rows = await sql<{ id: RoomId }[]>`
    SELECT DISTINCT k.room_id AS id FROM (${keptIn(sql)} AND s.room_id = ANY(${[...rooms]}::uuid[])) k
    JOIN room_details d ON d.room_id = k.room_id AND d.removed_at IS NULL
    WHERE k.due_at <= ${now}::bigint`;
  return rows.map(({ id }) => id);
}

function seenIn(rows: readonly (Kept & { seenSeq: number })[]): Seen<Kept | null>[] {
  return rows.map(({ seenSeq, ...kept }) => ({
    kept: kept.sessionId === null ? null : kept,
    seenSeq,
  }));
}
