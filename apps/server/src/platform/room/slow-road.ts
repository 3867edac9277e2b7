import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { ISql, Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { appendCall } from "../../db/append-sql.ts";
import { layOut, type RoomOutcome } from "./batch.ts";
import type { Clock } from "./clock.ts";
import type { Entry } from "./entry.ts";
import { fold, type Head } from "./store.ts";

export interface SlowRoadResult {
  outcome: RoomOutcome;
  view: RoomView;
  head: Head;
  /** Other processes' events that were read on the way, then the entry's own if it was committed. */
  events: RoomEvent[];
}

/** One command in a transaction that first locks the room: it waits for its turn, but it always advances. */
export type SlowRoad = (
  view: RoomView,
  decide: (view: RoomView) => { entry: Entry; dueAt: number | null },
) => Promise<SlowRoadResult>;

export function createSlowRoad(sql: Sql, clock: Clock): SlowRoad {
  return (view, decide) =>
    sql.begin(async (tx): Promise<SlowRoadResult> => {
      const [row] = await tx<{ seq: string; commit_id: string }[]>`
        SELECT seq, commit_id FROM rooms WHERE id = ${view.roomId} FOR NO KEY UPDATE`;
      if (!row) throw new Error(`room ${view.roomId} is gone`);
      const head: Head = { seq: Number(row.seq), commitId: row.commit_id };
      const events = await eventsBetween(tx, view.roomId, view.seq, head.seq);
      const current = fold(view, events);
      const { entry, dueAt } = decide(current);
      const { decision } = entry;
      if (!decision) throw new Error("the slow road got an undecided command");
      const isWrite = decision.events.length > 0;
      const next: Head = isWrite ? { seq: decision.after.seq, commitId: uuidv7() } : head;
      const bytes = layOut([{ roomId: view.roomId, expected: head, next, dueAt, entries: [entry] }]);
      const [answer] = await tx.unsafe<{ outcome: { rooms?: RoomOutcome[]; skew?: number } }[]>(appendCall, [
        String(clock.now()),
        ...bytes,
      ] as string[]);
      const outcome = answer?.outcome.rooms?.[0];
      if (!outcome) throw new Error(`the slow road was refused (clock skew ${answer?.outcome.skew} ms)`);
      if (outcome.outcome !== "ok") return { outcome, view: current, head, events };
      return { outcome, view: decision.after, head: next, events: [...events, ...decision.events] };
    }) as Promise<SlowRoadResult>;
}

async function eventsBetween(tx: ISql, roomId: RoomId, after: number, upTo: number): Promise<RoomEvent[]> {
  if (upTo <= after) return [];
  const rows = await tx<Omit<RoomEvent, "roomId">[]>`
    SELECT seq::float8 AS seq, type, v, at::float8 AS at, actor, data FROM events
    WHERE room_id = ${roomId} AND seq > ${after} AND seq <= ${upTo} ORDER BY events.seq`;
  return rows.map((event) => ({ ...event, roomId }) as RoomEvent);
}
