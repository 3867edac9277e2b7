import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { apply } from "@squadroom/core/log/apply";
import { emptyView } from "@squadroom/core/log/view";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, take } from "../decision/squad.fixture.ts";
import { type MessageRow, messageColumns, standing } from "./reads.ts";

let db: TestDatabase;
let server: Server;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** A builder of a squad at work, with nobody beside it but whoever joins. */
async function aBuilder() {
  const room = await createRoom(server.admin, "squad");
  const params = { room };
  const builder = await anAgent(server, room, "builder");
  const task = { role: "builder", title: "Refunds", instruction: "Make them." };
  await server.admin.call("createTasks", { params, body: { tasks: [task] } });
  const { taskId, fence } = await take(builder);
  const block = (requiresAgent: string) =>
    builder.client.call("reportProgress", {
      params: { room, taskId },
      body: { fence, blockers: [{ description: "No key", requiresAgent }] },
    });
  const close = () =>
    server.admin.call("closeBlocker", {
      params: { room, taskId, blocker: "1" as never },
      body: { note: "In the vault" },
    });
  /** By each door that says it. */
  const stateOf = async (isMeant: (said: { subject?: string; body: string }) => boolean) => {
    const { data } = await server.admin.call("listMessages", { params, query: { limit: 200 } });
    const found = data.find(isMeant);
    if (!found) throw new Error("there is no such message");
    const one = await server.admin.call("getMessage", { params: { room, message: found.id } });
    const { content } = await server.admin.call("exportRecords", {
      params,
      query: { of: "messages", format: "json" },
    });
    const rows = JSON.parse(content) as { id: string; state: string }[];
    const row = rows.find(({ id }) => id === found.id);
    expect([one.message.state, row?.state]).toEqual([found.state, found.state]);
    return found.state;
  };
  return { room, params, builder, taskId, fence, block, close, stateOf };
}

const isRequest = ({ subject = "" }) => subject.includes("is blocked");

test("a request that nobody read is closed with its blocker; one that was read was delivered", async () => {
  const unread = await aBuilder();
  await unread.block("reviewer");
  expect(await unread.stateOf(isRequest)).toBe("sent");
  await unread.close();
  expect(await unread.stateOf(isRequest)).toBe("closed");

  const read = await aBuilder();
  const reviewer = await anAgent(server, read.room, "reviewer");
  await read.block("reviewer");
  await reviewer.claim();
  expect(await read.stateOf(isRequest)).toBe("delivered");
  await read.close();
  expect(await read.stateOf(isRequest)).toBe("delivered");
});

test("work that is handed on is delivered with the task that it becomes", async () => {
  const { room, params, builder, taskId, fence, stateOf } = await aBuilder();
  const reviewer = await anAgent(server, room, "reviewer");
  await builder.client.call("handOff", {
    params,
    body: { taskId, fence, to: "reviewer", intent: "work", message: "Refunds are made" } as never,
  });
  const isHandoff = ({ body = "" }) => body.startsWith("Refunds are made");
  expect(await stateOf(isHandoff)).toBe("sent");
  await take(reviewer);
  expect(await stateOf(isHandoff)).toBe("delivered");
});

test("a line of the log is delivered to nobody", async () => {
  const { params, builder, stateOf } = await aBuilder();
  await builder.client.call("sendMessage", {
    params,
    body: { body: "Half of it is made", log: "progress" },
  });
  expect(await stateOf(({ body }) => body.includes("Half of it"))).toBe("sent");
});

test("what nobody has read who has left was sent, and no long log is read for it", async () => {
  const { room, params, builder, stateOf } = await aBuilder();
  const reviewer = await anAgent(server, room, "reviewer");
  await builder.client.call("sendMessage", {
    params,
    body: { to: "reviewer", body: "Half of it is made", kind: "notification" } as never,
  });
  for (const { client } of [reviewer, builder]) await client.call("leaveRoom", { params } as never);
  expect(await stateOf(({ body }) => body === "Half of it is made")).toBe("sent");

  const sql = postgres(db.url, { max: 1 });
  const roomId = room as RoomId;
  const log = await sql<
    RoomEvent[]
  >`SELECT seq::float8 AS seq, type, v, at::float8 AS at, actor, data FROM events WHERE room_id = ${roomId} ORDER BY seq`;
  const view = log.reduce((now, event) => apply(now, { ...event, roomId } as RoomEvent), emptyView(roomId));
  await sql`INSERT INTO events SELECT ${roomId}, ${log.length} + n, 'task.progressed', 1, 0, '{"kind":"agent"}', '{}' FROM generate_series(1, 3000) n`;
  const read = await sql.begin(async (tx) => {
    const rows = await tx<
      MessageRow[]
    >`SELECT ${messageColumns(tx as unknown as Sql)} FROM messages m WHERE m.room_id = ${roomId}`;
    const found = await standing(tx as unknown as Sql, view, rows);
    expect(found.map(({ state }) => state)).toContain("sent");
    const [{ n } = { n: 0 }] = await tx<{ n: number }[]>`
      SELECT (seq_tup_read + idx_tup_fetch)::int AS n FROM pg_stat_xact_user_tables WHERE relname = 'events'`;
    return n;
  });
  await sql.end();
  expect(read).toBeLessThan(300);
});
