import { randomUUID } from "node:crypto";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { migrate } from "./migrate.ts";

const name = `ascii_${randomUUID().slice(0, 8)}`;
let admin: Sql;

beforeAll(async () => {
  admin = postgres(inject("testPostgres").url, { max: 1, onnotice: () => undefined });
  await admin.unsafe(`create database ${name} encoding 'SQL_ASCII' lc_collate 'C' lc_ctype 'C' template template0`);
});
afterAll(async () => {
  await admin.unsafe(`drop database if exists ${name} with (force)`);
  await admin.end({ timeout: 5 });
});

test("a database that keeps text without knowing its encoding is refused untouched", async () => {
  const url = new URL(inject("testPostgres").url);
  url.pathname = name;

  await expect(migrate(url.href)).rejects.toThrow(
    new RegExp(`${name} has the encoding SQL_ASCII; Squadroom needs UTF8`),
  );

  const sql = postgres(url.href, { max: 1 });
  const [row] = await sql<{ n: number }[]>`
    select count(*)::int as n from pg_class where relnamespace = 'public'::regnamespace`;
  await sql.end({ timeout: 5 });
  expect(row?.n).toBe(0);
});

describe("a database from before the first release", () => {
  const old = `old_${randomUUID().slice(0, 8)}`;
  let sql: Sql;
  beforeAll(async () => {
    const url = new URL(inject("testPostgres").url);
    await admin.unsafe(`create database ${old} template ${inject("testPostgres").template}`);
    url.pathname = old;
    sql = postgres(url.href, { max: 1, onnotice: () => undefined });
  });
  afterAll(async () => {
    await sql.end({ timeout: 5 });
    await admin.unsafe(`drop database if exists ${old} with (force)`);
  });
  const start = () => migrate(`${new URL(old, inject("testPostgres").url)}`);

  test("goes on where its last build left it", async () => {
    await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('an earlier step', 1)`;
    expect(await start()).toBe(0);
  });

  test("is refused untouched where that build wasn't the last", async () => {
    await sql`update drizzle.__drizzle_migrations set created_at = 1`;
    await expect(start()).rejects.toThrow(/made by a build from before the first release/);
    expect(await sql`select created_at from drizzle.__drizzle_migrations`).toMatchObject([
      { created_at: "1" },
      { created_at: "1" },
    ]);
  });
});
