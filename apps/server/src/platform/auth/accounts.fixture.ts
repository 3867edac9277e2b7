import type { PersonRole } from "@squadroom/core/contract/route";
import type { NewId, PersonId, RoomId } from "@squadroom/core/kernel/ids";
import postgres, { type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { onTestFinished } from "vitest";
import { testDatabase } from "../postgres/test-database.ts";
import { createAuthenticator } from "./authenticator.ts";
import { databaseNow } from "./database-time.ts";
import type { Authenticator } from "./principal.ts";
import { hashSecret, newToken } from "./secrets.ts";
import { startSignIn } from "./sign-ins.ts";

export const newId: NewId = uuidv7;

/** A clock of this machine that a test can put forward. */
export function aClock() {
  let ahead = 0;
  return { now: () => Date.now() + ahead, pass: (ms: number) => (ahead += ms) };
}

/** A fresh database for this test. */
export async function aDatabase(): Promise<{ url: string; sql: Sql }> {
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  return { url: database.url, sql: aClient(database.url) };
}

export function aClient(url: string): Sql {
  const sql = postgres(url, { max: 4, onnotice: () => undefined });
  onTestFinished(() => sql.end({ timeout: 1 }));
  return sql;
}

/** As another process of the same server has it. */
export async function anAuthenticator(
  sql: Sql,
  more: Partial<Parameters<typeof createAuthenticator>[0]> = {},
): Promise<Authenticator> {
  const options = { sql, clock: { now: Date.now }, newId, localAdminKey: null, ...more };
  const auth = await createAuthenticator(options);
  onTestFinished(() => auth.close());
  return auth;
}

export async function insertPerson(
  sql: Sql,
  name: string,
  more: { admin?: boolean; rooms?: Record<RoomId, PersonRole> } = {},
): Promise<PersonId> {
  const id = newId() as PersonId;
  await sql`
    insert into people (id, name, admin, created_at)
    values (${id}, ${name}, ${more.admin ?? false}, ${databaseNow(sql)})`;
  for (const [roomId, role] of Object.entries(more.rooms ?? {})) {
    await sql`insert into room_people values (${roomId}, ${id}, ${role})`;
  }
  return id;
}

/** The headers of a browser in which this person is signed in. */
export async function signedIn(sql: Sql, personId: PersonId) {
  const { secret, credentialId } = await startSignIn(sql, personId, newId);
  return { credentialId, headers: { cookie: `squadroom_session=${secret}` } };
}

/** The headers of an agent with a credential of this room. */
export async function anAgentOf(sql: Sql, roomId: RoomId, more: { expiresAt?: number } = {}) {
  const credentialId = newId();
  const token = newToken();
  await sql`
    insert into credentials
      (id, kind, room_id, name, roles, secret_hash, created_at, expires_at, changed_at)
    values (${credentialId}, 'agent', ${roomId}, 'builder-1', ${sql.json(["builder"])},
      ${hashSecret(token)}, ${databaseNow(sql)}, ${more.expiresAt ?? null}, ${databaseNow(sql)})`;
  return { credentialId, headers: { authorization: `Bearer ${token}` } };
}

/** Revokes behind the back of this process, as another one does. */
export async function revokeElsewhere(sql: Sql, credentialId: string): Promise<void> {
  const now = databaseNow(sql);
  await sql`
    update credentials set version = version + 1, revoked_at = ${now}, changed_at = ${now}
    where id = ${credentialId}`;
}
