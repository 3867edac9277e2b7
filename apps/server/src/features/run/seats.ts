import type { AgentId, NewId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RunnerId } from "@squadroom/core/run/run";
import type { ISql, Sql } from "postgres";
import { type Act, noteAct } from "../../platform/auth/audit.ts";
import { databaseNow } from "../../platform/auth/database-time.ts";
import type { CredentialRef } from "../../platform/auth/principal.ts";
import { lockRoom } from "../../platform/auth/room-lock.ts";
import { hashSecret, newToken } from "../../platform/auth/secrets.ts";
import { insertConnectLink } from "../credential/index.ts";

/** Most agents of one runner in one role. */
const AGENTS_MAX = 64;

/**
 * Makes a runner's credential and a link that gives it.
 *
 * @throws RefusalError `name_taken`
 */
export async function createRunner(
  sql: Sql,
  newId: NewId,
  { roomId, name, by }: { roomId: RoomId; name: string; by: Act["by"] },
) {
  const id = newId() as string as RunnerId;
  const token = newToken();
  return await sql.begin(async (tx) => {
    await lockRoom(tx, roomId);
    const now = databaseNow(tx);
    const [same] = await tx`
      select 1 from credentials
      where room_id = ${roomId} and kind = 'runner' and name = ${name} and revoked_at is null`;
    if (same) throw refuse("name_taken", `A runner in this room is already called ${name}.`);
    await tx`
      insert into credentials (id, kind, room_id, name, roles, secret_hash, created_at, changed_at)
      values (${id}, 'runner', ${roomId}, ${name}, '[]', ${hashSecret(token)}, ${now}, ${now})`;
    await noteAct(tx, { roomId, by, act: "credential_created", subject: name, roles: [] });
    return { runnerId: id, name, token, link: await insertConnectLink(tx, id) };
  });
}

/** Ends a runner's credential, and those of its agents. @returns what changed, for the authenticator */
export async function revokeRunner(
  sql: Sql,
  roomId: RoomId,
  runnerId: string,
  by: Act["by"],
): Promise<{ changed: CredentialRef[]; agents: AgentId[] }> {
  return await sql.begin(async (tx) => {
    await lockRoom(tx, roomId);
    const now = databaseNow(tx);
    const ended = await tx<(CredentialRef & { kind: string; name: string })[]>`
      update credentials set version = version + 1, revoked_at = ${now}, changed_at = ${now}
      where room_id = ${roomId} and revoked_at is null
        and ((id = ${runnerId} and kind = 'runner') or runner_id = ${runnerId})
      returning id, version, kind, name`;
    const runner = ended.find(({ kind }) => kind === "runner");
    if (runner) await noteAct(tx, { roomId, by, act: "credential_revoked", subject: runner.name, roles: [] });
    return {
      changed: ended.map(({ id, version }) => ({ id, version })),
      agents: ended.flatMap(({ id, kind }) => (kind === "agent" ? [id as AgentId] : [])),
    };
  });
}

/**
 * An agent of this runner for a role: the requested one, otherwise one as whom nobody works, otherwise a new one. It
 * has no access before it has a token.
 *
 * @param busy agents whose runs are not over
 * @throws RefusalError `limit_reached`
 */
export async function seatFor(
  sql: Sql,
  newId: NewId,
  {
    roomId,
    runnerId,
    role,
    wanted,
    busy,
  }: {
    roomId: RoomId;
    runnerId: RunnerId;
    role: RoleName;
    wanted: AgentId | null;
    busy: ReadonlySet<string>;
  },
): Promise<{ agentId: AgentId; name: string }> {
  return await sql.begin(async (tx) => {
    await lockRoom(tx, roomId);
    const mine = await tx<{ id: AgentId; name: string; roles: RoleName[] }[]>`
      select id, name, roles from credentials
      where room_id = ${roomId} and runner_id = ${runnerId} and revoked_at is null order by id`;
    const ofRole = mine.filter(({ roles }) => roles.includes(role));
    const free = ofRole.filter(({ id }) => !busy.has(id));
    const seat = free.find(({ id }) => id === wanted) ?? free[0];
    if (seat) return { agentId: seat.id, name: seat.name };
    if (ofRole.length >= AGENTS_MAX)
      throw refuse("limit_reached", `A runner has up to ${AGENTS_MAX} agents of a role.`);
    const now = databaseNow(tx);
    const id = newId() as AgentId;
    const name = await freeName(tx, roomId, role);
    await tx`
      insert into credentials
        (id, kind, room_id, name, roles, secret_hash, runner_id, created_at, changed_at)
      values (${id}, 'agent', ${roomId}, ${name}, ${tx.json([role])}, ${hashSecret(newToken())},
        ${runnerId}, ${now}, ${now})`;
    return { agentId: id, name };
  });
}

/** A new token for the agent of a run; the one before it no longer works. */
export async function newSeatToken(
  sql: Sql,
  roomId: RoomId,
  agentId: AgentId,
): Promise<{ token: string; changed: CredentialRef[] }> {
  const token = newToken();
  return await sql.begin(async (tx) => {
    await lockRoom(tx, roomId);
    const changed = await tx<CredentialRef[]>`
      update credentials
      set version = version + 1, secret_hash = ${hashSecret(token)}, changed_at = ${databaseNow(tx)}
      where id = ${agentId} and revoked_at is null returning id, version`;
    return { token, changed };
  });
}

/** `builder-1`, or the first name that nobody has. */
async function freeName(tx: ISql, roomId: RoomId, role: RoleName): Promise<string> {
  const rows = await tx<{ name: string }[]>`
    select name from credentials
    where room_id = ${roomId} and kind = 'agent' and revoked_at is null`;
  const taken = new Set(rows.map(({ name }) => name));
  for (let n = 1; ; n++) if (!taken.has(`${role}-${n}`)) return `${role}-${n}`;
}
