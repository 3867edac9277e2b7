import { joinRoom } from "@squadroom/client/agent";
import { createClient } from "@squadroom/client/http";
import { connectLive } from "@squadroom/client/live";
import type { Cursor } from "@squadroom/core/live/protocol";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, KEY, type Server } from "../../server.fixture.ts";

let db: TestDatabase;
let server: Server;
/** Where the address of the server leads: to the one that runs now. */
const throughName: typeof fetch = (input, init) =>
  fetch(String(input).replace("http://squadroom.test", server.baseUrl), init);

beforeEach(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterEach(async () => {
  await server.close();
  await db.drop();
});

async function copyOf(url: string): Promise<TestDatabase> {
  const copy = await testDatabase();
  const admin = new URL(url);
  admin.pathname = "/postgres";
  const sql = postgres(admin.href, { max: 1, onnotice: () => undefined });
  const [from, to] = [url, copy.url].map((one) => new URL(one).pathname.slice(1));
  await sql.unsafe(`DROP DATABASE "${to}" WITH (FORCE)`);
  await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${from ?? ""}`;
  await sql.unsafe(`CREATE DATABASE "${to}" TEMPLATE "${from}"`);
  await sql.end({ timeout: 5 });
  return copy;
}

function watch(room: string, cursor?: Cursor) {
  const seen: { how: "snapshot" | "resumed"; epoch?: number; seq?: number }[] = [];
  const live = connectLive({
    url: server.baseUrl,
    WebSocket: class extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { authorization: `Local ${KEY}` } });
      }
    } as never,
  });
  live.subscribe(`room:${room}`, {
    ...(cursor ? { cursor } : {}),
    onSnapshot: ({ epoch, view }) => seen.push({ how: "snapshot", epoch, seq: view.seq }),
    onResumed: () => seen.push({ how: "resumed" }),
  });
  return { seen, close: () => live.close() };
}

test("after a restore agents of the lost time join again by themselves, and pages read anew", async () => {
  const room = await createRoom(server.admin);
  const tokens = [await createToken(server.admin, room, "planner"), await createToken(server.admin, room, "builder")];
  const [kept, lost] = tokens.map((token) =>
    createClient({ baseUrl: "http://squadroom.test", token, fetch: throughName }),
  );
  if (!kept || !lost) throw new Error("no clients");
  const before = await joinRoom(kept, { room });
  await joinRoom(lost, { room });
  // The backup, as of now; what follows is lost.
  await server.close();
  const backup = await copyOf(db.url);
  server = await aServer(db.url);
  const after = await joinRoom(lost, { room });
  for (let n = 0; n < 5; n++) await after.say(`lost ${n}`, "user");
  const page = watch(room);
  await expect.poll(() => page.seen).toHaveLength(1);
  const [{ epoch = 0, seq = 0 } = {}] = page.seen;
  page.close();

  await server.close();
  await db.drop();
  db = backup;
  server = await aServer(db.url);
  // The log is as long again, with other events.
  for (let n = 0; n < 9; n++) await before.say(`other ${n}`, "user");

  const back = watch(room, { epoch, seq });
  await expect.poll(() => back.seen).toHaveLength(1);
  expect(back.seen[0]).toMatchObject({ how: "snapshot" });
  expect(back.seen[0]?.epoch).toBeGreaterThan(epoch);
  back.close();

  expect(before.joined.connection).toBe(1);
  expect((await after.claim()).task).toBeNull();
  expect(after.joined.connection).toBeGreaterThan(1_700_000_000);
  await after.say("here again", "user");
});

test("who was shut out before a restore stays so when all access ends with it", async () => {
  const room = await createRoom(server.admin, "solo");
  const token = await createToken(server.admin, room, "solo");
  const agent = createClient({ baseUrl: server.baseUrl, token });
  await joinRoom(agent, { room });
  const kept = await server.admin.call("declareRestored", { body: {} });
  expect(kept.ended).toBe(0);
  expect((await agent.call("getMe")).kind).toBe("agent");
  const { ended, epoch } = await server.admin.call("declareRestored", {
    body: { endAccess: true },
  });
  expect(ended).toBeGreaterThan(0);
  expect(epoch).toBeGreaterThan(kept.epoch);
  await expect(agent.call("getMe")).rejects.toMatchObject({ code: "unauthorized" });
  // Who has the key of the machine lets people in again.
  const { data: entries } = await server.admin.call("listServerAudit");
  expect(entries[0]).toMatchObject({ act: "restored", details: { ended } });
});
