import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, take } from "../decision/squad.fixture.ts";

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
