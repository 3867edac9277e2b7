import { RefusalError } from "@squadroom/core/kernel/refusal";
import postgres, { type Sql } from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aServer, createRoom, KEY, type Server } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";

let db: TestDatabase;
let sql: Sql;
let server: Server;
let lines: { level: number; msg: string }[];

beforeEach(async () => {
  db = await testDatabase();
  sql = postgres(db.url, { max: 1, onnotice: () => undefined });
  lines = [];
  server = await aServer(db.url, {
    joins: true,
    log: (line) => lines.push(JSON.parse(line) as (typeof lines)[number]),
  });
});
afterEach(async () => {
  await server.close();
  await sql.end({ timeout: 5 });
  await db.drop();
});

/** As in maintenance: the setting counts for sessions that begin, so all of the server's begin anew. */
async function setReadOnly(is: "on" | "off"): Promise<void> {
  const name = new URL(db.url).pathname.slice(1);
  await sql.unsafe(`ALTER DATABASE "${name}" SET default_transaction_read_only = ${is}`);
  if (is === "on") await endSessions();
}

async function endSessions(): Promise<void> {
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`;
}

async function readiness(): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${server.baseUrl}/readyz`);
  return { status: answer.status, body: await answer.json() };
}

test("a database that takes no writes is told at once as what it is, and is not ready until it does", async () => {
  const room = await createRoom(server.admin);
  const say = () =>
    server.admin
      .call("sendMessage", { params: { room }, body: { body: "hello" } })
      .then(() => "sent")
      .catch((error: unknown) => (error instanceof RefusalError ? error.refusal : error));
  expect(await readiness()).toEqual({ status: 200, body: { ok: true } });
  await setReadOnly("on");

  const answers: { code: string; tookMs: number }[] = [];
  const tryOnce = async () => {
    const began = performance.now();
    const answer = await fetch(`${server.baseUrl}/api/v1/rooms/${room}/messages`, {
      method: "POST",
      headers: {
        authorization: `Local ${KEY}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ body: "hello" }),
    });
    const refused = (await answer.json()) as { code: string; message: string };
    answers.push({ code: refused.code, tookMs: performance.now() - began });
    return refused;
  };
  // The first calls may still meet the sessions that ended.
  await expect.poll(tryOnce).toMatchObject({
    details: { cause: "it is read-only" },
    message: expect.stringContaining("Nothing was done"),
  });
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(["unavailable"]));
  expect(Math.max(...answers.map(({ tookMs }) => tookMs))).toBeLessThan(4_000);
  await expect
    .poll(readiness)
    .toMatchObject({ status: 503, body: { reason: expect.stringContaining("it is read-only") } });

  await setReadOnly("off");
  await expect.poll(async () => (await readiness()).status).toBe(200);
  expect(await say()).toBe("sent");
  const told = lines.filter(({ msg }) => msg.startsWith("the database"));
  expect(told.map(({ msg }) => msg.replace(/[\d.]+ s/, "N s"))).toEqual([
    expect.stringContaining("the database can't be used: "),
    ...(told.length === 3 ? [expect.stringContaining("it is read-only")] : []),
    "the database works again, after N s",
  ]);
  expect(lines.filter(({ level }) => level >= 40)).toEqual(told);
});

test("a room that is due while the database takes no writes is no fault of its own, and is taken soon after", async () => {
  const room = await createRoom(server.admin);
  await sql`UPDATE rooms SET due_at = 1 WHERE id = ${room}`;
  await setReadOnly("on");
  const { sweeper } = server.runtime;
  // The first sweeps may still meet the sessions that ended.
  await expect
    .poll(async () => {
      await sweeper.sweep();
      return lines.map(({ msg }) => msg);
    })
    .toContainEqual(expect.stringContaining("it is read-only"));
  await sweeper.sweep();

  await setReadOnly("off");
  await endSessions();
  const dueAt = async () => {
    await sweeper.sweep();
    return (await sql<{ due: string | null }[]>`SELECT due_at AS due FROM rooms WHERE id = ${room}`)[0]?.due;
  };
  await expect.poll(dueAt).not.toBe("1");

  expect(lines.filter(({ msg }) => /couldn't be swept/.test(msg))).toEqual([]);
});
