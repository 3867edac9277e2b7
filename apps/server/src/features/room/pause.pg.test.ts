import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson } from "../decision/squad.fixture.ts";

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

test("whoever pauses everything pauses what they lead, and brings back no more than that", async () => {
  const { admin } = server;
  const [led, seen, before] = [await createRoom(admin), await createRoom(admin), await createRoom(admin)];
  const { client } = await aPerson(server, "Mira", { [led]: "lead", [seen]: "viewer", [before]: "lead" });
  await client.call("pauseRoom", { params: { room: before } });

  const params = { room: led };
  const { client: agent } = await anAgent(server, led, "planner");
  const pausedIn = async () => {
    const { data } = await admin.call("listRooms", { query: { limit: 100 } });
    return data.filter(({ paused }) => paused).map(({ roomId }) => roomId);
  };

  expect((await client.call("pauseAll", {})).rooms).toHaveLength(1);
  expect((await client.call("pauseAll", {})).rooms).toEqual([]);
  expect((await pausedIn()).sort()).toEqual([led, before].sort());
  await client.call("sendMessage", { params, body: { body: "Look at the imports." } });
  const claim = () => agent.call("claimTask", { params, body: { waitS: 0 } });
  expect((await claim()).task).toBeNull();

  // Whoever waits for a task gets it in the moment in which the room is resumed.
  const waiting = agent.call("claimTask", { params, body: { waitS: 30 } });
  expect((await client.call("resumeAll", {})).rooms).toHaveLength(1);
  expect((await waiting).task).not.toBeNull();
  expect(await pausedIn()).toEqual([before]);
});
