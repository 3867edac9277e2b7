import type { AgentId, PersonId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import type { PersonRole } from "@squadroom/core/kernel/route";
import type { TokenScope } from "@squadroom/core/people/token-contract";
import type { RunnerId } from "@squadroom/core/run/run";
import type { Sql } from "postgres";
import { databaseNow } from "./database-time.ts";
import type { CredentialRef, Principal } from "./principal.ts";
import { hashSecret } from "./secrets.ts";

interface Row {
  id: string;
  kind: "agent" | "runner" | "sign_in" | "access_token";
  scope: TokenScope | null;
  version: number;
  name: string;
  roles: RoleName[];
  /** Postgres's bigint: text, unless the client was told otherwise. */
  expires_at: string | number | null;
  room_id: RoomId | null;
  person_id: PersonId | null;
  person_name: string | null;
  admin: boolean | null;
  has_password: boolean;
  rooms: Record<RoomId, PersonRole> | null;
}

export interface Found {
  principal: Principal;
  /** Epoch ms; infinite if it lives until it is revoked. */
  expiresAt: number;
}

/** The live credential with this secret; one statement, so that all of it is of one moment. */
export async function lookUp(sql: Sql, secret: string): Promise<Found | null> {
  const [row] = await sql<Row[]>`
    select c.id, c.kind, c.scope, c.version, c.name, c.roles, c.expires_at, c.room_id, c.person_id,
      p.name as person_name, p.admin, p.password_hash is not null as has_password,
      (select json_object_agg(r.room_id, r.role) from room_people r
        where r.person_id = c.person_id) as rooms
    from credentials c left join people p on p.id = c.person_id
    where c.secret_hash = ${hashSecret(secret)} and c.revoked_at is null
      and p.deactivated_at is null
      and (c.expires_at is null or c.expires_at > ${databaseNow(sql)})`;
  const principal = row && principalOf(row);
  if (!principal) return null;
  return { principal, expiresAt: row.expires_at === null ? Infinity : Number(row.expires_at) };
}

function principalOf(row: Row): Principal | null {
  const credential = { id: row.id, version: row.version };
  if (row.kind === "agent" || row.kind === "runner") {
    if (row.room_id === null) return null;
    const { name, room_id: roomId, roles } = row;
    if (row.kind === "runner") return { kind: "runner", id: row.id as RunnerId, name, roomId, credential };
    return { kind: "agent", id: row.id as AgentId, name, roomId, roles, credential };
  }
  if (row.person_id === null || row.person_name === null) return null;
  return {
    kind: "person",
    id: row.person_id,
    name: row.person_name,
    admin: row.admin === true,
    hasPassword: row.has_password,
    token: row.kind === "access_token" ? (row.scope ?? "read") : null,
    credential,
    rooms: new Map(Object.entries(row.rooms ?? {}) as [RoomId, PersonRole][]),
  };
}

/** The database's time, and the credentials that changed after `since`. */
export async function readChanges(sql: Sql, since: number): Promise<{ now: number; changed: CredentialRef[] }> {
  const rows = await sql<{ now: string | number; id: string | null; version: number }[]>`
    select ${databaseNow(sql)} as now, c.id, c.version
    from (select 1) always left join credentials c on c.changed_at > ${since}`;
  const [first] = rows;
  if (!first) throw new Error("the database answered nothing");
  return {
    now: Number(first.now),
    changed: rows.flatMap(({ id, version }) => (id === null ? [] : [{ id, version }])),
  };
}
