import type { Sql } from "postgres";
import { table } from "./figure.ts";

export interface Sizes {
  /** Of all tables of the database with their indexes. */
  bytes: number;
  /** For people: the largest tables and indexes, by event. */
  shown: string;
}

const SHOWN = 24;
/** Below it nobody looks, bytes an event. */
const SHOWN_FROM = 3;

/** What the tables of a database and their indexes take on the disk. */
export async function sizesOf(sql: Sql, events: number): Promise<Sizes> {
  const rows = await sql<{ name: string; kind: string; bytes: number }[]>`
    SELECT c.relname AS name, 'rows' AS kind, pg_relation_size(c.oid)::float8 AS bytes
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
    UNION ALL SELECT c.relname, 'long values', pg_total_relation_size(c.reltoastrelid)::float8
    FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND c.reltoastrelid <> 0
    UNION ALL SELECT i.indexrelid::regclass::text, 'index', pg_relation_size(i.indexrelid)::float8
    FROM pg_index i JOIN pg_class c ON c.oid = i.indrelid WHERE c.relnamespace = 'public'::regnamespace
    ORDER BY bytes DESC`;
  const lines = rows
    .filter(({ bytes }) => bytes / events >= SHOWN_FROM)
    .slice(0, SHOWN)
    .map(({ name, kind, bytes }) => [name, kind, (bytes / events).toFixed(0)]);
  return {
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    shown: table([["table or index", "", "bytes an event"], ...lines]),
  };
}
