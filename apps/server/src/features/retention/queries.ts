import type { RoomId } from "@squadroom/core/kernel/ids";
import { DEFAULT_PERIODS, type KeptSession } from "@squadroom/core/retention/periods";
import type { ISql, Sql } from "postgres";

export type Kept = KeptSession & { title: string };

/** What happens to a session next: it is archived, or deleted. */
export type Act = "archive" | "delete";
const STATES = { archive: ["kept", "restored"], delete: ["archived"] } as const;
const PERIOD = { archive: "archiveAfterS", delete: "deleteAfterS" } as const;
const KINDS = ["completed", "failed"] as const;

const columns = (sql: ISql) => sql`
  a.room_id, a.session_id AS "sessionId", s.title, s.state AS end, s.ended_at::float8 AS "endedAt",
  a.state, a.at::float8 AS "stateAt",
  CASE WHEN h.is_held THEN json_build_object('by', h."by", 'reason', h.reason, 'at', h.at) END AS held`;

const joined = (sql: ISql) => sql`
  JOIN sessions s ON s.room_id = a.room_id AND s.id = a.session_id
  LEFT JOIN session_holds h ON h.room_id = a.room_id AND h.session_id = a.session_id`;

/** A piece of SQL: how long sessions of a kind wait for the act in the room `o`, ms. */
function periodIn(sql: ISql, act: Act, kind: (typeof KINDS)[number]) {
  return sql`1000 * coalesce(
    (SELECT r.periods -> ${kind}::text ->> ${PERIOD[act]}::text FROM retention_settings r WHERE r.room_id = o.id)::bigint,
    ${DEFAULT_PERIODS[kind][PERIOD[act]]}::bigint)`;
}

/**
 * A piece of SQL: sessions of the room `o` that wait for the act and are not held, those due first come first. Each
 * state and kind uses the index in its own way, as far as it is asked for.
 */
function waitingFor(sql: ISql, act: Act, limit: number, until?: number) {
  const parts = STATES[act].flatMap((state) =>
    KINDS.map((kind) => {
      const isDue = until === undefined ? sql`` : sql`AND a.at <= ${until}::bigint - ${periodIn(sql, act, kind)}`;
      return sql`(
        SELECT ${columns(sql)}, a.at + ${periodIn(sql, act, kind)} AS due_at
        FROM session_archive a ${joined(sql)}
        WHERE a.room_id = o.id AND a.state = ${state} AND h.is_held IS NOT TRUE
          AND (s.state = 'failed') = ${kind === "failed"} ${isDue}
        ORDER BY a.at, a.session_id LIMIT ${limit})`;
    }),
  );
  const all = parts.reduce((before, part) => sql`${before} UNION ALL ${part}`);
  return sql`SELECT * FROM (${all}) w ORDER BY w.due_at, w."sessionId" LIMIT ${limit}`;
}

/** What the room does next, in order. */
export async function nextIn(sql: Sql, roomId: RoomId, act: Act, limit: number): Promise<Kept[]> {
  return sql<Kept[]>`
    SELECT k."sessionId", k.title, k.end, k."endedAt", k.state, k."stateAt", k.held
    FROM rooms o CROSS JOIN LATERAL (${waitingFor(sql, act, limit)}) k
    WHERE o.id = ${roomId} ORDER BY k.due_at, k."sessionId"`;
}

export async function heldIn(sql: Sql, roomId: RoomId, limit: number): Promise<Kept[]> {
  return sql<Kept[]>`
    SELECT ${columns(sql)} FROM session_archive a ${joined(sql)}
    WHERE h.room_id = ${roomId} AND h.is_held AND a.state <> 'deleted' ORDER BY a.session_id DESC LIMIT ${limit}`;
}

export interface Counts {
  kept: number;
  archived: number;
  deleted: number;
  held: number;
}

export async function countsIn(sql: Sql, roomId: RoomId): Promise<Counts> {
  const rows = await sql<{ state: string; n: number }[]>`
    SELECT state, count(*)::int AS n FROM session_archive WHERE room_id = ${roomId} GROUP BY state
    UNION ALL SELECT 'held', count(*)::int FROM session_holds WHERE room_id = ${roomId} AND is_held`;
  const of = (state: string) => rows.find((row) => row.state === state)?.n ?? 0;
  const kept = of("kept") + of("restored");
  return { kept, archived: of("archived"), deleted: of("deleted"), held: of("held") };
}

/** How many will be due by then, up to a limit. */
export async function dueCountIn(sql: Sql, roomId: RoomId, act: Act, now: number, limit: number): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    SELECT count(*)::int AS n FROM rooms o CROSS JOIN LATERAL (${waitingFor(sql, act, limit, now)}) k
    WHERE o.id = ${roomId}`;
  return row?.n ?? 0;
}

/** What the tables say, and up to which place in the log: one statement, so that both are of one moment. */
export interface Seen<T> {
  kept: T;
  seenSeq: number;
}

export async function readKept(sql: Sql, roomId: RoomId, sessionId: number): Promise<Seen<Kept | null>> {
  const rows = await sql<(Kept & { seenSeq: number })[]>`
    SELECT k.*, o.seq::float8 AS "seenSeq" FROM rooms o
    LEFT JOIN (
      SELECT ${columns(sql)} FROM session_archive a ${joined(sql)}
      WHERE a.room_id = ${roomId} AND a.session_id = ${sessionId}) k ON true
    WHERE o.id = ${roomId}`;
  return seenIn(rows)[0] ?? { kept: null, seenSeq: 0 };
}

/** What is due in a room by then. */
export async function dueIn(sql: Sql, roomId: RoomId, act: Act, now: number, limit: number): Promise<Seen<Kept[]>> {
  const rows = await sql<(Kept & { seenSeq: number })[]>`
    SELECT k.*, o.seq::float8 AS "seenSeq" FROM rooms o
    LEFT JOIN LATERAL (${waitingFor(sql, act, limit, now)}) k ON true
    WHERE o.id = ${roomId} ORDER BY k.due_at`;
  const seen = seenIn(rows);
  return { kept: seen.flatMap(({ kept }) => kept ?? []), seenSeq: seen[0]?.seenSeq ?? 0 };
}

/** Those of these rooms in which something is due. */
export async function roomsWithDue(sql: Sql, rooms: readonly string[], act: Act, now: number): Promise<RoomId[]> {
  const rows = await sql<{ id: RoomId }[]>`
    SELECT o.id FROM rooms o JOIN room_details d ON d.room_id = o.id AND d.removed_at IS NULL
    CROSS JOIN LATERAL (${waitingFor(sql, act, 1, now)}) k
    WHERE o.id = ANY(${[...rooms]}::uuid[])`;
  return rows.map(({ id }) => id);
}

function seenIn(rows: readonly (Kept & { seenSeq: number })[]): Seen<Kept | null>[] {
  return rows.map(({ seenSeq, sessionId, title, end, endedAt, state, stateAt, held }) => ({
    kept: sessionId === null ? null : { sessionId, title, end, endedAt, state, stateAt, held },
    seenSeq,
  }));
}
