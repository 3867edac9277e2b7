import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, type Server } from "../../server.fixture.ts";
import { differencesIn } from "../decision/squad.fixture.ts";
import { anImport, aSessionOf, aTeam } from "./canary.fixture.ts";
import { retainIn } from "./step.ts";

const DAY = 24 * 3_600_000;
/** In no id and no word of the protocol. */
const GONE = "zqgone";
const STAYS = "zqstays";

let db: TestDatabase;
let server: Server;
let other: Server;
beforeAll(async () => {
  db = await testDatabase();
  [server, other] = await Promise.all([aServer(db.url), aServer(db.url)]);
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await db.drop();
});

/** How many rows have the word in a column, for every column of every table that can hold a text. */
async function whereIs(word: string): Promise<Record<string, number>> {
  const { sql } = server.runtime;
  const columns = await sql<{ table: string; column: string; type: string }[]>`
    SELECT c.table_name AS table, c.column_name AS column, c.data_type AS type
    FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
      AND c.data_type NOT IN ('bigint', 'integer', 'smallint', 'boolean', 'uuid', 'double precision')`;
  expect(columns.length).toBeGreaterThan(100);
  const found: Record<string, number> = {};
  for (const { table, column, type } of columns) {
    const text = type === "bytea" ? `encode("${column}", 'escape')` : `"${column}"::text`;
    const [row] = await sql.unsafe<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM "${table}" WHERE ${text} ILIKE $1`,
      [`%${word}%`],
    );
    if (row && row.n > 0) found[`${table}.${column}`] = row.n;
  }
  return found;
}

/** All that is counted of a room. */
async function sumsOf(room: string) {
  const { call } = server.admin;
  const params = { room };
  const { report } = await call("getReport", { params: { room, sessionId: 1 } });
  const { data: usage } = await call("listUsage", { query: { room, since: 0 } } as never);
  const { row } = await call("getSession", { params: { room, sessionId: 1 } });
  const { data: tasks } = await call("listTasks", { params, query: { limit: 200 } } as never);
  const consumed = await server.runtime.sql`
    SELECT session_id, task_id, count(*)::int AS n, sum(cost_usd_micros)::float8 AS cost, sum(input_tokens)::int AS tokens
    FROM usage_reports WHERE room_id = ${room} GROUP BY 1, 2 ORDER BY 1, 2`;
  const moments = await server.runtime.sql`
    SELECT kind, subject, at FROM moments WHERE room_id = ${room} ORDER BY at, seq, kind`;
  return {
    usage,
    consumed: [...consumed],
    moments: [...moments],
    row: [row.usage, row.startedAt, row.endedAt, row.status],
    // What was asked is a text; how long it waited is a figure.
    figures: { ...report.figures, longestWait: report.figures.longestWait?.ms },
    agents: report.agents,
    done: report.tasks.map(({ taskId, state, rounds }) => [taskId, state, rounds]),
    tasks: tasks.map(({ id, state, createdAt }) => [id, state, createdAt]),
  };
}

const archiveAll = async (room: string, ids: readonly number[]) => {
  const { sql } = server.runtime;
  const back = 10 * DAY;
  await sql`
    UPDATE session_archive SET at = at - ${back}::bigint
    WHERE room_id = ${room} AND session_id = ANY(${[...ids]}::int[])`;
  expect(await at(server, room, "archive")).toEqual(ids);
};
const past = async (room: string, days: number) => {
  await server.runtime.sql`
    UPDATE session_archive SET at = at - ${days * DAY}::bigint
    WHERE room_id = ${room} AND state = 'archived'`;
};
const at = async (of: Server, room: string, act: "archive" | "delete") =>
  (
    await retainIn({ sql: of.runtime.sql, rooms: of.runtime.rooms }, room as never, act, of.runtime.clock.now())
  ).toSorted();

test("of a deleted session no text is left in any table; its figures are, and the log holds", async () => {
  const team = await aTeam(server);
  const { room } = team;
  await aSessionOf(server, team, 1, GONE);
  await aSessionOf(server, team, 2, STAYS);
  expect(await anImport(server, room, GONE)).toBe(3);
  expect(await differencesIn(server, room)).toEqual([]);
  const here = await whereIs(GONE);
  // The word is really everywhere, or the test shows nothing.
  for (const column of [
    "events.data",
    "messages.body",
    "task_details.instruction",
    "task_results.result",
    "session_proposals.value",
    "session_records.record",
    "session_entries.content",
    "decisions.question",
    "wisdom.text",
    "errors.message",
    "attachments.name",
    "run_output.chunk",
    "task_progress.progress",
    "task_reviews.verdict",
    "command_keys.reply",
    "session_texts.description",
    "session_imports.source",
    "messages.head",
    "sessions.title",
    "attachments.content",
    "decisions.options",
  ])
    expect(Object.keys(here)).toContain(column);
  const said = await server.runtime.sql<{ type: string }[]>`
    SELECT DISTINCT type FROM events WHERE room_id = ${room} AND data::text ILIKE ${`%${GONE}%`}`;
  const types = said.map(({ type }) => type);
  for (const type of ["comment.added", "decision.answered", "session.asked"]) expect(types).toContain(type);
  const permissions = await server.runtime.sql`
    SELECT 1 FROM decisions WHERE room_id = ${room} AND kind = 'permission' AND question ILIKE ${`%${GONE}%`}`;
  expect(permissions).toHaveLength(1);
  const stays = await whereIs(STAYS);
  const before = await sumsOf(room);
  const { seq: headBefore } = await server.admin.call("getRetention", { params: { room } });

  await archiveAll(room, [1, 3]);
  expect(await at(server, room, "delete")).toEqual([]);
  await past(room, 31);
  const { due, archived } = await server.admin.call("getRetention", { params: { room } });
  expect(due).toEqual({ archived: 0, deleted: 2 });
  expect(archived.map(({ sessionId }) => sessionId)).toEqual([1, 3]);
  const done = await Promise.all([at(server, room, "delete"), at(other, room, "delete")]);
  expect(done.flat().toSorted()).toEqual([1, 3]);

  expect(await whereIs(GONE)).toEqual({});
  expect(await whereIs(STAYS)).toMatchObject(
    Object.fromEntries(Object.entries(stays).filter(([column]) => !/^(command_keys|room_snapshots|run_)/.test(column))),
  );
  expect(await differencesIn(server, room)).toEqual([]);
  expect(await sumsOf(room)).toEqual(before);
  const { counts, seq } = await server.admin.call("getRetention", { params: { room } });
  expect(counts).toEqual({ kept: 1, archived: 0, deleted: 2, held: 0 });
  expect(seq).toBe(headBefore + 2);
  const deleted = await server.runtime.sql`
    SELECT 1 FROM events WHERE room_id = ${room} AND type = 'retention.deleted'`;
  expect(deleted).toHaveLength(1);
  // What either process has in memory is what is left.
  for (const { admin } of [server, other])
    expect(JSON.stringify(await admin.call("getRoom", { params: { room } }))).not.toContain(GONE);
  await expect(server.admin.call("restoreSession", { params: { room, sessionId: 1 } })).rejects.toMatchObject({
    code: "session_unknown",
  });
});
