import { routes } from "@squadroom/core/contract/routes";
import { API_PREFIX } from "@squadroom/core/kernel/route";
import { LIVE_PATH } from "@squadroom/core/live/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { WebSocket } from "ws";
import { aServer, createRoom, createToken, type Server, signInAs } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";

type Headers = Record<string, string>;

const SOME_ID = "00000000-0000-7000-8000-000000000002";
const PARTS: Record<string, string> = { taskId: "DEV-001", item: "1", message: "PLAN-001" };
const JSON_TYPE = { "content-type": "application/json" };

let db: TestDatabase;
let server: Server;
let room: string;
let token: string;
/** Of an owner of the room that is an admin too: nothing but the origin is in the way. */
let cookie: string;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
  room = await createRoom(server.admin);
  token = await createToken(server.admin, room, "planner");
  const { headers, client } = await signInAs(server, room, "owner", "Olga");
  const me = await client.call("getMe");
  await server.admin.call("setAdmin", { params: { personId: me.id }, body: { admin: true } });
  cookie = headers.cookie ?? "";
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const writes = Object.values(routes).filter(({ method }) => method !== "GET");

async function knock(
  { method, path }: (typeof writes)[number],
  headers: Headers,
  body = "[]",
): Promise<{ status: number; code: string; cookie: string | null }> {
  const address = path.replace(":room", room).replace(/:(\w+)/g, (_, part: string) => PARTS[part] ?? SOME_ID);
  const answer = await server.app.inject({
    method,
    url: API_PREFIX + address,
    headers: { host: "localhost:4700", ...headers },
    payload: body,
  });
  const set = answer.headers["set-cookie"];
  const { code } = answer.json() as { code: string };
  return { status: answer.statusCode, code, cookie: set === undefined ? null : String(set) };
}

const OWN = { origin: "http://localhost:4700" };
const EVIL = { origin: "http://evil.example" };

/** What other sites can make a browser send along with its cookie. */
const FOREIGN: Record<string, Headers> = {
  "a script of another site": { ...JSON_TYPE, ...EVIL, "sec-fetch-site": "cross-site" },
  "a script of another site, in an old browser": { ...JSON_TYPE, ...EVIL },
  "a page of a neighbour": {
    ...JSON_TYPE,
    origin: "http://localhost:4701",
    "sec-fetch-site": "same-site",
  },
  "the same host without https": { ...JSON_TYPE, origin: "https://localhost:4700" },
  "a page without an origin": { ...JSON_TYPE, origin: "null", "sec-fetch-site": "cross-site" },
  "something that hides where it comes from": { ...JSON_TYPE },
  "something that says cross-site alone": { ...JSON_TYPE, "sec-fetch-site": "cross-site" },
};
const FORMS = ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"];

test("there are many routes that write", () => {
  expect(writes.length).toBeGreaterThan(50);
});

test.each(writes.map((def) => [def.id, def] as const))(
  "%s is refused to other sites under a cookie, whatever they send",
  async (_id, def) => {
    for (const [who, headers] of Object.entries(FOREIGN)) {
      const answer = await knock(def, { cookie, ...headers });
      expect([who, answer]).toEqual([who, { status: 403, code: "origin_refused", cookie: null }]);
    }
    for (const type of FORMS) {
      for (const origin of [{}, EVIL, OWN] as Headers[]) {
        const answer = await knock(def, { cookie, ...origin, "content-type": type }, "a=b");
        expect([type, answer.code]).toEqual([type, expect.toBeOneOf(["origin_refused", "unsupported_media"])]);
        expect(answer.cookie).toBeNull();
      }
    }
  },
);

test.each(writes.map((def) => [def.id, def] as const))(
  "%s is not refused to pages of this server",
  async (_id, def) => {
    for (const headers of [OWN, { "sec-fetch-site": "same-origin" }] as Headers[]) {
      const { code } = await knock(def, { cookie, ...JSON_TYPE, ...headers });
      expect(code).not.toBe("origin_refused");
      expect(code).not.toBe("unauthorized");
    }
  },
);

test("after all of that nothing has happened in the room", async () => {
  const { view } = await server.admin.call("getRoom", { params: { room } });
  expect(view.seq).toBe(1);
  const { data: people } = await server.admin.call("listRoomPeople", { params: { room } });
  expect(people.map(({ name, role }) => [name, role])).toContainEqual(["Olga", "owner"]);
});

test.each(["signIn", "lookAtLink", "startOidc", "finishOidc"] as const)(
  "%s, for which nobody must be signed in, is refused to other sites without a cookie",
  async (id) => {
    for (const headers of [EVIL, { "sec-fetch-site": "cross-site" }] as Headers[]) {
      const answer = await knock(routes[id], { ...JSON_TYPE, ...headers });
      expect(answer).toEqual({ status: 403, code: "origin_refused", cookie: null });
    }
    for (const type of FORMS) {
      const { code } = await knock(routes[id], { "content-type": type }, "{}");
      expect(code).toBe("unsupported_media");
    }
  },
);

/** The status with which the live socket is refused; 101 where it opens. */
function upgrade(headers: Headers): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${server.baseUrl.replace("http", "ws")}${LIVE_PATH}`, {
      headers,
    });
    socket.once("open", () => {
      socket.close();
      resolve(101);
    });
    socket.once("unexpected-response", (request, response) => {
      request.destroy();
      resolve(response.statusCode ?? 0);
    });
    socket.once("error", reject);
  });
}

test("the live socket opens under a cookie for pages of this server alone", async () => {
  expect(await upgrade({ cookie, origin: server.baseUrl })).toBe(101);
  expect(await upgrade({ cookie, "sec-fetch-site": "same-origin" })).toBe(101);
  for (const headers of [
    {},
    EVIL,
    { origin: "null" },
    { origin: `${server.baseUrl}0` },
    { origin: server.baseUrl.replace("http", "https") },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", ...EVIL },
  ] as Headers[])
    expect([headers, await upgrade({ cookie, ...headers })]).toEqual([headers, 403]);
});

test("the live socket opens for programs, wherever they come from, and for nobody without a credential", async () => {
  expect(await upgrade({ authorization: `Bearer ${token}`, ...EVIL })).toBe(101);
  expect(await upgrade({ origin: server.baseUrl })).toBe(401);
  expect(await upgrade({ cookie: "squadroom_session=x", origin: server.baseUrl })).toBe(401);
});
