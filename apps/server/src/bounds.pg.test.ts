import { eventually } from "@squadroom/core/testing/eventually.fixture";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { type TestDatabase, testDatabase } from "./platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "./server.fixture.ts";

let db: TestDatabase;
let server: Server;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url, { sockets: 3 });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** Opens a live socket; resolves to what it is answered: `open`, or the status and body of a refusal. */
function openSocket(token: string, sockets: WebSocket[]): Promise<unknown> {
  const address = `${server.baseUrl.replace("http", "ws")}/api/v1/live`;
  const socket = new WebSocket(address, { headers: { authorization: `Bearer ${token}` } });
  sockets.push(socket);
  return new Promise((resolve, reject) => {
    socket.on("message", () => resolve("open"));
    socket.on("close", (code) => resolve(code));
    socket.on("error", reject);
    socket.on("unexpected-response", (_request, response) => {
      let body = "";
      response.on("data", (part: Buffer) => {
        body += String(part);
      });
      response.on("end", () => resolve({ status: response.statusCode, ...JSON.parse(body) }));
    });
  });
}

describe("live sockets of one credential", () => {
  test("are bounded, one by one and all at once, and another credential has its own", async () => {
    const room = await createRoom(server.admin, "squad");
    const token = await createToken(server.admin, room, "builder");
    const other = await createToken(server.admin, room, "reviewer");
    const sockets: WebSocket[] = [];
    for (let n = 0; n < 3; n++) expect(await openSocket(token, sockets)).toBe("open");
    expect(await openSocket(token, sockets)).toMatchObject({
      status: 409,
      code: "limit_reached",
      details: { limit: 3 },
    });
    const rush = await Promise.all(Array.from({ length: 12 }, () => openSocket(other, sockets)));
    expect(rush.filter((answer) => answer === "open")).toHaveLength(3);

    sockets[0]?.close();
    await eventually(async () => expect(await openSocket(token, sockets)).toBe("open"));
    for (const socket of sockets) socket.terminate();
  });
});

describe("a rate that is reached", () => {
  test("says how long its window still lasts", async () => {
    const own = await testDatabase();
    const strict = await aServer(own.url, { rateLimit: 10 });
    const ask = () => fetch(new URL("/api/v1/me", strict.baseUrl));
    let answer = await ask();
    for (let n = 0; n < 20 && answer.status !== 429; n++) answer = await ask();
    const { details } = (await answer.json()) as { details: { retryAfterS: number } };
    expect(answer.status).toBe(429);
    expect(details.retryAfterS).toBeGreaterThan(5);
    expect(details.retryAfterS).toBeLessThanOrEqual(10);
    expect(answer.headers.get("retry-after")).toBe(String(details.retryAfterS));
    expect(answer.headers.get("x-ratelimit-reset")).toBe(String(details.retryAfterS));
    await strict.close();
    await own.drop();
  });
});

describe("demos", () => {
  test("are one for each person, however often and however fast it asks, and few of a server", async () => {
    const started: string[] = [];
    const { demos } = server.runtime.roomTools;
    demos.start = async (_roomId, room) => void started.push(room);
    demos.ensure = async () => undefined;
    const all = await Promise.all(Array.from({ length: 6 }, () => server.admin.call("startDemo")));
    expect(new Set(all.map(({ name }) => name)).size).toBe(1);
    expect(started).toEqual(["first-squad"]);
    // Of each team one.
    const pipelines = () => server.admin.call("startDemo", { body: { team: "lifecycle" } });
    expect((await pipelines()).name).toBe("first-lifecycle");
    expect((await pipelines()).name).toBe("first-lifecycle");
    await server.admin.call("removeRoom", { params: { room: "first-lifecycle" } });
    started.pop();

    const { sql } = server.runtime;
    // Four of other people.
    for (let n = 0; n < 5; n++) {
      await sql`UPDATE events SET actor = '{"kind":"person","id":"another","name":"Other"}' WHERE seq = 1`;
      if (n < 4) await server.admin.call("startDemo");
    }
    expect(started).toHaveLength(5);
    await expect(server.admin.call("startDemo")).rejects.toMatchObject({
      refusal: { code: "limit_reached", details: { limit: 5 } },
    });
  });
});
