import type { ConnectCode, Credential } from "@squadroom/core/credential/contract";
import type { NewId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { ISql, Sql } from "postgres";
import { type Act, noteAct } from "../../platform/auth/audit.ts";
import { databaseNow } from "../../platform/auth/database-time.ts";
import type { CredentialRef } from "../../platform/auth/principal.ts";
import { lockRoom } from "../../platform/auth/room-lock.ts";
import { hashSecret, newToken } from "../../platform/auth/secrets.ts";
import { insertConnectLink } from "./links.ts";

const DAY_MS = 86_400_000;
/** Most live credentials of one room. */
const LIVE_MAX = 2000;

/**
 * Makes a credential for one agent and a link that gives it; the token is not stored and cannot be shown again.
 *
 * @throws RefusalError `name_taken`, `limit_reached`
 */
export async function createCredential(
  sql: Sql,
  newId: NewId,
  wanted: {
    roomId: RoomId;
    name: string;
    roles: RoleName[];
    expiresInDays?: number | undefined;
    by: Act["by"];
  },
): Promise<{ credential: Credential; token: string; link: ConnectCode }> {
  const { roomId, name, roles, expiresInDays, by } = wanted;
  const id = newId();
  const token = newToken();
  const ttlMs = expiresInDays === undefined ? null : expiresInDays * DAY_MS;
  return await sql.begin(async (tx) => {
    await checkRoom(tx, roomId, name);
    const now = databaseNow(tx);
    const [row] = await tx<{ created_at: string | number; expires_at: string | number | null }[]>`
      insert into credentials
        (id, kind, room_id, name, roles, secret_hash, created_at, expires_at, changed_at)
      values (${id}, 'agent', ${roomId}, ${name}, ${tx.json(roles)}, ${hashSecret(token)}, ${now},
        ${now} + ${ttlMs}::bigint, ${now})
      returning created_at, expires_at`;
    await noteAct(tx, { roomId, by, act: "credential_created", subject: name, roles });
    const createdAt = Number(row?.created_at);
    const ends = row?.expires_at ?? null;
    const expiresAt = ends === null ? null : Number(ends);
    const credential = { id, name, roles, createdAt, expiresAt, revokedAt: null, seenAt: null };
    return { credential, token, link: await insertConnectLink(tx, id) };
  });
}

/**
 * Gives the agent with this name a new token in place of its old one: it stays the same agent.
 *
 * @returns the token, and what changed, for the authenticator; `null` if it no longer has a credential
 */
export async function renewToken(
  sql: Sql,
  roomId: RoomId,
  name: string,
): Promise<{ token: string; changed: CredentialRef[] } | null> {
  const token = newToken();
  const now = databaseNow(sql);
  const changed = await sql<CredentialRef[]>`
    update credentials set version = version + 1, secret_hash = ${hashSecret(token)}, changed_at = ${now}
    where room_id = ${roomId} and kind = 'agent' and name = ${name} and revoked_at is null
    returning id, version`;
  return changed.length === 0 ? null : { token, changed };
}

/** Agents are distinguished by name, in prompts too; a name is available again once its credential has ended. */
async function checkRoom(tx: ISql, roomId: RoomId, name: string): Promise<void> {
  const live = await tx<{ name: string }[]>`
    select name from credentials
    where room_id = ${roomId} and kind = 'agent' and revoked_at is null
      and (expires_at is null or expires_at > ${databaseNow(tx)})`;
  if (live.length >= LIVE_MAX) {
    throw refuse("limit_reached", `A room has up to ${LIVE_MAX} credentials; revoke some.`);
  }
  if (live.some((other) => other.name === name)) {
    throw refuse("name_taken", `An agent in this room is already called ${name}.`);
  }
}

/**
 * Ends a credential. Idempotent.
 *
 * @returns what changed, for the authenticator
 * @throws RefusalError `credential_unknown`
 */
export async function revokeCredential(
  sql: Sql,
  roomId: RoomId,
  credentialId: string,
  by: Act["by"],
): Promise<CredentialRef[]> {
  const revoked = await sql.begin(async (tx) => {
    await lockRoom(tx, roomId);
    const now = databaseNow(tx);
    const ended = await tx<(CredentialRef & { name: string; roles: string[] })[]>`
      update credentials set version = version + 1, revoked_at = ${now}, changed_at = ${now}
      where id = ${credentialId} and room_id = ${roomId} and kind = 'agent' and revoked_at is null
      returning id, version, name, roles`;
    for (const { name, roles } of ended)
      await noteAct(tx, { roomId, by, act: "credential_revoked", subject: name, roles });
    return ended.map(({ id, version }) => ({ id, version }));
  });
  if (revoked.length > 0) return revoked;
  const known = await sql`
    select 1 from credentials
    where id = ${credentialId} and room_id = ${roomId} and kind = 'agent'`;
  if (known.length > 0) return [];
  throw refuse("credential_unknown", "This room has no such credential.");
}

/** Ends all of a removed room's credentials. @returns what changed, for the authenticator */
export async function revokeRoomCredentials(sql: Sql, roomId: RoomId): Promise<CredentialRef[]> {
  const now = databaseNow(sql);
  return await sql<CredentialRef[]>`
    update credentials set version = version + 1, revoked_at = ${now}, changed_at = ${now}
    where room_id = ${roomId} and kind in ('agent', 'runner') and revoked_at is null
    returning id, version`;
}
