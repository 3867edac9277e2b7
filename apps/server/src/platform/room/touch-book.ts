import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { type Overlap, overlapsIn, type RunTouches } from "@squadroom/core/run/radar";
import type { RunId } from "@squadroom/core/run/run";
import type { Sql } from "postgres";
import type { Clock } from "./clock.ts";

/**
 * What runs touch now: kept in memory, and in a table for the other processes. Not part of the log; an ended run
 * touches nothing.
 */
export function createTouchBook(sql: Sql, clock: Clock) {
  const book = new Map<RoomId, Map<RunId, RunTouches & { at: number }>>();

  /** @returns when, epoch ms */
  async function set(roomId: RoomId, runId: RunId, { tree, files }: RunTouches): Promise<number> {
    const at = clock.now();
    await sql`
      INSERT INTO run_touches (room_id, run_id, at, tree, files)
      VALUES (${roomId}, ${runId}, ${at}, ${tree}, ${sql.json(files as never)})
      ON CONFLICT (room_id, run_id) DO UPDATE
        SET at = excluded.at, tree = excluded.tree, files = excluded.files
        WHERE run_touches.at <= excluded.at`;
    note(roomId, runId, { at, tree, files });
    return at;
  }

  function note(roomId: RoomId, runId: RunId, touches: RunTouches & { at: number }): void {
    const room = book.get(roomId) ?? new Map<RunId, RunTouches & { at: number }>();
    book.set(roomId, room);
    if ((room.get(runId)?.at ?? 0) <= touches.at) room.set(runId, touches);
  }

  /** Takes in what other processes were told. */
  async function refresh(roomIds: readonly RoomId[]): Promise<void> {
    const since = roomIds.map((roomId) => Math.max(0, ...[...(book.get(roomId)?.values() ?? [])].map(({ at }) => at)));
    const rows = await sql<({ room_id: RoomId; run_id: RunId; at: number } & RunTouches)[]>`
      SELECT t.room_id, t.run_id, t.at::float8 AS at, t.tree, t.files
      FROM unnest(${[...roomIds]}::uuid[], ${since}::bigint[]) AS known (room_id, at)
      CROSS JOIN LATERAL (
        SELECT * FROM run_touches t
        WHERE t.room_id = known.room_id AND t.at >= known.at AND EXISTS (
          SELECT FROM runs r WHERE r.room_id = t.room_id AND r.id = t.run_id AND r.ended_at IS NULL)
      ) t`;
    for (const { room_id, run_id, at, tree, files } of rows) note(room_id, run_id, { at, tree, files });
  }

  /** Where the branches of runs at work will meet. */
  function overlapsOf(view: RoomView): Overlap<RunId>[] {
    const room = book.get(view.roomId);
    if (!room) return [];
    const live = new Set(view.runs.live.map(({ id }) => id));
    const given = view.runs.number ?? 0;
    for (const id of room.keys()) if (id <= given && !live.has(id)) room.delete(id);
    return overlapsIn(view, (id) => room.get(id));
  }

  function forget(roomId: RoomId): void {
    book.delete(roomId);
  }

  return { set, refresh, overlapsOf, forget };
}
