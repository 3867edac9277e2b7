import postgres, { type Sql } from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { createEpoch } from "./epoch.ts";

let db: TestDatabase;
let sql: Sql;

beforeEach(async () => {
  db = await testDatabase();
  sql = postgres(db.url, { max: 2, onnotice: () => undefined });
});
afterEach(async () => {
  await sql.end({ timeout: 5 });
  await db.drop();
});

test("a database that stays where it is keeps its epoch over any number of starts", async () => {
  expect((await createEpoch(sql)).current()).toBe(1);
  const again = await createEpoch(sql);
  expect(again.current()).toBe(1);
  expect(await again.refresh()).toBe(false);
  expect(await again.look()).toBe(false);
});

test.each([
  ["another cluster", "system_id = '1'"],
  ["another timeline", "timeline = timeline + 1"],
  ["another database of the cluster", "database_oid = 1"],
])("%s is another history", async (_, was) => {
  await createEpoch(sql);
  await sql.unsafe(`UPDATE server_history SET ${was}`);

  const notices: object[] = [];
  const restored = await createEpoch(sql, { notice: (details) => notices.push(details) });

  expect(restored.current()).toBeGreaterThan(1_700_000_000);
  expect(notices).toHaveLength(1);
  expect((await createEpoch(sql)).current()).toBe(restored.current());
});

test("what may not be read on either side proves nothing", async () => {
  await createEpoch(sql);
  await sql`UPDATE server_history SET system_id = NULL, timeline = NULL`;
  expect((await createEpoch(sql)).current()).toBe(1);
});

test("a restore that is declared reaches every process", async () => {
  const [one, two] = [await createEpoch(sql), await createEpoch(sql)];
  let told = 0;
  two.onReplaced(() => {
    told++;
  });
  const raised = await one.raise();
  expect(raised).toBeGreaterThan(1);
  expect(await two.look()).toBe(true);
  expect([one.current(), two.current(), told]).toEqual([raised, raised, 1]);
  expect(await one.raise()).toBeGreaterThan(raised);
});
