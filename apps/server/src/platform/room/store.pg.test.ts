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

  test("of large events has fewer of them, in both directions, and never none", async () => {
    const LARGE = uuidv7() as RoomId;
    await sql`INSERT INTO rooms (id, seq, commit_id) VALUES (${LARGE}, 40, ${uuidv7()})`;
    await sql`
      INSERT INTO events (room_id, seq, type, v, at, actor, data)
      SELECT ${LARGE}, seq, 'room.removed', 1, seq, '{"kind":"server"}',
        json_build_object('reason', repeat('x', CASE seq WHEN 3 THEN 9000000 ELSE 300000 END))
      FROM generate_series(1, 40) seq`;
    const store = createStore(sql);
    const seqs = async (events: Promise<{ seq: number }[]>) => (await events).map(({ seq }) => seq);

    expect(await seqs(store.eventsAfter(LARGE, 0, 100))).toEqual([1, 2, 3]);
    expect(await seqs(store.eventsAfter(LARGE, 2, 100))).toEqual([3]);
    expect(await seqs(store.eventsAfter(LARGE, 3, 100))).toHaveLength(14);
    expect((await seqs(store.eventsBefore(LARGE, 41, 100))).at(-1)).toBe(40);
    expect(await seqs(store.eventsBefore(LARGE, 41, 100))).toHaveLength(14);
    expect(await seqs(store.eventsBefore(LARGE, 4, 100))).toEqual([3]);
  });
});
