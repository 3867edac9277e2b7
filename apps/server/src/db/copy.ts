import { pipeline } from "node:stream/promises";
import postgres, { type Sql, type TransactionSql } from "postgres";
import { migrate } from "./migrate.ts";

/** Tables about processes that live now, not about the data. */
const NOT_DATA = ["server_processes"];

/** Tables and how many rows each had. */
export type Copied = { table: string; rows: number }[];

/**
 * Copies all data from one database into another that has none, such as from the embedded one to one of your own, of
 * another
 * version too. No server may run on either.
 *
 * @throws an Error that says what is in the way; then the other database is unchanged, except for its tables
 */
export async function copyDatabase(from: string, to: string): Promise<Copied> {
  for (const url of [from, to]) await migrate(url);
  const options = { max: 1, onnotice: () => undefined, connect_timeout: 5 };
  const [source, target] = [postgres(from, options), postgres(to, options)];
  try {
    await refuseLiving(source, "from");
    await refuseLiving(target, "to");
    return await source.begin("ISOLATION LEVEL REPEATABLE READ READ ONLY", (reading) =>
      target.begin((writing) => copyAll(reading, writing)),
    );
  } finally {
    await Promise.all([source.end({ timeout: 5 }), target.end({ timeout: 5 })]);
  }
}

async function refuseLiving(sql: Sql, side: "from" | "to"): Promise<void> {
  const rows = await sql<{ address: string }[]>`
    SELECT address FROM server_processes
    WHERE seen_at > extract(epoch FROM clock_timestamp()) * 1000 - 5000`;
  if (rows.length === 0) return;
  throw new Error(
    `A server still runs on the database to copy ${side} (${rows.map(({ address }) => address).join(", ")}). Stop it, wait five seconds, and copy again.`,
  );
}

async function copyAll(source: TransactionSql, target: TransactionSql): Promise<Copied> {
  const tables = await source<{ table: string; columns: string[] }[]>`
    SELECT c.table_name AS table, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
    FROM information_schema.columns c JOIN pg_tables t ON t.tablename = c.table_name
    WHERE c.table_schema = 'public' AND t.schemaname = 'public'
    GROUP BY c.table_name ORDER BY c.table_name`;
  const data = tables.filter(({ table }) => !NOT_DATA.includes(table));
  for (const { table } of data) {
    const [found] = await target`SELECT 1 FROM ${target(table)} LIMIT 1`;
    if (found)
      throw new Error(
        `The target database already has data, in ${table}. Copy into a new one: CREATE DATABASE squadroom ENCODING 'UTF8' TEMPLATE template0`,
      );
  }
  const copied: Copied = [];
  for (const { table, columns } of data) {
    const out = source`COPY ${source(table)} (${source(columns)}) TO STDOUT`;
    const into = target`COPY ${target(table)} (${target(columns)}) FROM STDIN`;
    const rows = await out.readable();
    await pipeline(rows, await into.writable());
    // The driver pauses the connection if rows come faster than they go, and leaves it paused if those were the last
    // ones.
    rows._read(0);
    const [count] = await target<{ rows: number }[]>`
      SELECT count(*)::float8 AS rows FROM ${target(table)}`;
    copied.push({ table, rows: count?.rows ?? 0 });
  }
  return copied;
}
