import { createClient } from "@squadroom/client/http";
import { faultsOf } from "@squadroom/core/testing/log-check.fixture";
import postgres, { type Sql } from "postgres";
import type { RoomRecord, Violation } from "./evidence.ts";
import { logOf } from "./gather.ts";
import type { History } from "./history.ts";
import { type Chance, pause } from "./random.ts";
import type { World } from "./servers.ts";

const INVARIANT = "15: deletion";
const MONTH_MS = 31 * 24 * 3_600_000;
/** Servers that are killed while they delete. */
const KILLS = 3;
const WITHIN_MS = 60_000;

interface Session {
  roomId: string;
  sessionId: number;
  /** In nothing else that anybody wrote. */
  title: string;
}

/**
 * Once nobody acts any more: what is archived is old, and servers are killed while they delete it. Nothing is half deleted,
 * nothing that is held, no figure changes, and of what is deleted no word is left.
 */
export async function checkDeletion(
  world: World,
  rooms: readonly RoomRecord[],
  history: History,
  chance: Chance,
): Promise<Violation[]> {
  const sql = postgres(world.databaseUrl, { max: 2, onnotice: () => undefined });
  const found: Violation[] = [];
  const bad = (room: string, what: string) => found.push({ invariant: INVARIANT, room, what });
  const ids = rooms.map(({ roomId }) => roomId);
  const clientOf = ({ baseUrl }: { baseUrl: string }) => createClient({ baseUrl, authorization: world.admin });
  const clients = world.servers.map(clientOf);
  const nobody = new AbortController().signal;
  const titled = rooms.flatMap(titledIn);
  const halves = async () => {
    for (const { roomId, sessionId, isDeleted, isThere } of await standOf(sql, titled))
      if (isDeleted === isThere)
        bad(roomId, `session ${sessionId} is ${isDeleted ? "deleted, and still there" : "lost"}`);
  };
  try {
    const before = await sumsOf(sql, ids);
    const old = await sql<{ name: string; isHeld: boolean }[]>`
      UPDATE session_archive a SET at = a.at - ${MONTH_MS}::bigint
      WHERE a.room_id = ANY(${ids}::uuid[]) AND a.state = 'archived'
      RETURNING a.room_id || ' ' || a.session_id AS name, EXISTS (
        SELECT 1 FROM session_holds h
        WHERE h.room_id = a.room_id AND h.session_id = a.session_id AND h.is_held) AS "isHeld"`;
    for (let i = 0; i < KILLS; i++) {
      const server = chance.pick(world.servers);
      const client = clientOf(server);
      const running = Promise.allSettled(ids.map((room) => client.call("runRetention", { params: { room } })));
      await pause(chance.between(5, 250), nobody);
      server.kill("SIGKILL");
      await Promise.all([running, server.start()]);
      await halves();
    }
    const deadline = Date.now() + WITHIN_MS;
    const isLeft = async (room: string) => {
      await Promise.allSettled(clients.map((one) => one.call("runRetention", { params: { room } })));
      const told = await clients[0]?.call("getRetention", { params: { room } }).catch(() => null);
      return told?.due.deleted !== 0;
    };
    for (const room of ids)
      while (await isLeft(room)) {
        if (Date.now() < deadline) continue;
        bad(room, "what is due is never deleted");
        break;
      }
    await halves();

    await sql`
      UPDATE session_archive SET at = at + ${MONTH_MS}::bigint
      WHERE room_id = ANY(${ids}::uuid[]) AND state = 'archived'`;
    const now = await standOf(sql, titled);
    for (const { name, isHeld } of old) {
      history.count(isHeld ? "archived and held" : "archived and due");
      const one = now.find(({ roomId, sessionId }) => `${roomId} ${sessionId}` === name);
      if (one?.isDeleted === isHeld)
        bad(one.roomId, `session ${one.sessionId} is ${isHeld ? "held, and deleted" : "not deleted"}`);
    }
    for (const { roomId, sessionId, isDeleted } of now)
      if (isDeleted && !old.some(({ name }) => name === `${roomId} ${sessionId}`))
        bad(roomId, `session ${sessionId} is deleted, and was not archived`);
    const gone = now.filter(({ isDeleted }) => isDeleted);
    for (const place of await placesOf(sql, gone)) bad("", `${place} has titles of what is deleted`);
    if (JSON.stringify(await sumsOf(sql, ids)) !== JSON.stringify(before))
      bad("", "the figures are others than before");
    for (const { roomId, events } of rooms) {
      const log = await logOf(sql, roomId);
      for (const { seq, type, fault } of faultsOf(log)) bad(roomId, `event ${seq} ${type}: ${fault}`);
      const other = events.find(({ type, at }, i) => log[i]?.type !== type || log[i]?.at !== at);
      if (other) bad(roomId, `event ${other.seq} is another one now`);
      const verified = await clients[0]?.call("verifyRoom", { params: { room: roomId } });
      if (!verified?.ok) bad(roomId, `log ≠ tables: ${JSON.stringify(verified?.differences).slice(0, 400)}`);
    }
    return found;
  } finally {
    await sql.end();
  }
}

/** What was split off names the session that it comes from, and keeps its own words. */
function titledIn({ roomId, events }: RoomRecord): Session[] {
  const all = events.flatMap(({ type, data }) => (type === "session.created" ? data.sessions : []));
  const isSplit = new Set(all.map(({ splitOf }) => splitOf));
  return all.flatMap(({ id, title }) =>
    / [0-9a-f]{8}-[0-9a-f-]{27}$/.test(title) && !isSplit.has(id) ? [{ roomId, sessionId: id, title }] : [],
  );
}

/** Whether the log says that a session is deleted, and whether it has its title, in one moment. */
async function standOf(
  sql: Sql,
  sessions: readonly Session[],
): Promise<(Session & { isDeleted: boolean; isThere: boolean })[]> {
  const rows = await sql<{ isDeleted: boolean; isThere: boolean }[]>`
    SELECT
      EXISTS (SELECT 1 FROM events e WHERE e.room_id = s.room AND e.type = 'retention.deleted'
        AND jsonb_path_exists(e.data::jsonb, '$.sessionIds[*] ? (@ == $id)', jsonb_build_object('id', s.id))) AS "isDeleted",
      EXISTS (SELECT 1 FROM events e WHERE e.room_id = s.room AND e.data::text LIKE '%' || s.title || '%') AS "isThere"
    FROM unnest(
      ${sessions.map(({ roomId }) => roomId)}::uuid[],
      ${sessions.map(({ sessionId }) => sessionId)}::int[],
      ${sessions.map(({ title }) => title)}::text[]
    ) WITH ORDINALITY s(room, id, title, n) ORDER BY s.n`;
  return sessions.map((one, i) => ({ ...one, isDeleted: false, isThere: false, ...rows[i] }));
}

/**
 * Columns of any table that still have one of these titles. What was answered under a key is forgotten in a week, before
 * anything that was archived is deleted; here no week goes by.
 */
async function placesOf(sql: Sql, sessions: readonly Session[]): Promise<string[]> {
  if (sessions.length === 0) return [];
  const any = sessions.map(({ title }) => title).join("|");
  const columns = await sql<{ table: string; column: string }[]>`
    SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.table_name <> 'command_keys'
      AND c.data_type IN ('text', 'json', 'jsonb')`;
  const places: string[] = [];
  for (const { table, column } of columns) {
    const rows = await sql`
      SELECT 1 FROM ${sql(table)} WHERE ${sql(column)}::text ~ ${any} LIMIT 1`;
    if (rows.length > 0) places.push(`${table}.${column}`);
  }
  return places;
}

/** What is counted of these rooms' sessions. */
async function sumsOf(sql: Sql, ids: readonly string[]): Promise<unknown> {
  const usage = await sql`
    SELECT room_id, session_id, count(*)::int AS n, sum(input_tokens)::int AS tokens
    FROM usage_reports WHERE room_id = ANY(${[...ids]}::uuid[]) GROUP BY 1, 2 ORDER BY 1, 2`;
  const ended = await sql`
    SELECT room_id, id, state, started_at, ended_at FROM sessions
    WHERE room_id = ANY(${[...ids]}::uuid[]) AND ended_at IS NOT NULL ORDER BY 1, 2`;
  return [[...usage], [...ended]];
}
