import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createUuidv7 } from "@squadroom/client/uuidv7";
import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import type { Command } from "@squadroom/core/kernel/command";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { NewId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { REDUCER_VERSION } from "@squadroom/core/log/view";
import { decide } from "@squadroom/core/room/decide";
import type { Sql } from "postgres";
import { INSTRUCTION, type Seat, SUMMARY } from "./squad.ts";

/** Events after the snapshot: a server stores one every 200. */
const TAIL = 100;
/** Between two events, so that a log tells of hours. */
const STEP_MS = 40;
const ROWS_PER_CHUNK = 1_000;

/**
 * Makes a room's log `length` events long, and stores the snapshot that a server would have stored
 * `TAIL` events before its end. Every event is core's own ruling on a command (create, claim, complete),
 * folded by the one reducer. The tables that are derived from the log stay as they were: opening a room
 * reads none of them. No server may have the room open meanwhile.
 */
export async function lengthenLog(sql: Sql, seat: Seat, start: RoomView, length: number): Promise<void> {
  const newId = createUuidv7() as NewId;
  let view = start;
  let snapshot: RoomView | null = null;

  function* facts(): Generator<RoomEvent> {
    const by = {
      id: seat.agentId as never,
      name: `${seat.role} 1`,
      roles: [seat.role as never],
      connection: null,
    };
    const task = { role: seat.role as never, title: "Look at the form", instruction: INSTRUCTION };
    while (view.seq < length) {
      const held = view.tasks[0];
      const command: Command = !held
        ? { type: "createTasks", by, fence: null, tasks: [task] }
        : held.lease
          ? {
              type: "complete",
              by,
              taskId: held.id,
              fence: held.lease.fence,
              result: { summary: SUMMARY },
              next: false,
            }
          : { type: "claim", by };
      const now = view.at + STEP_MS;
      const ruling = decide(view, command, {
        now,
        newId,
        leaseS: DEFAULT_LEASE_S,
        ended: {},
        seenAt: {},
        graceUntil: 0,
      });
      if (!ruling.ok) throw new Error(ruling.refusal.message);
      for (const { event, after } of ruling.steps) {
        if (view.seq === length) return;
        view = after;
        if (view.seq === length - TAIL) snapshot = view;
        yield event;
      }
    }
  }

  const copy = await sql`COPY events (room_id, seq, type, v, at, actor, data) FROM STDIN`.writable();
  await pipeline(Readable.from(chunks(facts())), copy);
  if (!snapshot) throw new Error("the log was longer already");
  await storeSnapshot(sql, snapshot);
  await sql`UPDATE rooms SET seq = ${view.seq}, commit_id = ${newId()} WHERE id = ${view.roomId}`;
}

export async function storeSnapshot(sql: Sql, view: RoomView): Promise<void> {
  await sql`
    INSERT INTO room_snapshots (room_id, seq, reducer_version, view)
    VALUES (${view.roomId}, ${view.seq}, ${REDUCER_VERSION}, ${JSON.stringify(view)}::text::json)
    ON CONFLICT (room_id) DO UPDATE SET seq = excluded.seq, view = excluded.view`;
}

/** Events as COPY reads them, a thousand rows at a time. */
export function* chunks(events: Iterable<RoomEvent>): Generator<string> {
  let rows: string[] = [];
  for (const event of events) {
    const { roomId, seq, type, v, at } = event;
    rows.push([roomId, seq, type, v, at, json(event.actor), json(event.data)].join("\t"));
    if (rows.length === ROWS_PER_CHUNK) {
      yield `${rows.join("\n")}\n`;
      rows = [];
    }
  }
  if (rows.length > 0) yield `${rows.join("\n")}\n`;
}

/** In COPY's text format a backslash is doubled; JSON has no tab and no line break of its own. */
function json(value: object): string {
  return JSON.stringify(value).replaceAll("\\", "\\\\");
}
