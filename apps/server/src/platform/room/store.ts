import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { apply } from "@squadroom/core/log/apply";
import { emptyView, REDUCER_VERSION } from "@squadroom/core/log/view";
import type { ISql } from "postgres";
import { READER } from "../../db/append-sql.ts";
import { newestOf } from "./tail.ts";

/** What the swap compares. */
export interface Head {
  seq: number;
  commitId: string;
}

export interface LoadedRoom {
  head: Head;
  view: RoomView;
  /** Seq of the snapshot it came from; 0 without one. */
  snapshotSeq: number;
  /** The last events that were folded, oldest first. */
  tail: RoomEvent[];
}

/** A room whose log this release cannot read; it is stopped, nothing is skipped. */
export class UnreadableRoom extends Error {
  override readonly name = "UnreadableRoom";
}

const PAGE = 2000;
/** Letters of the events that one query reads: the rest come with the next. It reads at least one event. */
const PAGE_LETTERS = 4_000_000;

type EventRow = Pick<RoomEvent, "seq" | "type" | "v" | "at" | "actor" | "data">;

/** Reads rooms; writes only snapshots. */
export function createStore(sql: ISql) {
  const size = sql`octet_length(data::text)`;
  const lettersBefore = sql`sum(${size}) OVER (ORDER BY seq ROWS UNBOUNDED PRECEDING) - ${size}`;

  async function head(roomId: RoomId): Promise<Head | null> {
    const [row] = await sql<{ seq: string; commit_id: string }[]>`
      SELECT seq, commit_id FROM rooms WHERE id = ${roomId}`;
    return row ? { seq: Number(row.seq), commitId: row.commit_id } : null;
  }

  /** Snapshot, tail and head in one statement; a long tail continues in pages. `null`: there is no such room. */
  async function load(roomId: RoomId): Promise<LoadedRoom | null> {
    const [row] = await sql<
      {
        seq: string;
        commit_id: string;
        min_reader: number;
        view: RoomView | null;
        events: EventRow[] | null;
      }[]
    >`
      SELECT r.seq, r.commit_id, r.min_reader, s.view,
        (SELECT json_agg(t ORDER BY t.seq) FROM (
          SELECT seq, type, v, at, actor, data FROM (
            SELECT seq, type, v, at, actor, data, ${lettersBefore} AS letters FROM (
              SELECT * FROM events
              WHERE room_id = r.id AND seq > coalesce(s.seq, 0) ORDER BY seq LIMIT ${PAGE}
            ) page
          ) sized WHERE letters < ${PAGE_LETTERS} ORDER BY seq
        ) t) AS events
      FROM rooms r
      LEFT JOIN room_snapshots s ON s.room_id = r.id AND s.reducer_version = ${REDUCER_VERSION} AND s.seq <= r.seq
      WHERE r.id = ${roomId}`;
    if (!row) return null;
    if (row.min_reader > READER) throw new UnreadableRoom(`room ${roomId} needs a newer release`);
    const target: Head = { seq: Number(row.seq), commitId: row.commit_id };
    let view = row.view ?? emptyView(roomId);
    const snapshotSeq = view.seq;
    let tail: RoomEvent[] = [];
    let page = (row.events ?? []).map((event) => ({ ...event, roomId }) as RoomEvent);
    while (page.length > 0) {
      const wanted = page.filter((event) => event.seq <= target.seq);
      view = fold(view, wanted);
      tail = newestOf([...tail, ...wanted]).events;
      page = view.seq < target.seq ? await eventsAfter(roomId, view.seq, PAGE) : [];
    }
    if (view.seq !== target.seq)
      throw new UnreadableRoom(`the log of room ${roomId} ends at ${view.seq}, its head is ${target.seq}`);
    return { head: target, view, snapshotSeq, tail };
  }

  /**
   * Contiguous events after `seq`, oldest first: none only if there are none, fewer than asked for if they are large.
   * Ordered by the column, not by the float that the answer also calls `seq`: that has no index, and the whole log
   * would be sorted.
   */
  async function eventsAfter(roomId: RoomId, seq: number, limit: number): Promise<RoomEvent[]> {
    const rows = await sql<EventRow[]>`
      SELECT seq::float8 AS seq, type, v, at::float8 AS at, actor, data FROM (
        SELECT *, ${lettersBefore} AS letters FROM (
          SELECT * FROM events WHERE room_id = ${roomId} AND seq > ${seq} ORDER BY seq LIMIT ${limit}
        ) page
      ) sized WHERE letters < ${PAGE_LETTERS} ORDER BY sized.seq`;
    return rows.map((row) => ({ ...row, roomId }) as RoomEvent);
  }

  /** The newest contiguous ones before `seq`, oldest first; fewer than asked for if they are large. */
  async function eventsBefore(roomId: RoomId, seq: number, limit: number): Promise<RoomEvent[]> {
    const rows = await sql<EventRow[]>`
      SELECT seq::float8 AS seq, type, v, at::float8 AS at, actor, data FROM (
        SELECT *, sum(${size}) OVER (ORDER BY seq DESC ROWS UNBOUNDED PRECEDING) - ${size} AS letters FROM (
          SELECT * FROM events WHERE room_id = ${roomId} AND seq < ${seq} ORDER BY seq DESC LIMIT ${limit}
        ) page
      ) sized WHERE letters < ${PAGE_LETTERS} ORDER BY sized.seq DESC`;
    return rows.map((row) => ({ ...row, roomId }) as RoomEvent).reverse();
  }

  /** Heads of many rooms in one query. */
  async function heads(roomIds: RoomId[]): Promise<Map<RoomId, Head>> {
    const rows = await sql<{ id: RoomId; seq: string; commit_id: string }[]>`
      SELECT id, seq, commit_id FROM rooms WHERE id = ANY(${roomIds}::uuid[])`;
    return new Map(rows.map((row) => [row.id, { seq: Number(row.seq), commitId: row.commit_id }]));
  }

  async function saveSnapshot(view: RoomView): Promise<void> {
    await sql`
      INSERT INTO room_snapshots (room_id, seq, reducer_version, view)
      VALUES (${view.roomId}, ${view.seq}, ${REDUCER_VERSION}, ${JSON.stringify(view)}::text::json)
      ON CONFLICT (room_id) DO UPDATE SET seq = excluded.seq, reducer_version = excluded.reducer_version, view = excluded.view
      WHERE room_snapshots.seq < excluded.seq OR room_snapshots.reducer_version < excluded.reducer_version`;
  }

  return { head, load, eventsAfter, eventsBefore, heads, saveSnapshot };
}

export type Store = ReturnType<typeof createStore>;

/** Folds; an event that the reducer cannot apply stops the room. */
export function fold(view: RoomView, events: RoomEvent[]): RoomView {
  let next = view;
  for (const event of events) {
    try {
      next = apply(next, event);
    } catch (cause) {
      throw new UnreadableRoom(`event ${event.seq} (${event.type}) of room ${event.roomId} cannot be read`, { cause });
    }
  }
  return next;
}
