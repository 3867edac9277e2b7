import type { CredentialAct, ServerAct, ServerActDetails } from "@squadroom/core/audit/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { ISql } from "postgres";
import { uuidv7 } from "uuidv7";
import { databaseNow } from "./database-time.ts";

export interface By {
  id: string;
  name: string;
}

export interface Act {
  roomId: RoomId;
  /** `null`: the server itself, for a demo, or whoever used a connect link. */
  by: By | null;
  act: "person_set" | "person_removed" | CredentialAct;
  /** The person's or agent's name. */
  subject: string;
  roles: readonly string[];
  /** Where a stranger came from. */
  address?: string;
}

/** Records an act on a room's people and credentials, in the server's audit too. Written in that act's transaction. */
export async function noteAct(tx: ISql, { roomId, by, act, subject, roles, ...more }: Act): Promise<void> {
  await tx`
    insert into room_audit (room_id, id, at, by_id, by_name, act, subject, roles)
    values (${roomId}, ${uuidv7()}, ${databaseNow(tx)}, ${by?.id ?? null}, ${by?.name ?? null}, ${act},
      ${subject}, ${tx.json([...roles])})`;
  await noteServerAct(tx, { by, act, subject, roomId, details: { roles: [...roles], ...more } });
}

export interface OnServer {
  /** `null`: the server itself, or nobody it knows. */
  by: By | null;
  act: ServerAct;
  subject?: string | null;
  roomId?: RoomId | null;
  details?: ServerActDetails;
}

/** Records an act on the server itself. Written in that act's transaction. */
export async function noteServerAct(tx: ISql, one: OnServer): Promise<void> {
  const { by, act, subject = null, roomId = null, details = {} } = one;
  await tx`
    insert into server_audit (id, at, by_id, by_name, act, subject, room_id, details)
    values (${uuidv7()}, ${databaseNow(tx)}, ${by?.id ?? null}, ${by?.name ?? null}, ${act},
      ${subject}, ${roomId}, ${tx.json({ ...details })})`;
}
