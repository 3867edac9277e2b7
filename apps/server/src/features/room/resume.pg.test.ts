import { type Cursor, LIVE_PATH, type ServerMessage } from "@squadroom/core/live/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { until } from "../../platform/room/room-process.fixture.ts";
import { aServer, createRoom, createToken } from "../../server.fixture.ts";

type Server = Awaited<ReturnType<typeof aServer>>;

let db: TestDatabase;
let here: Server;
let there: Server;

beforeAll(async () => {
  db = await testDatabase();
  [here, there] = await Promise.all([aServer(db.url), aServer(db.url)]);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

/** A socket that keeps what it is told of one room, and mends nothing. */
async function watch(server: Server, token: string, room: string, cursor?: Cursor) {
  const socket = new WebSocket(`${server.baseUrl.replace("http", "ws")}${LIVE_PATH}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const messages: ServerMessage[] = [];
  socket.on("message", (data) => messages.push(...(JSON.parse(String(data)) as ServerMessage[])));
  await new Promise((resolve) => socket.once("open", resolve));
  socket.send(JSON.stringify({ type: "subscribe", topic: `room:${room}`, cursor }));
  await until(() => messages.some(({ type }) => type === "snapshot" || type === "resumed"));
  return {
    kinds: () => messages.map(({ type }) => type).filter((type) => type === "snapshot" || type === "resumed"),
    seqs: () => messages.flatMap((m) => (m.type === "events" ? m.events.map(({ seq }) => seq) : [])),
    close: () => socket.terminate(),
  };
}

test("a viewer goes on at a process that knows less of the room than it does, and sees every event once", async () => {
  const room = await createRoom(here.admin);
  const token = await createToken(here.admin, room, "planner");
  const epoch = (await there.admin.call("getRoom", { params: { room } })).epoch;
  const say = (server: Server, body: string) => server.admin.call("sendMessage", { params: { room }, body: { body } });
  await say(here, "one");
  await say(here, "two");
  expect(there.runtime.rooms.known(room as never)?.view.seq).toBe(1);

  const viewer = await watch(there, token, room, { epoch, seq: 3 });
  await say(here, "three");
  await there.runtime.sweeper.sweep();
  await until(() => viewer.seqs().length > 0);
  await say(there, "four");
  await until(() => viewer.seqs().length > 1);

  expect(viewer.kinds()).toEqual(["resumed"]);
  expect(viewer.seqs()).toEqual([4, 5]);
  viewer.close();
});

test("a viewer of a room that is not in memory any more is told what others do", async () => {
  const room = await createRoom(here.admin);
  const token = await createToken(here.admin, room, "planner");
  const viewer = await watch(there, token, room);
  there.runtime.rooms.forget(room as never);
  await here.admin.call("sendMessage", { params: { room }, body: { body: "hello" } });
  await there.runtime.sweeper.sweep();
  await until(() => viewer.seqs().length > 0);

  expect(viewer.seqs()).toEqual([2]);
  viewer.close();
});
