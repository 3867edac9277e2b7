import { routes } from "@squadroom/core/contract/routes";
import { API_PREFIX } from "@squadroom/core/kernel/route";
import { LIVE_PATH, type ServerMessage } from "@squadroom/core/live/protocol";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { aServer, createRoom, createToken, type Server, signInAs } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";

/** Whatever an address names below a room; rights are judged before shapes. */
const PARTS: Record<string, string> = {
  personId: "00000000-0000-7000-8000-000000000001",
  taskId: "DEV-001",
  item: "1",
};
const SOME_ID = "00000000-0000-7000-8000-000000000002";

let db: TestDatabase;
let server: Server;
let room: { id: string; name: string };
let none: string;
const strangers: Record<string, Record<string, string>> = {};

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
  const [id, own] = [await createRoom(server.admin), await createRoom(server.admin)];
  const { view } = await server.admin.call("getRoom", { params: { room: id } });
  room = { id, name: view.name };
  none = `${view.name.slice(0, -1)}x`;
  const token = await createToken(server.admin, own, "planner");
  strangers.agent = { authorization: `Bearer ${token}` };
  strangers.owner = (await signInAs(server, own, "owner", "Olga")).headers;
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const below = Object.values(routes).filter(({ path }) => path.startsWith("/rooms/:room"));

async function knock(def: (typeof below)[number], name: string, headers: Record<string, string>) {
  const path = def.path.replace(":room", name).replace(/:(\w+)/g, (_, part: string) => PARTS[part] ?? SOME_ID);
  const body = def.method === "GET" ? {} : { body: "{}" };
  const answer = await fetch(`${server.baseUrl}${API_PREFIX}${path}`, {
    method: def.method,
    headers: { ...headers, ...("body" in body ? { "content-type": "application/json" } : {}) },
    ...body,
  });
  const { code, message } = (await answer.json()) as { code: string; message: string };
  return { status: answer.status, code, message: message.replaceAll(name, "ROOM") };
}

test("there are rooms behind most routes", () => {
  expect(below.length).toBeGreaterThan(50);
});

describe.each(["agent", "owner"])("the %s of another room", (who) => {
  test.each(below.map((def) => [def.id, def] as const))(
    "is told by %s what it is told of a room that is not there",
    async (_id, def) => {
      const headers = strangers[who] ?? {};
      const answers = await Promise.all([room.id, room.name, none].map((name) => knock(def, name, headers)));
      expect(answers[0]).toMatchObject({ status: expect.toSatisfy((s) => [403, 404].includes(s)) });
      expect(answers[1]).toEqual(answers[2]);
      expect(answers[0]).toEqual(answers[2]);
    },
  );

  test("sees nothing of it on the live socket", async () => {
    const socket = new WebSocket(`${server.baseUrl.replace("http", "ws")}${LIVE_PATH}`, {
      headers: strangers[who] ?? {},
    });
    const heard: ServerMessage[] = [];
    const refused = new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.on("message", (data) => {
        heard.push(...[JSON.parse(String(data)) as ServerMessage | ServerMessage[]].flat());
        if (heard.filter(({ type }) => type === "refused").length === 2) resolve();
      });
    });
    await new Promise((resolve) => socket.once("open", resolve));
    socket.send(JSON.stringify({ type: "subscribe", topic: "rooms" }));
    socket.send(JSON.stringify({ type: "subscribe", topic: `room:${room.id}` }));
    socket.send(JSON.stringify({ type: "subscribe", topic: `run:${room.id}:1` }));
    await refused;
    socket.close();
    expect(JSON.stringify(heard)).not.toContain(room.name);
    expect(heard.filter(({ type }) => type === "refused")).toMatchObject([
      { topic: `room:${room.id}`, refusal: { code: "room_unknown" } },
      { topic: `run:${room.id}:1`, refusal: { code: "room_unknown" } },
    ]);
  });
});

test("who shows nothing is told to sign in, whatever the room", async () => {
  for (const def of below) {
    for (const name of [room.id, none]) {
      expect([def.id, (await knock(def, name, {})).code]).toEqual([def.id, "unauthorized"]);
    }
  }
});
