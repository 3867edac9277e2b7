import { createUuidv7 } from "@squadroom/client/uuidv7";
import type { Sql } from "postgres";
import { columnsOf } from "../../apps/server/src/db/append-sql.ts";
import { projected } from "../../apps/server/src/db/projected.ts";
import type { Bench } from "./benchmark.ts";
import { YearRoom } from "./year-room.ts";

/** How long the rooms that are played are, beside the mean; the others are copies of them. */
const LENGTHS = [0.3, 0.7, 1, 2];
const DAY_MS = 86_400_000;
/** The last agent falls silent this long before now. */
const QUIET_MS = 2 * 3_600_000;
/** Events that one commit has, about: they come together, and other rooms' commits between them. */
const EVENTS_PER_COMMIT = 3;
/** Places of a log that one statement copies, of all rooms. */
const SEQS_PER_COPY = 2_000;

/** While rows are loaded, nothing is forced to the disk; the cluster is durable again afterwards. */
const LOADING = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_wal_size: "8GB",
  maintenance_work_mem: "512MB",
  work_mem: "256MB",
};

export interface Size {
  rooms: number;
  /** In all rooms. */
  events: number;
  sessions: number;
  days: number;
}

export interface Played {
  id: string;
  name: string;
  /** Where its log ends. */
  seq: number;
}

/**
 * Fills a database with rooms of a year, or of any time up to now: some are played by core's own rulings, the others are copies of
 * them under ids and names of their own. Rows come in the order of time, room by room in turn, with the indexes in place: tables
 * and indexes look as after a year, but for the dead rows. No server may run on it meanwhile.
 */
export async function fillWithYear(bench: Bench, sql: Sql, size: Size): Promise<Played[]> {
  await load(sql, LOADING);
  const lengths = LENGTHS.slice(0, size.rooms);
  const mean = size.events / size.rooms / (lengths.reduce((sum, one) => sum + one) / lengths.length);
  const to = Date.now() - QUIET_MS;
  const all: Played[] = [];
  const copies: { from: string; id: string; name: string }[] = [];
  for (const [seed, length] of lengths.entries()) {
    const began = performance.now();
    const room = new YearRoom({
      seed,
      name: nameOf(seed),
      from: to - size.days * DAY_MS,
      to,
      events: Math.round(mean * length),
      sessions: Math.max(1, Math.round(size.sessions / size.rooms)),
    }).play();
    const { roomId: id, seq } = room.view;
    if (room.events.slice(1).some((event) => JSON.stringify(event.data).includes(id)))
      throw new Error("an event names its room; a copy of it would name another one");
    await sql`INSERT INTO rooms (id, commit_id) VALUES (${id}, ${newId()})`;
    await room.write(sql);
    all.push({ id, name: nameOf(seed), seq });
    bench.say(`played ${seq} events in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    for (let n = seed + lengths.length; n < size.rooms; n += lengths.length) {
      copies.push({ from: id, id: newId(), name: nameOf(n) });
      all.push({ id: copies.at(-1)?.id ?? "", name: nameOf(n), seq });
    }
  }
  const began = performance.now();
  // Made at once they hold the same, and take a tenth of the time.
  const words = await sql<{ name: string; made: string }[]>`
    SELECT indexname AS name, indexdef AS made FROM pg_indexes
    WHERE schemaname = 'public' AND indexdef LIKE '% USING gin %'`;
  for (const { name } of words) await sql`DROP INDEX ${sql(name)}`;
  await copyRooms(sql, copies, Math.max(...all.map(({ seq }) => seq)));
  await sql`
    INSERT INTO room_names (name, room_id, taken_by, created_at)
    SELECT name, room_id, 'year', created_at FROM room_details`;
  for (const { made } of words) await sql.unsafe(made);
  bench.say(`copied to ${all.length} rooms in ${((performance.now() - began) / 1000).toFixed(0)} s`);
  await sql`VACUUM ANALYZE`;
  await load(sql, null);
  await sql`CHECKPOINT`;
  // Lengths in turn, as the names have them.
  return all.sort((a, b) => (a.name < b.name ? -1 : 1));
}

const newId = createUuidv7();
const nameOf = (n: number) => `year-${String(n).padStart(4, "0")}`;

async function load(sql: Sql, settings: Record<string, string> | null): Promise<void> {
  for (const name of Object.keys(LOADING))
    await sql.unsafe(settings ? `ALTER SYSTEM SET ${name} = '${settings[name]}'` : `ALTER SYSTEM RESET ${name}`);
  await sql`SELECT pg_reload_conf()`;
}

async function copyRooms(
  sql: Sql,
  copies: readonly { from: string; id: string; name: string }[],
  longest: number,
): Promise<void> {
  await sql`CREATE UNLOGGED TABLE year_copies (origin uuid, id uuid, name text, was text)`;
  await sql`
    INSERT INTO year_copies SELECT c.origin, c.id, c.name, d.name
    FROM json_to_recordset(${JSON.stringify(copies.map(({ from, ...copy }) => ({ ...copy, origin: from })))}::text::json)
      AS c(origin uuid, id uuid, name text) JOIN room_details d ON d.room_id = c.origin`;
  await sql`ANALYZE year_copies`;
  await sql`
    INSERT INTO rooms (id, seq, commit_id, min_reader, due_at)
    SELECT c.id, r.seq, c.id, r.min_reader, r.due_at FROM year_copies c JOIN rooms r ON r.id = c.origin`;
  await sql`
    INSERT INTO room_snapshots (room_id, seq, reducer_version, view)
    SELECT c.id, s.seq, s.reducer_version,
      replace(replace(s.view::text, '"' || c.was || '"', '"' || c.name || '"'), c.origin::text, c.id::text)::json
    FROM year_copies c JOIN room_snapshots s ON s.room_id = c.origin`;
  for (let from = 0; from < longest; from += SEQS_PER_COPY)
    await sql`
      INSERT INTO events (room_id, seq, type, v, at, actor, data)
      SELECT c.id, e.seq, e.type, e.v, e.at, e.actor,
        CASE WHEN e.seq = 1 THEN replace(e.data::text, c.was, c.name)::json ELSE e.data END
      FROM year_copies c JOIN events e ON e.room_id = c.origin
      WHERE e.seq > ${from} AND e.seq <= ${from + SEQS_PER_COPY} ORDER BY e.seq / ${EVENTS_PER_COMMIT}::int, c.id, e.seq`;
  for (const table of Object.values(projected)) {
    const { name, columns } = columnsOf(table);
    const own = columns.map(({ column }) => column).filter((column) => column !== "room_id");
    const values = own.map((column) =>
      table === projected.roomDetails && column === "name" ? "c.name" : `t."${column}"`,
    );
    await sql.unsafe(
      `INSERT INTO ${name} (room_id, ${own.map((column) => `"${column}"`).join(", ")})
       SELECT c.id, ${values.join(", ")} FROM ${name} t JOIN year_copies c ON c.origin = t.room_id
       ORDER BY t.ctid, c.id`,
    );
  }
  await sql`DROP TABLE year_copies`;
}
