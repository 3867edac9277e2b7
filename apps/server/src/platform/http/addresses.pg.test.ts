import { request } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aServer, createRoom, KEY } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";

let db: TestDatabase;
let server: Awaited<ReturnType<typeof aServer>>;
let room: string;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
  room = await createRoom(server.admin);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** Sent as it is: a browser's or a client's own encoding would mend it. */
function get(path: string): Promise<{ status: number; code: string; requestId: string }> {
  const headers = { authorization: `Local ${KEY}` };
  return new Promise((resolve, reject) => {
    request(new URL(server.baseUrl), { path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode, ...JSON.parse(text) } as never));
    })
      .on("error", reject)
      .end();
  });
}

test.each([
  ["a room's name with NUL", () => "/api/v1/rooms/a%00b", 404, "room_unknown"],
  ["a task's id with NUL", () => `/api/v1/rooms/${room}/tasks/a%00b`, 400, "invalid_text"],
  ["a cursor with NUL", () => "/api/v1/rooms?cursor=%00", 400, "invalid_text"],
  ["a filter with NUL", () => `/api/v1/rooms/${room}/tasks?text=a%00b`, 400, "invalid_text"],
  ["a part that is too long", () => `/api/v1/rooms/${"x".repeat(3_000)}`, 400, "bad_request"],
  ["an encoding that is none", () => "/api/v1/rooms/%", 400, "bad_request"],
  ["more than headers may be", () => `/api/v1/rooms/${"x".repeat(40_000)}`, 431, "bad_request"],
])("%s is refused with a code", async (_what, path, status, code) => {
  expect(await get(path())).toMatchObject({ status, code, requestId: expect.any(String) });
});

test("a request that its caller cuts off isn't called wrong", async () => {
  const { port } = new URL(server.baseUrl);
  const socket = connect({ port: Number(port), host: "127.0.0.1", allowHalfOpen: true });
  socket.end("POST /api/v1/rooms HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{");
  expect(await text(socket).catch(() => "")).toBe("");
});

test("pages say what they may load, and data that it is none", async () => {
  const policy = async (path: string) => (await fetch(server.baseUrl + path)).headers.get("content-security-policy");
  expect(await policy("/api/v1/me")).toBe("default-src 'none';frame-ancestors 'none'");
  for (const page of ["/", "/rooms/none", "/api/docs/"])
    expect(await policy(page), page).toContain("script-src 'self'");
});
