import type { RoomId } from "@squadroom/core/kernel/ids";
import type { ISql } from "postgres";
import { uuidv7 } from "uuidv7";
import { databaseNow } from "./database-time.ts";

export interface Act {
  roomId: RoomId;
  /** `null`: the server itself, for a demo. */
  by: { id: string; name: string } | null;
  act: "person_set" | "person_removed" | "credential_created" | "credential_revoked";
  /** The person's or agent's name. */
  subject: string;
  roles: readonly string[];
}

/** Written in the transaction of what it tells. */
export async function noteAct(tx: ISql, { roomId, by, act, subject, roles }: Act): Promise<void> {
  await tx`
    insert into room_audit (room_id, id, at, by_id, by_name, act, subject, roles)
    values (${roomId}, ${uuidv7()}, ${databaseNow(tx)}, ${by?.id ?? null}, ${by?.name ?? null}, ${act},
      ${subject}, ${tx.json([...roles])})`;
}
