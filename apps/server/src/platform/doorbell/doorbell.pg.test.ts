import { LIVE_PATH, type ServerMessage } from "@squadroom/core/live/protocol";
import postgres from "postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WebSocket } from "ws";
import { aPair, createRoom, createToken, KEY, type Server } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { until } from "../room/room-process.fixture.ts";
import type { OpenLine } from "./line.ts";
import { postgresLine } from "./line-between.ts";

/** No sweeper runs in this file but where a test asks for one round: what is told, the doorbell told. */
let db: TestDatabase;
let servers: Server[];
let sockets: WebSocket[];

beforeEach(async () => {
  db = await testDatabase();
  servers = [];
  sockets = [];
});
afterEach(async () => {
  for (const socket of sockets) socket.terminate();
  await Promise.all(servers.map((server) => server.close()));
  await db.drop();
});

async function pairBy(openLine: OpenLine = postgresLine(db.url)): Promise<[Server, Server]> {
  const pair = await aPair(db.url, { openLine });
  servers.push(...pair);
  return pair;
}

const say = (server: Server, room: string, body = "hello") =>
  server.admin.call("sendMessage", { params: { room }, body: { body } });

async function watch(server: Server, topic: string) {
  const socket = new WebSocket(`${server.baseUrl.replace("http", "ws")}${LIVE_PATH}`, {
    headers: { authorization: `Local ${KEY}` },
  });
  sockets.push(socket);
  const messages: ServerMessage[] = [];
  socket.on("message", (data) => messages.push(...(JSON.parse(String(data)) as ServerMessage[])));
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ type: "subscribe", topic }));
  await until(() => messages.some(({ type }) => type === "snapshot" || type === "cards"));
  return {
    seqs: () => messages.flatMap((m) => (m.type === "events" ? m.events.map(({ seq }) => seq) : [])),
    cards: () => messages.flatMap((m) => (m.type === "cards" ? m.cards : [])),
  };
}

test("a viewer at one process sees what happens at the other, each event once", async () => {
  const [here, there] = await pairBy();
  const room = await createRoom(here.admin);
  const viewer = await watch(there, `room:${room}`);
  for (let i = 0; i < 5; i++) await say(here, room, `message ${i}`);
  await until(() => viewer.seqs().length >= 5);

  expect(viewer.seqs()).toEqual([2, 3, 4, 5, 6]);
});

test("an agent that waits at one process gets the task that the other is told to make", async () => {
  const [here, there] = await pairBy();
  const room = await createRoom(here.admin);
  const token = await createToken(here.admin, room, "builder");
  const agent = there.clientOf(token);
  const params = { room };
  const { connection } = await agent.call("joinRoom", { params, body: { role: "builder" } });
  const poll = agent.withConnection(connection).call("claimTask", { params, body: { waitS: 30 } });
  await until(() => there.runtime.waiters.all().some(({ busy }) => !busy));
  const task = { role: "builder", title: "from there", instruction: "do it" };
  await here.admin.call("createTasks", { params, body: { tasks: [task] } });

  expect((await poll).task?.title).toBe("from there");
});

test("the cards of all rooms follow what happens elsewhere, a new room included", async () => {
  const [here, there] = await pairBy();
  const room = await createRoom(here.admin);
  const viewer = await watch(there, "rooms");
  const added = await createRoom(here.admin);
  await say(here, room);

  await until(() => viewer.cards().some(({ roomId }) => roomId === added));
  await until(() => viewer.cards().some((card) => card.roomId === room && card.seq === 2));
});

test("a room that is in use is at its head before it is asked for", async () => {
  const [here, there] = await pairBy();
  const room = await createRoom(here.admin);
  await there.admin.call("getRoom", { params: { room } });
  await say(here, room);

  await until(() => there.runtime.rooms.known(room as never)?.view.seq === 2);
});

/** A line that is open and carries nothing. */
const deaf: OpenLine = async ({ opened }) => {
  opened();
  return { send: async () => undefined, close: async () => undefined };
};

test("rings that nobody hears are found by the sweep", async () => {
  const [here, there] = await pairBy(deaf);
  const room = await createRoom(here.admin);
  const viewer = await watch(there, `room:${room}`);
  const overview = await watch(there, "rooms");
  await say(here, room);
  expect(viewer.seqs()).toEqual([]);

  await there.runtime.sweeper.sweep();
  await until(() => viewer.seqs().length === 1);
  await until(() => overview.cards().some((card) => card.roomId === room && card.seq === 2));
});

test("a room that is only asked for does not stay behind when its rings are lost", async () => {
  const [here, there] = await pairBy(deaf);
  const room = await createRoom(here.admin);
  const seqThere = async () => (await there.admin.call("listLocks", { params: { room } })).seq;
  await seqThere();
  await say(here, room);
  expect(await seqThere()).toBe(1);

  await there.runtime.sweeper.sweep();
  expect(await seqThere()).toBe(2);
});

test("when a line that was cut is back, what was rung meanwhile is looked for", async () => {
  const state = { isDown: false };
  const [here, there] = await pairBy(async (events) => {
    const line = await postgresLine(db.url)(events);
    const send = async (text: string) => {
      if (!state.isDown) await line.send(text);
    };
    return { ...line, send };
  });
  const room = await createRoom(here.admin);
  const viewer = await watch(there, `room:${room}`);
  state.isDown = true;
  await say(here, room, "into the gap");
  const sql = postgres(db.url, { max: 1, onnotice: () => undefined });
  const killed = await sql`
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE application_name = 'squadroom doorbell' AND datname = current_database() AND query ILIKE 'listen%'`;
  await sql.end({ timeout: 5 });
  expect(killed).toHaveLength(2);

  await until(() => viewer.seqs().length === 1);
});
