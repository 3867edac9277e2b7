import type { RoomId } from "@squadroom/core/kernel/ids";
import type { SessionId } from "@squadroom/core/session/record/session";
import type { Sql } from "postgres";
import type { Forget } from "../../platform/room/retention.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import { dueIn, roomsWithDue } from "./queries.ts";

/** Sessions of one room that one command archives. */
const SESSIONS_PER_STEP = 100;
/** Somebody else was faster so often: the next step finds what is left. */
const TRIES_MAX = 5;

/**
 * Archives what is due in a room by the database's clock. The room itself decides: what was read says what may be due,
 * and counts only while nothing changed since. Any process may do this, also several at once.
 */
export async function retainIn(
  { sql, rooms }: { sql: Sql; rooms: Rooms },
  roomId: RoomId,
  now: number,
): Promise<SessionId[]> {
  const done: SessionId[] = [];
  for (let tried = 0; tried < TRIES_MAX; ) {
    const { kept, seenSeq } = await dueIn(sql, roomId, now, SESSIONS_PER_STEP);
    if (kept.length === 0) break;
    const answer = await rooms.execute(roomId, { type: "retainSessions", kept, seenSeq });
    if (!answer.ok) break;
    const { archived, isStale } = answer.reply;
    done.push(...archived);
    if (isStale) tried++;
    else if (archived.length === 0) break;
  }
  return done;
}

/** The same for all rooms, some at each step of the server's upkeep. */
export const forgetSessions =
  (tools: { sql: Sql; rooms: Rooms }): Forget =>
  async (rooms, now) => {
    for (const roomId of await roomsWithDue(tools.sql, rooms, now))
      await retainIn(tools, roomId, now);
  };
