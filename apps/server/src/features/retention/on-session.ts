import type { PersonCaller } from "@squadroom/core/kernel/actor";
import type { Command } from "@squadroom/core/kernel/command";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { KeptSession } from "@squadroom/core/retention/periods";
import type { Sql } from "postgres";
import { partOfKey } from "../../platform/http/idempotency.ts";
import type { Call } from "../../platform/http/route.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import { personCaller, roomOf, run } from "../agent/index.ts";
import { readKept } from "./queries.ts";

type OnOne = Extract<Command, { type: "holdSession" | "releaseSession" | "restoreSession" }>;
type OfSession = Pick<Call<never>, "principal" | "connection" | "epoch" | "roomId" | "key"> & {
  params: { sessionId: number };
};

/** Others may be faster: then it is read again. */
const TRIES_MAX = 5;

/**
 * What a person does with one ended session, as the tables have it: the room accepts it only if nothing has changed
 * since. Each try has a key of its own, the same ones when the request is repeated.
 */
export async function onSession(
  { sql, rooms }: { sql: Sql; rooms: Rooms },
  call: OfSession,
  commandOf: (seen: { by: PersonCaller; kept: KeptSession; seenSeq: number }) => OnOne,
): Promise<{ sessionId: number; seq: number }> {
  const { sessionId } = call.params;
  for (let tried = 0; tried < TRIES_MAX; tried++) {
    const { kept, seenSeq } = await readKept(sql, roomOf(call), sessionId);
    if (!kept) {
      const message = `The room has no ended session ${sessionId}.`;
      throw refuse("session_unknown", message, { sessionId });
    }
    if (kept.state === "deleted") {
      const message = `Session ${sessionId} was deleted. Nothing can bring it back.`;
      throw refuse("session_unknown", message, { sessionId });
    }
    const key = call.key && tried > 0 ? partOfKey(call.key, `again ${tried}`) : call.key;
    const command = commandOf({ by: personCaller(call), kept, seenSeq });
    const { isStale, seq } = await run(rooms, { ...call, key }, command);
    if (!isStale) return { sessionId, seq };
  }
  const message = "Others change what is kept in this room just now. Nothing was done; try again.";
  throw refuse("overloaded", message, { sessionId });
}
