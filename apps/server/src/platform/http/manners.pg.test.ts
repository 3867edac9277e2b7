import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aServer, createRoom, createToken, type Server, signInAs } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";

let db: TestDatabase;
let server: Server;
let room: string;
let headers: Record<string, string>;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
  room = await createRoom(server.admin);
  ({ headers } = await signInAs(server, room, "owner", "Olga"));
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

async function ask(method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
  const response = await fetch(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json", ...more },
    ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text ? JSON.parse(text) : null,
  };
}

describe("the API's manners", () => {
  test("another method than those of an address is told which there are", async () => {
    const wrong = await ask("PATCH", `/rooms/${room}/tasks`, {});
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe("GET, HEAD, POST");
    expect(wrong.body).toMatchObject({
      code: "method_not_allowed",
      allowed: ["GET", "HEAD", "POST"],
    });
    expect((await ask("GET", `/rooms/${room}/nothing`)).status).toBe(404);
  });

  test("what is made is answered with 201 and where it is", async () => {
    const task = { role: "builder", title: "Parse", instruction: "Write it." };
    const one = await ask("POST", `/rooms/${room}/tasks`, { tasks: [task] });
    expect([one.status, one.headers.get("location")]).toEqual([201, `/api/v1/rooms/${room}/tasks/DEV-001`]);
    expect((await ask("GET", one.headers.get("location")?.slice(7) ?? "")).status).toBe(200);
    const two = await ask("POST", `/rooms/${room}/tasks`, { tasks: [task, task] });
    expect([two.status, two.headers.get("location")]).toEqual([201, null]);
    const items = await ask("POST", `/rooms/${room}/backlog`, { items: [{ title: "Some day" }] });
    expect(items.headers.get("location")).toBe(`/api/v1/rooms/${room}/backlog/1`);
    const made = await ask("POST", "/rooms", { name: "manners", preset: "solo" });
    expect([made.status, made.headers.get("location")]).toEqual([201, `/api/v1/rooms/${made.body.roomId}`]);
  });

  test("every answer names its request, refused or not", async () => {
    const fine = await ask("GET", "/me");
    expect(fine.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    const refused = await ask("GET", `/rooms/${room}/tasks/DEV-999`);
    expect(refused.headers.get("x-request-id")).toBe(refused.body.requestId);
  });

  test("a body that is no JSON is told so by its type", async () => {
    const plain = await ask("POST", `/rooms/${room}/messages`, "hello", {
      "content-type": "text/plain",
    });
    expect([plain.status, plain.body.code]).toEqual([415, "unsupported_media"]);
  });

  test("a body that is too large is told how much this route takes", async () => {
    const big = await ask("POST", `/rooms/${room}/messages`, { body: "x".repeat(1_100_000) });
    expect(big).toMatchObject({
      status: 413,
      body: { code: "payload_too_large", details: { limit: 1_000_000 } },
    });
  });

  test("what is nested too deep is refused like any wrong body, at every door", async () => {
    const token = await createToken(server.admin, room, "builder");
    const as = { authorization: `Bearer ${token}`, cookie: "" };
    const deep = "[".repeat(100_000) + "]".repeat(100_000);
    const nested = `{"body":${deep},"id":1,"jsonrpc":"2.0","method":"ping","params":{"x":${deep}}}`;
    const doors = [
      ask("POST", `/rooms/${room}/messages`, nested),
      ask("POST", `/rooms/${room}/claims`, nested, as),
      fetch(`${server.baseUrl}/mcp`, {
        method: "POST",
        headers: { ...as, "content-type": "application/json" },
        body: nested,
      }).then(async (answer) => ({ status: answer.status, body: await answer.json() })),
    ];
    for (const { status, body } of await Promise.all(doors)) expect([status, body.code]).toEqual([400, "bad_request"]);
    const { agentId } = (await ask("POST", `/rooms/${room}/agents`, {}, as)).body;
    expect(agentId).toBeDefined();
    const call = { callId: "1", harness: "claude", tool: "Bash" };
    const input = { command: '"$('.repeat(3_000) };
    const judged = await ask("POST", `/rooms/${room}/tool-calls`, { ...call, input }, as);
    expect([200, 400]).toContain(judged.status);
  });

  test("a connect link's line leads to this server alone, whatever host it is asked as", async () => {
    const get = (host: string) =>
      server.app.inject({ url: `/c/${"a".repeat(26)}`, headers: { host, accept: "text/plain" } });
    expect((await get("127.0.0.1:4700")).body).toContain("http://127.0.0.1:4700/c/");
    const foreign = await get("evil.example");
    expect(foreign.statusCode).toBe(403);
    expect(foreign.json()).toMatchObject({
      code: "origin_refused",
      message: expect.stringContaining("SQUADROOM_PUBLIC_URL"),
    });
  });

  test("a webhook that would never be sent is refused at once, and the setting named", async () => {
    const body = { url: "http://127.0.0.1:9/hook" };
    const refused = await ask("POST", `/rooms/${room}/webhooks`, body);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain("SQUADROOM_WEBHOOK_PRIVATE=1");
  });

  test("an empty claim never says to come back at once; a fence never given is told so", async () => {
    const token = await createToken(server.admin, room, "reviewer");
    const as = { authorization: `Bearer ${token}`, cookie: "" };
    await ask("POST", `/rooms/${room}/agents`, {}, as);
    const empty = await ask("POST", `/rooms/${room}/claims`, {}, as);
    expect(empty.body).toMatchObject({ task: null, retryAfterS: 1 });
    const lost = await ask("POST", `/rooms/${room}/tasks/DEV-001/progress`, { fence: 99 }, as);
    expect(lost.body).toMatchObject({ code: "lease_lost" });
    expect(lost.body.message).toContain("No claim has the fence 99");
  });
});
