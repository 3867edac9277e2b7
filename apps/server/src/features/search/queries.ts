import type { ReplyOf } from "@squadroom/core/kernel/route";
import { FOUND_MAX, type search } from "@squadroom/core/search/contract";
import type { Sql } from "postgres";
import type { visibleRooms } from "../inbox/index.ts";

type Found = ReplyOf<typeof search>["data"];
type Row = { room_id: string; name: string; id: string; title: string; state: string; at: number };

/** Rows that are looked through, of each kind in each room, the newest first along an index. */
const LOOKED_AT = 300;
/** Rooms that are looked through, by name. */
const ROOMS_MAX = 200;
/** Of a message. */
const SHOWN_CHARS = 160;

/** What has this text in its id or title, or is a message with it; the newest of each kind. */
export async function searchIn(
  sql: Sql,
  rooms: ReturnType<typeof visibleRooms>,
  text: string,
): Promise<Found> {
  const part = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const among = sql`(SELECT room_id, name FROM ${rooms} r ORDER BY name LIMIT ${ROOMS_MAX})`;
  const [tasks, items, sessions, messages] = await Promise.all([
    sql<Row[]>`
      SELECT n.room_id, n.name, f.* FROM ${among} n CROSS JOIN LATERAL (
        SELECT t.id, d.title, t.state, t.created_at::float8 AS at FROM (
          SELECT id, state, created_at FROM tasks WHERE room_id = n.room_id
          ORDER BY created_at DESC, id DESC LIMIT ${LOOKED_AT}) t
        JOIN task_details d ON d.room_id = n.room_id AND d.task_id = t.id
        WHERE t.id ILIKE ${part} OR d.title ILIKE ${part}) f
      ORDER BY f.at DESC, f.id LIMIT ${FOUND_MAX}`,
    sql<Row[]>`
      SELECT n.room_id, n.name, f.* FROM ${among} n CROSS JOIN LATERAL (
        SELECT id::text AS id, title, state, added_at::float8 AS at FROM (
          SELECT id, title, state, added_at FROM backlog_items WHERE room_id = n.room_id
          ORDER BY id DESC LIMIT ${LOOKED_AT}) i
        WHERE title ILIKE ${part}) f
      ORDER BY f.at DESC, f.id LIMIT ${FOUND_MAX}`,
    sql<Row[]>`
      SELECT n.room_id, n.name, f.* FROM ${among} n CROSS JOIN LATERAL (
        SELECT id::text AS id, title, state, created_at::float8 AS at FROM (
          SELECT id, title, state, created_at FROM sessions WHERE room_id = n.room_id
          ORDER BY id DESC LIMIT ${LOOKED_AT}) s
        WHERE title ILIKE ${part}) f
      ORDER BY f.at DESC, f.id LIMIT ${FOUND_MAX}`,
    sql<Row[]>`
      SELECT n.room_id, n.name, f.* FROM ${among} n CROSS JOIN LATERAL (
        SELECT seq::text AS id, left(body, ${SHOWN_CHARS}) AS title,
          coalesce(sender->>'name', '') AS state, at::float8 AS at FROM (
          SELECT seq, body, sender, at FROM messages WHERE room_id = n.room_id
          ORDER BY seq DESC LIMIT ${LOOKED_AT}) m
        WHERE body ILIKE ${part}) f
      ORDER BY f.at DESC, f.id LIMIT ${FOUND_MAX}`,
  ]);
  const named =
    (kind: Found[number]["kind"]) =>
    ({ room_id, name, ...row }: Row) => ({ kind, room: { id: room_id, name }, ...row });
  return [
    ...tasks.map(named("task")),
    ...items.map(named("item")),
    ...sessions.map(named("session")),
    ...messages.map(named("message")),
  ];
}
