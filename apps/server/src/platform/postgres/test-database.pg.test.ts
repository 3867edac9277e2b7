import postgres from "postgres";
import { expect, inject, test } from "vitest";
import { testDatabase } from "./test-database.ts";

test("gives each caller a migrated database of its own", async () => {
  const [one, other] = await Promise.all([testDatabase(), testDatabase()]);
  const sql = postgres(one.url, { max: 1 });
  await sql`create table mine (id int)`;
  const tables = await sql`select 1 from pg_tables where schemaname = 'public'`;
  await sql.end();

  expect(tables.length).toBeGreaterThan(5);
  expect(await hasTable(other.url, "mine")).toBe(false);
  await Promise.all([one.drop(), other.drop()]);
});

test("drops its database even while someone is connected, and twice", async () => {
  const db = await testDatabase();
  const sql = postgres(db.url, { max: 1, onnotice: () => {} });
  await sql`select 1`;

  await db.drop();
  await db.drop();

  await sql.end({ timeout: 1 });
  const name = new URL(db.url).pathname.slice(1);
  const admin = postgres(inject("testPostgres").url, { max: 1 });
  expect(await admin`select 1 from pg_database where datname = ${name}`).toHaveLength(0);
  await admin.end();
});

async function hasTable(url: string, table: string): Promise<boolean> {
  const sql = postgres(url, { max: 1 });
  const found = await sql`select 1 from pg_tables where tablename = ${table}`;
  await sql.end();
  return found.length > 0;
}
