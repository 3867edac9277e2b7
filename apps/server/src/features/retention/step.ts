import type { RoomId, SessionId } from "@squadroom/core/kernel/ids";
import type { Remains } from "@squadroom/core/retention/scrub";
import type { ISql, Sql } from "postgres";
import type { Forget } from "../../platform/room/retention.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import { type Act, dueIn, roomsWithDue, type Seen } from "./queries.ts";

/** Most sessions of one room that one command archives, or whose texts it takes. */
const SESSIONS_PER_STEP: Record<Act, number> = { archive: 100, delete: 20 };
/** How often somebody else may be faster: the next step finds what is left. */
const TRIES_MAX = 5;

type Tools = { sql: Sql; rooms: Rooms };

/** The outcome of one command: the sessions, or that something has changed since they were read. */
type Done = { ids: SessionId[]; isStale: boolean } | null;

const ACTS: Record<
  Act,
  (tools: Tools, roomId: RoomId, seen: Seen<Awaited<ReturnType<typeof dueIn>>["kept"]>) => Promise<Done>
> = {
  async archive({ rooms }, roomId, seen) {
    const answer = await rooms.execute(roomId, { type: "retainSessions", ...seen });
    return answer.ok ? { ids: answer.reply.archived, isStale: answer.reply.isStale } : null;
  },
  async delete({ sql, rooms }, roomId, seen) {
    const answer = await rooms.erase(roomId, {
      command: { type: "deleteSessions", ...seen },
      promoted: await promotedIn(sql, roomId),
      forget: (tx, remains) => forgetRemains(tx, roomId, remains),
    });
    return answer.ok ? { ids: answer.reply.deleted, isStale: answer.reply.isStale } : null;
  },
};

/**
 * Archives, or deletes, what is due in a room by the database's clock. The room itself decides: what was read says what
 * may be due, and counts only while nothing has changed since. Any process may do this, even several at once.
 */
export async function retainIn(tools: Tools, roomId: RoomId, act: Act, now: number): Promise<SessionId[]> {
  const all: SessionId[] = [];
  for (let tried = 0; tried < TRIES_MAX; ) {
    const seen = await dueIn(tools.sql, roomId, act, now, SESSIONS_PER_STEP[act]);
    if (seen.kept.length === 0) break;
    const done = await ACTS[act](tools, roomId, seen);
    if (!done) break;
    all.push(...done.ids);
    if (done.isStale) tried++;
    else if (done.ids.length === 0) break;
  }
  return all;
}

/** The same for all rooms, some at each step of the server's upkeep. */
export const forgetSessions =
  (tools: Tools): Forget =>
  async (rooms, now) => {
    for (const act of ["archive", "delete"] as const)
      for (const roomId of await roomsWithDue(tools.sql, rooms, act, now)) await retainIn(tools, roomId, act, now);
  };

/** Entries of wisdom that a person made the room's: they outlive the session from which they come. */
async function promotedIn(sql: Sql, roomId: RoomId): Promise<number[]> {
  const rows = await sql<{ id: number }[]>`
    SELECT id FROM wisdom WHERE room_id = ${roomId} AND promoted IS NOT NULL`;
  return rows.map(({ id }) => id);
}

/** What is kept of sessions outside the log and the tables made from it: files, what runs said, replies, deliveries. */
async function forgetRemains(tx: ISql, roomId: RoomId, remains: Remains): Promise<void> {
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
