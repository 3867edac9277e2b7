import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres, { type Sql } from "postgres";
import { appendDefinition } from "./append-sql.ts";

/** Serialises the migrations of processes that start together; any number that nothing else uses. */
const MIGRATION_LOCK = 4_600_001;

/** In the bundle the folder is beside it, in the sources beside this file. */
function migrationsFolder(): string {
  const found = ["./migrations", "./db/migrations"]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (!found) throw new Error("The migrations are missing from this installation; build it again.");
  return found;
}

/**
 * Brings the database to this release: schema, then the append function. Several processes may run it. Resolves to the
 * number of migrations it took; 0 if there was nothing before.
 */
export async function migrate(url: string): Promise<number> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 5 });
  try {
    await refuseOtherEncodings(sql);
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    const before = await countMigrations(sql);
    if (before > 0) await refuseUnreleased(sql);
    await runMigrations(drizzle(sql), { migrationsFolder: migrationsFolder() });
    await sql.unsafe(appendDefinition);
    return before === 0 ? 0 : (await countMigrations(sql)) - before;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** People write Unicode: another encoding refuses it, or stores it without knowing what it is. */
async function refuseOtherEncodings(sql: Sql): Promise<void> {
  const [row] = await sql<{ encoding: string; name: string }[]>`
    SELECT current_setting('server_encoding') AS encoding, current_database() AS name`;
  if (!row || row.encoding === "UTF8") return;
  throw new Error(
    `The database ${row.name} has the encoding ${row.encoding}; Squadroom needs UTF8. Create one with: CREATE DATABASE ${row.name} ENCODING 'UTF8' TEMPLATE template0`,
  );
}

/**
 * What existed before the first release changed in many steps that are no longer here; a database after the last of
 * them has its tables.
 */
async function refuseUnreleased(sql: Sql): Promise<void> {
  const [last] = await sql<{ at: string; name: string }[]>`
    SELECT max(created_at) AS at, current_database() AS name FROM drizzle.__drizzle_migrations`;
  const [first] = readMigrationFiles({ migrationsFolder: migrationsFolder() });
  if (!last || !first || Number(last.at) >= first.folderMillis) return;
  throw new Error(
    `The database ${last.name} was made by a build from before the first release. Start the last such build with it once, or start with an empty database.`,
  );
}

async function countMigrations(sql: Sql): Promise<number> {
  const [known] = await sql<{ is: boolean }[]>`
    SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is`;
  if (!known?.is) return 0;
  const [row] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM drizzle.__drizzle_migrations`;
  return row?.n ?? 0;
}
