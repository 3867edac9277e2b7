import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** A fresh database of the current schema, cloned from the template of this test run. */
export async function testDatabase(): Promise<TestDatabase> {
  const { url, template } = inject("testPostgres");
  // The template's name comes first, so that the end of the run finds what a test did not drop.
  const name = `${template}_${randomUUID().slice(0, 13)}`;
  await withAdmin(url, (sql) => sql`create database ${sql(name)} template ${sql(template)}`);
  const own = new URL(url);
  own.pathname = name;
  return {
    url: own.href,
    drop: () => withAdmin(url, (sql) => sql`drop database if exists ${sql(name)} with (force)`),
  };
}

async function withAdmin(url: string, run: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice() {} });
  try {
    await run(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
