import { once } from "node:events";
import { connect, createServer } from "node:net";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../db/migrate.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { untilServed } from "./until-served.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

function aLog() {
  const lines: string[] = [];
  const write = (_: object, message: string) => void lines.push(message);
  return { lines, log: { error: write, notice: write } };
}

test("a start waits for a database that comes later, with one line, and goes on by itself", async () => {
  const { lines, log } = aLog();
  const real = new URL(db.url);
  const wire = createServer((socket) => {
    const to = connect(Number(real.port), real.hostname);
    socket.pipe(to).pipe(socket);
    socket.on("error", () => to.destroy());
    to.on("error", () => socket.destroy());
  });
  wire.listen(0, "127.0.0.1");
  await once(wire, "listening");
  const { port } = wire.address() as { port: number };
  wire.close();
  await once(wire, "close");
  const url = new URL(db.url);
  url.port = String(port);

  const migrated = untilServed(() => migrate(url.href), { log, pauseMs: 20 });
  await expect.poll(() => lines.length).toBe(1);
  wire.listen(port, "127.0.0.1");

  await migrated;
  expect(lines).toEqual([
    "waiting for the database: it can't be reached; the next line comes when this ends",
    expect.stringMatching(/^the database is there after [\d.]+ s$/),
  ]);
  wire.close();
});

test("a database that takes no writes yet is waited for, too", async () => {
  const { lines, log } = aLog();
  const sql = postgres(db.url, { max: 1, onnotice: () => undefined });
  const name = new URL(db.url).pathname.slice(1);
  await sql`ALTER DATABASE ${sql(name)} SET default_transaction_read_only = on`;

  const migrated = untilServed(() => migrate(db.url), { log, pauseMs: 20 });
  await expect.poll(() => lines).toEqual([expect.stringContaining("it is read-only")]);
  await sql`ALTER DATABASE ${sql(name)} RESET default_transaction_read_only`;

  await migrated;
  await sql.end({ timeout: 5 });
});

test("what waiting does not mend is said at once, and a stop ends the wait", async () => {
  const { lines, log } = aLog();
  const nobody = new URL(db.url);
  nobody.pathname = "/no_such_database";
  await expect(untilServed(() => migrate(nobody.href), { log })).rejects.toMatchObject({
    code: "3D000",
  });
  expect(lines).toEqual([]);

  const away = new URL(db.url);
  away.port = "1";
  const stop = new AbortController();
  const waiting = untilServed(() => migrate(away.href), { log, signal: stop.signal });
  await expect.poll(() => lines.length).toBe(1);
  stop.abort();
  await expect(waiting).rejects.toThrow();
});
