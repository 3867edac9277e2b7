import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../postgres/test-database.ts";
import { createClock } from "./clock.ts";

const HOUR_MS = 3_600_000;
let db: Awaited<ReturnType<typeof testDatabase>>;
let sql: postgres.Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = postgres(db.url, { max: 1, onnotice: () => undefined });
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await db.drop();
});

async function databaseTime(): Promise<number> {
  const [row] = await sql<{ now: number }[]>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;
  return row?.now ?? 0;
}

async function aClock() {
  const jumped = { wallMs: 0, steadyMs: 0 };
  const warnings: object[] = [];
  const clock = await createClock(
    sql,
    { warn: (details) => warnings.push(details) },
    {
      wall: () => Date.now() + jumped.wallMs,
      steady: () => performance.now() + jumped.steadyMs,
    },
  );
  return { clock, jumped, warnings };
}

test.each([2 * HOUR_MS, -2 * HOUR_MS])(
  "a machine whose clock is set by %i ms, and back, stays with the database's time",
  async (stepMs) => {
    const { clock, jumped, warnings } = await aClock();
    for (const wallMs of [stepMs, 0]) {
      jumped.wallMs = wallMs;
      expect(Math.abs(clock.now() - (await databaseTime()))).toBeLessThan(1_000);
      await clock.check();
      expect(Math.abs(clock.now() - (await databaseTime()))).toBeLessThan(1_000);
    }
    expect(warnings).toEqual([
      { steppedMs: expect.closeTo(stepMs, -2), correctedMs: expect.closeTo(0, -3) },
      { steppedMs: expect.closeTo(-stepMs, -2), correctedMs: expect.closeTo(0, -3) },
    ]);
  },
);

test("a machine that slept is back at the database's time with the next check", async () => {
  const { clock, jumped, warnings } = await aClock();
  // The wall clock and the database went on; the steady one rested.
  jumped.steadyMs = -2 * HOUR_MS;
  expect((await databaseTime()) - clock.now()).toBeGreaterThan(HOUR_MS);
  await clock.check();
  expect(Math.abs(clock.now() - (await databaseTime()))).toBeLessThan(1_000);
  expect(warnings).toHaveLength(1);
});

test("clocks that agree are let alone", async () => {
  const { clock, jumped, warnings } = await aClock();
  jumped.wallMs = 300;
  await clock.check();
  expect(warnings).toEqual([]);
});
