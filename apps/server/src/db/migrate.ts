import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { drizzle } from "drizzle-orm/postgres-js";
import { migrate as runMigrations } from "drizzle-orm/postgres-js/migrator";
import postgres from "postgres";
import { appendDefinition } from "./append-sql.ts";

/** Serialises the migrations of processes that start together; any number that nothing else uses. */
const MIGRATION_LOCK = 4_600_001;

/** In the bundle the folder stands beside it, in the sources beside this file. */
function migrationsFolder(): string {
  const found = ["./migrations", "./db/migrations"]
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path));
  if (!found) throw new Error("The migrations are missing from this installation; build it again.");
  return found;
}

/** Brings the database to this release: schema, then the append function. Safe to run by several processes. */
export async function migrate(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK})`;
    await runMigrations(drizzle(sql), { migrationsFolder: migrationsFolder() });
    await sql.unsafe(appendDefinition);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
