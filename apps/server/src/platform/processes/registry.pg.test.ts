import postgres, { type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { until } from "../room/room-process.fixture.ts";
import { createRegistry, type Registry } from "./registry.ts";

let db: TestDatabase;
let sql: Sql;
let one: Registry;
let two: Registry;

const aRegistry = () =>
  createRegistry({
    sql,
    id: uuidv7(),
    version: "1",
    log: { warn: () => undefined, notice: () => undefined },
    health: { worked: () => undefined, watch: () => undefined, isFailing: () => false },
  });
const ids = (registry: Registry) => registry.siblings().map(({ id }) => id);
const rows = async () => (await sql`SELECT id FROM server_processes ORDER BY id`).map((r) => r.id);
/** As if this one had not been heard of for so long. */
const age = (registry: Registry, ms: number) =>
  sql`UPDATE server_processes SET seen_at = seen_at - ${ms}::bigint WHERE id = ${registry.id}`;

beforeAll(async () => {
  db = await testDatabase();
  sql = postgres(db.url, { max: 2, onnotice: () => undefined });
});
beforeEach(async () => {
  [one, two] = [aRegistry(), aRegistry()];
  await one.join("http://127.0.0.1:1");
  await two.join("http://127.0.0.1:2");
});
afterEach(async () => {
  await Promise.all([one.leave(), two.leave()]);
  await sql`DELETE FROM server_processes`;
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await db.drop();
});

test("processes find each other, by themselves, and one that stops is known no more", async () => {
  let changes = 0;
  one.onChanged(() => void changes++);
  await until(() => ids(one).length === 1);
  expect(ids(two)).toEqual([one.id]);
  expect(one.siblings()[0]).toMatchObject({ address: "http://127.0.0.1:2", version: "1" });

  await two.leave();
  expect(await rows()).toEqual([one.id]);
  await one.beat();
  expect([ids(one), changes]).toEqual([[], 2]);
});

test("one that was not renewed for some seconds is taken for gone, until it is renewed", async () => {
  const silent = uuidv7();
  await sql`
    INSERT INTO server_processes (id, address, machine, version, seen_at)
    SELECT ${silent}, 'http://127.0.0.1:3', machine, version, seen_at FROM server_processes WHERE id = ${two.id}`;
  await one.beat();
  expect(ids(one)).toContain(silent);

  await sql`UPDATE server_processes SET seen_at = seen_at - 4000 WHERE id = ${silent}`;
  await one.beat();
  expect(ids(one)).not.toContain(silent);

  await sql`UPDATE server_processes SET seen_at = seen_at + 4000 WHERE id = ${silent}`;
  await one.beat();
  expect(ids(one)).toContain(silent);
});

test("the row of one that was killed goes after a minute; one that was taken for dead comes back", async () => {
  await age(two, 61_000);
  await one.beat();
  const killed = await rows();
  await two.beat();

  expect(killed).not.toContain(two.id);
  expect(await rows()).toContain(two.id);
});
