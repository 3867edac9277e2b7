import { randomUUID } from "node:crypto";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aServer, createRoom, type Server, signInAs } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { createRetention } from "../room/retention.ts";
import { KEY_RETENTION_MS } from "./idempotency.ts";

let db: TestDatabase;
let server: Server;
let room: string;
let headers: Record<string, string>;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
  room = await createRoom(server.admin);
  ({ headers } = await signInAs(server, room, "lead", "Lena"));
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

async function say(key: string, body = "hello", to = room) {
  const response = await fetch(`${server.baseUrl}/api/v1/rooms/${to}/messages`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", "idempotency-key": key },
    body: JSON.stringify({ body }),
  });
  const { status } = response;
  return {
    status,
    replayed: response.headers.get("idempotent-replayed"),
    ...(await response.json()),
  };
}

describe("a request under any key of a client's", () => {
  test.each([
    ["a random UUID", randomUUID()],
    ["words", "order/42:first"],
    ["a UUIDv7", uuidv7()],
  ])("%s has one effect, and the answer to its repetition says so", async (_, key) => {
    const first = await say(key);
    const again = await say(key);
    expect(first).toMatchObject({ status: 200, replayed: null });
    expect(again).toEqual({ ...first, replayed: "true" });
    expect(await say(key, "something else")).toMatchObject({ code: "key_reused", replayed: null });
  });

  test("is refused again as it was, with the header", async () => {
    const key = randomUUID();
    const ask = async () => {
      const response = await fetch(`${server.baseUrl}/api/v1/rooms/${room}/tasks/DEV-999/retry`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "idempotency-key": key },
        body: "{}",
      });
      return [response.status, response.headers.get("idempotent-replayed")];
    };
    const [status, replayed] = await ask();
    expect([status, replayed]).toEqual([404, null]);
    expect(await ask()).toEqual([status, "true"]);
  });

  test("is stored without the key itself, and is new again seven days after its first use", async () => {
    const key = `order-${randomUUID()}`;
    const first = await say(key);
    const { sql, clock } = server.runtime;
    const [found] = await sql`SELECT count(*)::int AS n FROM command_keys k WHERE k::text LIKE ${`%${key}%`}`;
    expect(found?.n).toBe(0);

    const inDays = (days: number) => ({ ...clock, now: () => clock.now() + days * 86_400_000 });
    const past = async (days: number) => {
      const retention = createRetention(sql, inDays(days) as typeof clock);
      for (let i = 0; i < 3; i++) await retention.step();
    };
    expect(KEY_RETENTION_MS).toBe(7 * 86_400_000);
    await past(6.9);
    expect(await say(key)).toMatchObject({ seq: first.seq, replayed: "true" });
    await past(7.1);
    const anew = await say(key);
    expect(anew).toMatchObject({ status: 200, replayed: null });
    expect(anew.seq).toBeGreaterThan(first.seq);
  });

  test("makes one room, and refuses the key for another one", async () => {
    const key = randomUUID();
    const create = async (name: string, preset = "solo") => {
      const response = await fetch(`${server.baseUrl}/api/v1/rooms`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", "idempotency-key": key },
        body: JSON.stringify({ name, preset }),
      });
      return { replayed: response.headers.get("idempotent-replayed"), ...(await response.json()) };
    };
    const first = await create("one");
    expect(first).toMatchObject({ name: "one", replayed: null });
    expect(await create("one")).toMatchObject({ roomId: first.roomId, replayed: "true" });
    expect(await create("two")).toMatchObject({ code: "key_reused" });
    expect(await create("one", "duo")).toMatchObject({ code: "key_reused" });
  });
});
