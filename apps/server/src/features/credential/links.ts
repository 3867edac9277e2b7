import type { ConnectCode } from "@squadroom/core/credential/contract";
import type { AgentId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { ISql, Sql } from "postgres";
import { type Act, noteAct } from "../../platform/auth/audit.ts";
import { databaseNow } from "../../platform/auth/database-time.ts";
import type { CredentialRef } from "../../platform/auth/principal.ts";
import { hashSecret, newCode, newToken } from "../../platform/auth/secrets.ts";

/** Long enough to walk to another machine, ms. */
const LINK_MS = 3_600_000;
/** How long an ended link is told apart from one that never existed, ms. */
const KEPT_MS = 7 * 86_400_000;

/** A link for this credential, in the caller's transaction; earlier ones expire. The table has only its hash. */
export async function insertConnectLink(tx: ISql, credentialId: string): Promise<ConnectCode> {
  const code = newCode();
  const now = databaseNow(tx);
  await tx`delete from connect_links where expires_at < ${now} - ${KEPT_MS}`;
  await tx`
    update connect_links set expires_at = ${now}
    where credential_id = ${credentialId} and used_at is null and expires_at > ${now}`;
  const [row] = await tx<{ expires_at: string | number }[]>`
    insert into connect_links (code_hash, credential_id, created_at, expires_at)
    values (${hashSecret(code)}, ${credentialId}, ${now}, ${now} + ${LINK_MS}) returning expires_at`;
  return { code, expiresAt: Number(row?.expires_at) };
}

/**
 * Another link for an agent that has a credential.
 *
 * @throws RefusalError `credential_unknown`
 */
export async function makeConnectLink(
  sql: Sql,
  roomId: RoomId,
  credentialId: string,
  by: Act["by"],
): Promise<ConnectCode> {
  return await sql.begin(async (tx) => {
    const now = databaseNow(tx);
    const [found] = await tx<{ name: string; roles: RoleName[] }[]>`
      select name, roles from credentials
      where id = ${credentialId} and room_id = ${roomId} and kind = 'agent' and revoked_at is null
        and (expires_at is null or expires_at > ${now})
      for update`;
    if (!found) throw refuse("credential_unknown", "This room has no such live credential.");
    const { name: subject, roles } = found;
    await noteAct(tx, { roomId, by, act: "credential_linked", subject, roles });
    return await insertConnectLink(tx, credentialId);
  });
}

export interface Linked {
  agentId: AgentId;
  name: string;
  roles: RoleName[];
  room: { id: RoomId; name: string };
  expiresAt: number;
}

interface LinkedRow {
  id: AgentId;
  name: string;
  roles: RoleName[];
  room_id: RoomId;
  room: string;
  isLive: boolean;
  expires_at: string | number;
  used_at: string | number | null;
  now: string | number;
}

/**
 * Whose seat the link gives; asking doesn't use it up.
 *
 * @throws RefusalError `connect_link_used`, `connect_link_expired`, `connect_link_unknown`
 */
export async function lookAtConnectLink(sql: ISql, code: string): Promise<Linked> {
  const now = databaseNow(sql);
  const [row] = await sql<LinkedRow[]>`
    select c.id, c.name, c.roles, c.room_id, coalesce(r.name, '') as room,
      c.revoked_at is null and (c.expires_at is null or c.expires_at > ${now}) as "isLive",
      l.expires_at, l.used_at, ${now} as now
    from connect_links l join credentials c on c.id = l.credential_id
      left join room_details r on r.room_id = c.room_id
    where l.code_hash = ${hashSecret(code.toLowerCase())}`;
  if (!row) throw refuse("connect_link_unknown", "There is no such connect link.");
  const { id, name, roles, room_id, room, isLive } = row;
  if (row.used_at !== null) throw refuse("connect_link_used", `This connect link for ${name} was already used.`);
  const expiresAt = Number(row.expires_at);
  if (!isLive || expiresAt <= Number(row.now)) {
    const what = isLive ? `This connect link for ${name}` : `The credential of ${name}`;
    throw refuse("connect_link_expired", `${what} ${isLive ? "has expired" : "has ended"}.`);
  }
  return { agentId: id, name, roles, room: { id: room_id, name: room }, expiresAt };
}

/**
 * Uses the link up: of two machines at once, one gets the agent's new token, and its old one ends.
 *
 * @returns what changed, for the authenticator
 * @throws RefusalError as `lookAtConnectLink`
 */
export async function redeemConnectLink(
  sql: Sql,
  code: string,
  address: string,
): Promise<{ seat: Omit<Linked, "expiresAt"> & { token: string }; changed: CredentialRef[] }> {
  const token = newToken();
  const hash = hashSecret(code.toLowerCase());
  return await sql.begin(async (tx) => {
    const now = databaseNow(tx);
    // The credential before the link, in the same order as whoever makes another: then neither waits for the other.
    await tx`
      select 1 from credentials
      where id = (select credential_id from connect_links where code_hash = ${hash}) for update`;
    const { expiresAt: _, ...seat } = await lookAtConnectLink(tx, code);
    await tx`update connect_links set used_at = ${now} where code_hash = ${hash}`;
    const changed = await tx<CredentialRef[]>`
      update credentials set version = version + 1, secret_hash = ${hashSecret(token)}, changed_at = ${now}
      where id = ${seat.agentId} returning id, version`;
    const { name: subject, roles, room } = seat;
    const act = "credential_connected";
    await noteAct(tx, { roomId: room.id, by: null, act, subject, roles, address });
    return { seat: { ...seat, token }, changed };
  });
}
