import { HOLDS_UP, PAUSED_URGENCY, REVIEW_URGENCY } from "@squadroom/core/inbox/order";
import type { ISql } from "postgres";
import { type Cut, type Found, isAfter, rankOf } from "./queries.ts";
import type { visibleRooms } from "./rooms.ts";
import { type Eye, isIn, pausedThing, reviewThing } from "./things.ts";

type Rooms = ReturnType<typeof visibleRooms>;

interface ReviewRow {
  room_id: string;
  room_name: string;
  id: number;
  title: string;
  task_id: string | null;
  note: { text: string; by: string } | null;
  state_at: number;
}

/** Items whose work is done, the oldest first. */
export async function itemsInReview(
  sql: ISql,
  rooms: Rooms,
  { after, limit }: Cut,
  eye: Eye,
): Promise<Found<"review">[]> {
  const id = sql`(i.room_id || ' ' || i.id)`;
  const place = [sql`${rankOf(REVIEW_URGENCY)}::int`, sql`${HOLDS_UP.review}::int`, sql`i.state_at`, id] as const;
  const rows = await sql<ReviewRow[]>`
    SELECT n.room_id, n.name AS room_name, i.id, i.title, i.task_id, i.note, i.state_at::float8 AS state_at
    FROM ${rooms} n JOIN backlog_items i ON i.room_id = n.room_id
    WHERE i.state = 'in_review' AND ${isIn(sql, reviewThing(sql), eye)} AND ${isAfter(sql, after, place)}
    ORDER BY i.state_at, ${id} COLLATE "C" LIMIT ${limit}`;
  return rows.map((row) => ({
    kind: "review",
    room: { id: row.room_id, name: row.room_name },
    sinceAt: row.state_at,
    urgency: REVIEW_URGENCY,
    holdsUp: HOLDS_UP.review,
    item: { id: row.id, title: row.title },
    summary: row.note?.text ?? "",
    by: row.note?.by ?? "",
    taskId: row.task_id,
  }));
}

/** Rooms whose clearing mode gave up; a decision or a question that pauses it is in the list itself. */
export async function pausedRooms(
  sql: ISql,
  rooms: Rooms,
  { after, limit }: Cut,
  eye: Eye,
): Promise<Found<"paused">[]> {
  const place = [
    sql`${rankOf(PAUSED_URGENCY)}::int`,
    sql`${HOLDS_UP.paused}::int`,
    sql`m.paused_at`,
    sql`m.room_id::text`,
  ] as const;
  const rows = await sql<{ room_id: string; room_name: string; paused_at: number; paused: { items: number[] } }[]>`
    SELECT n.room_id, n.name AS room_name, m.paused_at::float8 AS paused_at, m.paused
    FROM ${rooms} n JOIN backlog_modes m ON m.room_id = n.room_id
    WHERE m.paused_at IS NOT NULL AND m.paused->>'kind' = 'failures' AND ${isIn(sql, pausedThing(sql), eye)}
      AND ${isAfter(sql, after, place)}
    ORDER BY m.paused_at, m.room_id LIMIT ${limit}`;
  return rows.map((row) => ({
    kind: "paused",
    room: { id: row.room_id, name: row.room_name },
    sinceAt: row.paused_at,
    urgency: PAUSED_URGENCY,
    holdsUp: HOLDS_UP.paused,
    items: row.paused.items,
  }));
}
