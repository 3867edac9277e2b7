import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Remains } from "@squadroom/core/retention/scrub";
import type { ISql, Sql } from "postgres";

/** Entries of wisdom that a person made the room's: they outlive the session from which they come. */
export async function promotedIn(sql: Sql, roomId: RoomId): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    SELECT id FROM wisdom WHERE room_id = ${roomId} AND promoted IS NOT NULL`;
  return rows.map(({ id }) => id);
}

/** What is kept of sessions outside the log and the tables made from it: files, what runs said, replies, deliveries. */
export async function forgetRemains(tx: ISql, roomId: RoomId, remains: Remains): Promise<void> {
  const runs = [...remains.runs];
  const seqs = [...remains.seqs];
  const branches = [...remains.keys, ...remains.tasks];
  await tx`
    DELETE FROM attachments WHERE room_id = ${roomId} AND id = ANY(${[...remains.attachments]}::uuid[])`;
  await tx`DELETE FROM run_output WHERE room_id = ${roomId} AND run_id = ANY(${runs}::int[])`;
  await tx`DELETE FROM run_changes WHERE room_id = ${roomId} AND run_id = ANY(${runs}::int[])`;
  await tx`DELETE FROM run_touches WHERE room_id = ${roomId} AND run_id = ANY(${runs}::int[])`;
  await tx`DELETE FROM branch_changes WHERE room_id = ${roomId} AND key = ANY(${branches}::text[])`;
  await tx`DELETE FROM webhook_deliveries WHERE room_id = ${roomId} AND seq = ANY(${seqs}::bigint[])`;
  // Replies from before they were archived: longer ago than any key counts.
  await tx`DELETE FROM command_keys WHERE room_id = ${roomId} AND seq <= ${Math.max(0, ...seqs)}`;
}
