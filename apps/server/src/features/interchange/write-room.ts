import { createHash } from "node:crypto";
import type { CarriedAttachment } from "@squadroom/core/interchange/room-file";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { ISql } from "postgres";
import { uuidv7 } from "uuidv7";
import { upsertFrom } from "../../db/append-sql.ts";
import { type ProjectedRow, type ProjectedTable, projected } from "../../db/projected.ts";
import { rowKey } from "../../platform/room/batch.ts";

/** Who stored the files of an imported room: nobody who could send them again. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Events, and what they become in the tables; of each row the newest version. */
export async function writeEvents(
  tx: ISql,
  events: readonly RoomEvent[],
  rows: readonly ProjectedRow[],
): Promise<void> {
  await tx`
    INSERT INTO events (room_id, seq, type, v, at, actor, data)
    SELECT e."roomId", e.seq, e.type, e.v, e.at, e.actor, e.data
    FROM json_to_recordset(${JSON.stringify(events)}::text::json)
      AS e("roomId" uuid, seq bigint, type text, v smallint, at bigint, actor json, data json)`;
  const tables = new Map<ProjectedTable, Map<string, object>>();
  for (const { table, row } of rows) {
    const newest = tables.get(table) ?? new Map<string, object>();
    newest.set(rowKey(table, row), row);
    tables.set(table, newest);
  }
  for (const [table, newest] of tables)
    await tx.unsafe(upsertFrom("$1::text::json", projected[table]), [JSON.stringify([...newest.values()])]);
}

export async function writeFile(
  tx: ISql,
  roomId: RoomId,
  { id, name, type, storedAt }: CarriedAttachment,
  bytes: Uint8Array,
): Promise<void> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await tx`
    INSERT INTO attachments (room_id, id, name, type, size, sha256, stored_by, stored_at, kept, content)
    VALUES (${roomId}, ${id}, ${name}, ${type}, ${bytes.byteLength}, ${sha256}, ${NOBODY}, ${storedAt}, true,
      ${Buffer.from(bytes)})`;
}

/** The head of its log: from now on the room is like any other. */
export async function writeHead(tx: ISql, roomId: RoomId, seq: number, dueAt: number | null): Promise<void> {
  await tx`INSERT INTO rooms (id, seq, commit_id, due_at) VALUES (${roomId}, ${seq}, ${uuidv7()}, ${dueAt})`;
}
