import { connectLive } from "@squadroom/client/live";
import { PERSON_ROLES } from "@squadroom/core/kernel/person-roles";
import type { Topic } from "@squadroom/core/live/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { aPerson, refusalOf } from "../decision/squad.fixture.ts";
import { aRun } from "./run.fixture.ts";

let db: TestDatabase;
let here: Server;
const ends: (() => void)[] = [];

beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
});
afterAll(async () => {
  for (const end of ends) end();
  await here.close();
  await db.drop();
});

function follow(token: string) {
  const live = connectLive({ url: here.baseUrl, token, WebSocket });
  ends.push(() => live.close());
  return live;
}

/** Whether the socket gives this topic, and of the list of rooms whether it has the room. */
function isGiven(live: ReturnType<typeof follow>, topic: Topic, roomId: string): Promise<boolean> {
  return new Promise((resolve) => {
    live.subscribe(topic, {
      onSnapshot: () => resolve(true),
      onOutput: () => resolve(true),
      onCards: ({ cards }) => resolve(cards.some((card) => card.roomId === roomId)),
      onRefused: () => resolve(false),
    });
  });
}

test("whoever comes, the socket gives what the requests give, and nothing else", async () => {
  const { roomId, run, say } = await aRun(here);
  await say(1);
  const { admin } = here;
  const params = { room: roomId };
  const { token: runner } = await admin.call("createRunner", { params, body: { name: "shed" } });
  const callers: [string, string][] = [
    ["an agent", await createToken(admin, roomId, "builder")],
    ["another room's agent", await createToken(admin, await createRoom(admin), "builder")],
    ["a runner", runner],
  ];
  for (const role of [...PERSON_ROLES, null])
    for (const scope of ["read", "write"] as const) {
      const rooms = role === null ? {} : { [roomId]: role };
      const { client } = await aPerson(here, `${role} ${scope}`, rooms);
      const body = { name: "Nightly", scope };
      const { token } = await client.call("createAccessToken", { body });
      callers.push([`${role}, ${scope}`, token]);
    }

  for (const [who, token] of callers) {
    const { call } = here.clientOf(token);
    const live = follow(token);
    const isOk = (asked: Promise<unknown>) =>
      asked.then(
        () => true,
        () => false,
      );
    const listed = await call("listRooms", {}).then(({ data, total }) => {
      expect(data.length, who).toBe(total);
      return data.some((card) => card.roomId === roomId);
    });
    const byRequest = {
      room: await isOk(call("getRoom", { params })),
      run: await isOk(call("listRunOutput", { params: { ...params, run } })),
      rooms: listed,
    };
    const bySocket = {
      room: await isGiven(live, `room:${roomId}`, roomId),
      run: await isGiven(live, `run:${roomId}:${run}` as Topic, roomId),
      rooms: await isGiven(live, "rooms", roomId),
    };
    expect({ who, ...bySocket }).toEqual({ who, ...byRequest });
    const isRight = !/runner|another|null/.test(who);
    expect({ who, ...byRequest }).toEqual({ who, room: isRight, run: isRight, rooms: isRight });
  }
});

test("a right that is lost ends what was followed by it", async () => {
  const { roomId, run, say } = await aRun(here);
  await say(1);
  const { id, client } = await aPerson(here, "Nour", { [roomId]: "viewer" });
  const body = { name: "Nightly", scope: "read" as const };
  const { token } = await client.call("createAccessToken", { body });
  const live = follow(token);
  const lost: string[] = [];
  const followed = (topic: Topic) =>
    new Promise<void>((resolve) => {
      live.subscribe(topic, {
        onSnapshot: () => resolve(),
        onOutput: () => resolve(),
        onRefused: () => void lost.push(topic),
      });
    });
  const topics: Topic[] = [`room:${roomId}`, `run:${roomId}:${run}` as Topic];
  for (const topic of topics) await followed(topic);
  const params = { room: roomId, personId: id };
  await here.admin.call("removeRoomPerson", { params });
  await expect.poll(() => [...lost].sort()).toEqual([...topics].sort());
  expect((await refusalOf(client.call("getRoom", { params: { room: roomId } }))).code).toBe("room_unknown");
});
