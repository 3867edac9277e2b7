import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../platform/postgres/test-database.ts";
import { columnsOf } from "./append-sql.ts";
import { projected } from "./projected.ts";

/** Tables beside the rooms' own data: small, plain, with plain transactions. */
const PLAIN = [
  "connect_links",
  "credentials",
  "identities",
  "mail_addresses",
  "mails",
  "people",
  "person_visits",
  "prices",
  "room_names",
  "server_audit",
  "server_history",
  "server_processes",
  "server_secrets",
  "sign_in_links",
];
/** What the room's own row is called by: every other table of room data calls it `room_id`. */
const ROOMS = "rooms";

let db: TestDatabase;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = postgres(db.url, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await db.drop();
});

async function tables(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') ORDER BY 1`;
  return rows.map(({ name }) => name);
}

/** Every unique index with its columns in order; a primary key is one. */
async function uniqueIndexes(): Promise<{ table: string; index: string; isPrimary: boolean; columns: string[] }[]> {
  return sql`
    SELECT c.relname AS table, i.relname AS index, x.indisprimary AS "isPrimary",
      ARRAY(SELECT a.attname::text FROM unnest(x.indkey) WITH ORDINALITY k(n, place)
        LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.n ORDER BY place) AS columns
    FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
    WHERE c.relnamespace = 'public'::regnamespace AND x.indisunique`;
}

const isRoomData = (table: string) => !PLAIN.includes(table);
const leadOf = (table: string) => (table === ROOMS ? "id" : "room_id");

test("every table is room data or in the list of plain ones", async () => {
  const names = await tables();

  expect(names.filter((name) => PLAIN.includes(name))).toEqual(PLAIN);
  expect(names.length).toBeGreaterThan(PLAIN.length);
  for (const table of Object.values(projected)) expect(isRoomData(columnsOf(table).name)).toBe(true);
});

test("the room leads every primary key of room data", async () => {
  const primary = new Map(
    (await uniqueIndexes()).filter(({ isPrimary }) => isPrimary).map(({ table, columns }) => [table, columns]),
  );
  const names = (await tables()).filter(isRoomData);

  expect(names.map((name) => [name, primary.get(name)?.[0]])).toEqual(names.map((name) => [name, leadOf(name)]));
});

test("the room leads every unique index of room data", async () => {
  const indexes = (await uniqueIndexes()).filter(({ table }) => isRoomData(table));
  const others = indexes.filter(({ table, columns }) => columns[0] !== leadOf(table));

  expect(indexes.length).toBeGreaterThan(5);
  expect(others).toEqual([]);
});

test("the room leads every foreign key of room data, and nothing else points into it", async () => {
  const keys = await sql<{ name: string; from: string; to: string; columns: string[] }[]>`
    SELECT k.conname AS name, f.relname AS from, t.relname AS to,
      ARRAY(SELECT a.attname::text FROM unnest(k.conkey) WITH ORDINALITY c(n, place)
        JOIN pg_attribute a ON a.attrelid = f.oid AND a.attnum = c.n ORDER BY place) AS columns
    FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
    WHERE k.contype = 'f' AND f.relnamespace = 'public'::regnamespace`;
  const wrong = keys.filter(({ from, to, columns }) => {
    if (!isRoomData(from) && !isRoomData(to)) return false;
    return isRoomData(from) !== isRoomData(to) || columns[0] !== leadOf(from);
  });

  expect(wrong).toEqual([]);
});

test("room_id is always there: no row of room data is without a room", async () => {
  const nullable = await sql`
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'room_id' AND is_nullable = 'YES'
      AND table_name <> ALL(${PLAIN}::text[])`;

  expect(nullable).toEqual([]);
});

test("nothing counts over all rooms: no sequence, no identity, no trigger", async () => {
  const sequences =
    await sql`SELECT relname FROM pg_class WHERE relkind = 'S' AND relnamespace = 'public'::regnamespace`;
  const identities = await sql`
    SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = 'public' AND (is_identity = 'YES' OR column_default LIKE 'nextval%')`;
  const triggers = await sql`
    SELECT tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    WHERE c.relnamespace = 'public'::regnamespace AND NOT tgisinternal`;

  expect([...sequences, ...identities, ...triggers]).toEqual([]);
});
