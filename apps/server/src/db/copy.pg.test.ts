import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../platform/postgres/test-database.ts";
import { copyDatabase } from "./copy.ts";

let from: TestDatabase;
let to: TestDatabase;
beforeAll(async () => {
  [from, to] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(() => Promise.all([from.drop(), to.drop()]));

const ROOM = "00000000-0000-7000-8000-000000000001";

async function inside<T>(url: string, run: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1 });
  try {
    return await run(sql);
  } finally {
    await sql.end();
  }
}

const eventsIn = (url: string) => inside(url, (sql) => sql`SELECT seq::int, type, data FROM events ORDER BY seq`);

test("a database is copied whole, with any text, into one that has no data", async () => {
  const body = 'tab\t, line\n, backslash \\ \\., quote ", and 語';
  await inside(from.url, async (sql) => {
    for (const seq of [1, 2])
      await sql`INSERT INTO events (room_id, seq, type, v, at, actor, data)
        VALUES (${ROOM}, ${seq}, 'message.sent', 1, 1000, ${sql.json({ kind: "server" })}, ${sql.json({ body })})`;
    // More than a stream takes at once, and the rest of the answer with it: the connection pauses there.
    await sql`INSERT INTO backlog_items (room_id, id, title, body, priority, labels, position, state, origin, added_at, state_at)
      SELECT ${ROOM}, n, 'One', repeat('x', 1000), 'medium', '[]', 'a', 'open', '{}', 1, 1 FROM generate_series(1, 30) n`;
    await sql`INSERT INTO server_secrets (name, value) VALUES ('siblings', ${Buffer.alloc(32, 7)})`;
    await sql`INSERT INTO server_processes (id, address, machine, version, seen_at)
      VALUES (${ROOM}, 'http://127.0.0.1:1', 'm', '0', 0)`;
  });
  const copied = await copyDatabase(from.url, to.url);
  expect(copied).toContainEqual({ table: "events", rows: 2 });
  expect(copied).toContainEqual({ table: "backlog_items", rows: 30 });
  expect(copied.map(({ table }) => table)).not.toContain("server_processes");
  expect(await eventsIn(to.url)).toEqual(await eventsIn(from.url));
  await expect(copyDatabase(from.url, to.url)).rejects.toThrow(/already has data, in backlog_items/);
  expect(await eventsIn(to.url)).toHaveLength(2);
});

test("nothing is copied while a server runs on either", async () => {
  await inside(from.url, (sql) => {
    return sql`UPDATE server_processes SET seen_at = extract(epoch FROM clock_timestamp()) * 1000`;
  });
  await expect(copyDatabase(from.url, to.url)).rejects.toThrow(
    /A server still runs on the database to copy from \(http:\/\/127\.0\.0\.1:1\)/,
  );
});
