import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import type { PersonRole } from "@squadroom/core/kernel/route";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import postgres, { type Sql } from "postgres";
import { afterAll, onTestFinished } from "vitest";
import { newId } from "../new-id.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { createAuthenticator } from "./authenticator.ts";
import { databaseNow } from "./database-time.ts";
import type { Authenticator } from "./principal.ts";
import { hashSecret, newToken } from "./secrets.ts";
import { startSignIn } from "./sign-ins.ts";

export { newId };

/** A clock of this machine that a test can put forward. */
export function aClock() {
  let ahead = 0;
  return { now: () => Date.now() + ahead, pass: (ms: number) => (ahead += ms) };
}

const TABLES = [
  "people",
  "room_people",
  "credentials",
  "sign_in_links",
  "identities",
  "rooms",
  "room_details",
  "agent_observations",
];

/** One for the tests of a file that calls `sharesADatabase`; each gets it empty. */
let shared: Promise<{ database: TestDatabase; sql: Sql; forDrizzle: Sql }> | null = null;

async function openDatabase() {
  const database = await testDatabase();
  const client = () => postgres(database.url, { max: 4, onnotice: () => undefined });
  return { database, sql: client(), forDrizzle: client() };
}

/** Called once by each file with tests of accounts. */
export function sharesADatabase(): void {
  afterAll(async () => {
    const open = await shared;
    shared = null;
    if (!open) return;
    await Promise.all([open.sql, open.forDrizzle].map((sql) => sql.end({ timeout: 1 })));
    await open.database.drop();
  });
}

/** An empty database of the current schema. */
export async function aDatabase(): Promise<{ sql: Sql; forDrizzle: Sql }> {
  shared ??= openDatabase();
  const { sql, forDrizzle } = await shared;
  for (const table of TABLES) await sql`delete from ${sql(table)}`;
  return { sql, forDrizzle };
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
  const id = newId();
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

/** Makes a change while a commit is under way in the room; whether it waited for the commit's end. */
export async function waitsForCommit(sql: Sql, roomId: RoomId, change: () => Promise<unknown>): Promise<boolean> {
  await sql`insert into rooms (id, commit_id) values (${roomId}, ${newId()}) on conflict do nothing`;
  const { waited, changed } = await sql.begin(async (tx) => {
    await tx`select 1 from rooms where id = ${roomId} for no key update`;
    let isDone = false;
    const changed = change().finally(() => {
      isDone = true;
    });
    const waited = await eventually(async () => {
      const waiting = await sql`
        select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      if (waiting.length === 0 && !isDone) throw new Error("neither waits nor is done");
      return !isDone;
    });
    return { waited, changed: { promise: changed } };
  });
  await changed.promise;
  return waited;
}
