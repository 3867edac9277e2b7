import type { RoomId } from "@squadroom/core/kernel/ids";
import postgres, { type ParameterOrJSON, type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { createStore } from "./store.ts";

const ROOM = uuidv7() as RoomId;
const EVENTS = 3_000;

let db: TestDatabase;
let sql: Sql;
/** What the store sent last. */
let sent = { query: "", parameters: [] as unknown[] };

beforeAll(async () => {
  db = await testDatabase();
  sql = postgres(db.url, {
    max: 1,
    onnotice: () => undefined,
    debug: (_connection, query, parameters) => {
      if (!query.startsWith("EXPLAIN")) sent = { query, parameters };
    },
  });
  await sql`INSERT INTO rooms (id, seq, commit_id) VALUES (${ROOM}, ${EVENTS}, ${uuidv7()})`;
  await sql`
    INSERT INTO events (room_id, seq, type, v, at, actor, data)
    SELECT ${ROOM}, seq, 'room.removed', 1, seq, '{"kind":"server"}', '{"reason":""}'
    FROM generate_series(1, ${EVENTS}::int) seq`;
  await sql`ANALYZE events`;
});
afterAll(async () => {
  await sql.end();
  await db.drop();
});

async function planOfLastQuery(): Promise<string> {
  const rows = await sql.unsafe<{ "QUERY PLAN": string }[]>(
    `EXPLAIN ${sent.query}`,
    sent.parameters as ParameterOrJSON<never>[],
  );
  return rows.map((row) => row["QUERY PLAN"]).join("\n");
}

describe("a page of a long log", () => {
  test("forwards is read in its order from the index", async () => {
    const events = await createStore(sql).eventsAfter(ROOM, 1_000, 20);

    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => 1_001 + i));
    expect(await planOfLastQuery()).not.toMatch(/Sort|Seq Scan/);
  });

  test("backwards is read in its order from the index, and answered oldest first", async () => {
    const events = await createStore(sql).eventsBefore(ROOM, 2_001, 20);

    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, i) => 1_981 + i));
    expect(await planOfLastQuery()).not.toMatch(/Sort|Seq Scan/);
  });
});
