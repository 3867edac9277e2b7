import type { RoomId } from "@squadroom/core/kernel/ids";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { until } from "../../platform/room/room-process.fixture.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { aCaller, type Caller, ERAS } from "./mcp.fixture.ts";

let db: TestDatabase;
let server: Server;
const callers: Caller[] = [];

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterEach(async () => {
  vi.useRealTimers();
  for (const caller of callers.splice(0)) await caller.close();
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const eventsOf = async (room: string) =>
  (await server.admin.call("listEvents", { params: { room }, query: { limit: 500 } })).data;
const typesOf = async (room: string) => (await eventsOf(room)).map(({ type }) => type);
const countOf = async (room: string, type: string) => (await typesOf(room)).filter((one) => one === type).length;
const say = (room: string, body: string) => server.admin.call("sendMessage", { params: { room }, body: { body } });
const untilWaits = (room: string, count = 1) =>
  until(() => server.runtime.waiters.agentsIn(room as RoomId).length === count);

async function connect(...args: Parameters<typeof aCaller>): Promise<Caller> {
  const caller = await aCaller(...args);
  callers.push(caller);
  return caller;
}

async function aSeat(preset: "solo" | "squad" = "solo", role: string = preset) {
  const room = await createRoom(server.admin, preset);
  return { room, token: await createToken(server.admin, room, role) };
}

const DELIVER = { taskId: "TASK-001", to: "user", intent: "deliver", message: "Made it." };

describe.each(ERAS)("an agent that calls tools, %s", (era) => {
  test("joins, waits, works and hands over, and the same call returns the next task", async () => {
    const { room, token } = await aSeat();
    const agent = await connect(server, token, { era, name: "codex-mcp-client" });
    const joined = await agent.call("join_room", { role: "solo" });
    expect(joined.text).toContain("You are solo");
    expect(joined.text).toContain("You hold no task.");
    const first = agent.call("wait_for_task");
    await untilWaits(room);
    // The greeting has joined by then.
    expect(await countOf(room, "agent.joined")).toBe(1);
    await say(room, "Make the first thing.");
    const task = await first;
    expect(task.text).not.toContain("You are solo");
    expect(task.text).toContain("Make the first thing.");
    expect(task.text).toContain('hand_off {"taskId":"TASK-001","to":"user","intent":"deliver"');
    expect(task.data.task).toMatchObject({ taskId: "TASK-001" });
    expect(task.bytes).toBeLessThan(10_000);

    const told = await agent.call("report_progress", { taskId: "TASK-001", percent: 40 });
    expect([told.isError, told.data.state]).toEqual([false, "in_progress"]);
    await say(room, "Make the second thing.");
    const next = await agent.call("hand_off", DELIVER);
    expect(next.data).toMatchObject({ to: "user", task: { taskId: "TASK-002" } });
    expect(next.text).toContain("Make the second thing.");
    expect(next.text).not.toContain("You are solo");

    const [join] = (await eventsOf(room)).filter(({ type }) => type === "agent.joined");
    expect(join?.data).toMatchObject({
      door: "mcp",
      harness: "codex-mcp-client",
      class: "manual",
    });
    expect(await countOf(room, "agent.joined")).toBe(1);
  });

  test("reads its first prompt once, with whatever it calls first, and again when it asks", async () => {
    const { room, token } = await aSeat();
    await say(room, "Make it.");
    const agent = await connect(server, token, { era });
    expect((await agent.call("show_context")).text).toContain("You are solo");
    const task = await agent.call("wait_for_task");
    expect(task.text).toContain("Make it.");
    expect([task.text, task.data.introduction].join()).not.toContain("You are solo");
    expect((await agent.call("show_context")).text).toContain("You are solo");

    const other = await aSeat();
    await say(other.room, "Make it.");
    const claims = await connect(server, other.token, { era });
    expect((await claims.call("wait_for_task")).text).toContain("You are solo");
    expect((await claims.call("list_tasks")).text).not.toContain("You are solo");
  });

  test("is told its prompt as instructions, and every tool by name", async () => {
    const { token } = await aSeat();
    const { client } = await connect(server, token, { era });
    expect(client.getInstructions()).toContain("wait_for_task");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["wait_for_task", "hand_off", "complete_task", "read_more"]),
    );
    expect(tools.filter(({ inputSchema }) => inputSchema.type !== "object")).toEqual([]);
  });

  test("hears while it waits that the call still lives", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const { room, token } = await aSeat();
    const agent = await connect(server, token, { era });
    const waiting = agent.call("wait_for_task");
    await untilWaits(room);
    vi.advanceTimersByTime(20_000);
    await until(() => agent.ticks() === 2);
    await say(room, "Make it.");
    expect((await waiting).data.task).toMatchObject({ taskId: "TASK-001" });
    vi.advanceTimersByTime(60_000);
    expect(agent.ticks()).toBe(2);
  });

  test("waits twice at once, and both calls return the task that one of them claimed", async () => {
    const { room, token } = await aSeat();
    const agent = await connect(server, token, { era });
    const other = await connect(server, token, { era });
    const both = [agent.call("wait_for_task"), other.call("wait_for_task")];
    await untilWaits(room, 2);
    await say(room, "Make it.");
    const told = await Promise.all(both);
    expect(told.map(({ data }) => (data.task as { taskId: string }).taskId)).toEqual(["TASK-001", "TASK-001"]);
    expect(await countOf(room, "task.claimed")).toBe(1);
    expect(await countOf(room, "agent.joined")).toBe(1);
  });

  test("that dies while it waits claims nothing, and whoever comes after it does", async () => {
    const { room, token } = await aSeat();
    const dead = await connect(server, token, { era });
    const gone = dead.call("wait_for_task").catch(() => null);
    await untilWaits(room);
    await dead.close();
    await gone;
    await until(() => server.runtime.waiters.all().every((waiter) => !waiter.isOpen()));
    await say(room, "Make it.");
    expect(await countOf(room, "task.claimed")).toBe(0);
    const agent = await connect(server, token, { era });
    expect((await agent.call("wait_for_task")).data.task).toMatchObject({ taskId: "TASK-001" });
  });

  test("is refused as a result, with what is allowed and what to do", async () => {
    const { room, token } = await aSeat();
    await say(room, "Make it.");
    const agent = await connect(server, token, { era });
    await agent.call("wait_for_task");
    const no = await agent.call("hand_off", { ...DELIVER, to: "reviewer", intent: "work" });
    expect(no.isError).toBe(true);
    expect(JSON.parse(no.text)).toMatchObject({
      code: "role_unknown",
      message: expect.any(String),
      allowed: expect.any(Array),
      advice: expect.any(String),
    });
    const field = await agent.call("report_progress", { taskId: "TASK-001", per_cent: 1 });
    expect(JSON.parse(field.text)).toMatchObject({ code: "unknown_field" });
    const unknown = await agent.call("no_such_tool");
    expect(JSON.parse(unknown.text)).toMatchObject({ code: "not_found" });
  });

  test("whose credential is revoked is ended, in the wait and at the next call", async () => {
    const { room, token } = await aSeat();
    const agent = await connect(server, token, { era });
    const waiting = agent.call("wait_for_task");
    await untilWaits(room);
    const { data } = await server.admin.call("listCredentials", { params: { room } });
    const credentialId = data[0]?.id ?? "";
    await server.admin.call("revokeCredential", { params: { room, credentialId } });
    expect(JSON.parse((await waiting).text)).toMatchObject({ code: "unauthorized" });
    await expect(agent.call("show_team")).rejects.toThrow();
  });

  test("reads its task, its team and its prompts", async () => {
    const { room, token } = await aSeat();
    await say(room, "Make it.");
    const agent = await connect(server, token, { era });
    await agent.call("wait_for_task");
    const { resources } = await agent.client.listResources();
    const read = async (uri: string) => {
      const [one] = (await agent.client.readResource({ uri })).contents;
      return one && "text" in one ? one.text : "";
    };
    expect(resources.map(({ name }) => name)).toEqual(["task", "team", "context"]);
    expect(await read("squadroom://task")).toContain("# TASK-001");
    expect(await read("squadroom://context")).toContain("You are solo");
    expect(JSON.parse(await read("squadroom://team"))).toHaveProperty("ready");
    const { prompts } = await agent.client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["solo"]);
    const { messages } = await agent.client.getPrompt({ name: "solo" });
    expect(JSON.stringify(messages)).toContain("wait_for_task");
    await expect(agent.client.readResource({ uri: "squadroom://nothing" })).rejects.toThrow();
    expect(await countOf(room, "agent.joined")).toBe(1);
  });
});

describe("a tool call that comes again", () => {
  test("ends a task once, and returns the next one once more", async () => {
    const { room, token } = await aSeat();
    await say(room, "First.");
    await say(room, "Second.");
    const agent = await connect(server, token);
    await agent.call("wait_for_task");
    await agent.call("hand_off", DELIVER);
    const again = await agent.call("hand_off", DELIVER);
    expect(again.isError).toBe(false);
    expect(again.data).toMatchObject({ to: "user", task: { taskId: "TASK-002" } });
    expect(await countOf(room, "handoff.delivered")).toBe(1);
  });

  test("never ends the task that came after", async () => {
    const { room, token } = await aSeat();
    await say(room, "First.");
    await say(room, "Second.");
    const agent = await connect(server, token);
    await agent.call("wait_for_task");
    await agent.call("hand_off", DELIVER);
    const other = await agent.call("hand_off", { ...DELIVER, message: "In other words." });
    expect(other.isError).toBe(true);
    expect(await countOf(room, "handoff.delivered")).toBe(1);
    const never = await agent.call("report_progress", { taskId: "PLAN-077", percent: 5 });
    expect(never.isError).toBe(true);
    expect(JSON.stringify(never)).not.toContain(String(Number.MAX_SAFE_INTEGER));
  });

  test("because its answer was lost happens once; two wishes in the same words are two", async () => {
    const { room, token } = await aSeat("squad", "planner");
    const agent = await connect(server, token);
    await agent.call("show_team");
    const send = (id: number, signal?: AbortSignal) =>
      fetch(`${server.baseUrl}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id,
          method: "tools/call",
          params: { name: "send_message", arguments: { to: "user", body: "Hello." } },
        }),
        ...(signal ? { signal } : {}),
      }).then((answer) => answer.text());
    await send(1);
    await send(1);
    expect(await countOf(room, "message.sent")).toBe(1);
    await send(2);
    expect(await countOf(room, "message.sent")).toBe(2);
  });

  test("after a refusal is decided anew", async () => {
    const { room, token } = await aSeat("squad", "planner");
    await say(room, "Make it.");
    const agent = await connect(server, token);
    const { data } = await agent.call("wait_for_task");
    const { taskId } = data.task as { taskId: string };
    const pass = { taskId, to: "builder", intent: "work", message: "Build it.", wait: false };
    const no = await agent.call("hand_off", pass);
    expect(JSON.parse(no.text).code).toMatch(/^target_/);
    const builder = await connect(server, await createToken(server.admin, room, "builder"));
    await builder.call("show_team");
    const yes = await agent.call("hand_off", pass);
    expect(yes.isError).toBe(false);
    expect(yes.data).toMatchObject({ to: "builder" });
  });
});

describe("the door", () => {
  const post = (headers: Record<string, string>, body: unknown = ping) =>
    fetch(`${server.baseUrl}/mcp`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const ping = { jsonrpc: "2.0", id: 1, method: "tools/list" };

  test("lets in agents alone, and says so to all others", async () => {
    const { token } = await aSeat();
    expect((await post({ authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: "Bearer sqr_nobody" })).status).toBe(401);
    expect((await post({ authorization: `Bearer ${token}` }, [ping, ping])).status).toBe(400);
  });

  test("is closed to pages of elsewhere, and to names of elsewhere", async () => {
    const { token } = await aSeat();
    const authorization = `Bearer ${token}`;
    expect((await post({ authorization, origin: "https://evil.example" })).status).toBe(403);
    expect((await post({ authorization, origin: server.baseUrl })).status).toBe(200);
    const { app } = server;
    const inject = (host: string) =>
      app.inject({
        method: "POST",
        url: "/mcp",
        headers: { authorization, host, "content-type": "application/json" },
        payload: ping,
      });
    expect((await inject("evil.example:4600")).statusCode).toBe(403);
  });

  test("opens no streams and keeps no sessions", async () => {
    const { token } = await aSeat();
    for (const method of ["GET", "DELETE"]) {
      const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
      const answer = await fetch(`${server.baseUrl}/mcp`, { method, headers });
      expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
    }
  });

  test("holds no stream open for news that never come", async () => {
    const { token } = await aSeat();
    const agent = await connect(server, token);
    const stream = await agent.client.listen({ toolsListChanged: true });
    expect(await stream.closed).toBe("graceful");
  });

  test("closes with its server, whoever waits", async () => {
    const other = await aServer(db.url);
    const room = await createRoom(other.admin, "solo");
    const agent = await aCaller(other, await createToken(other.admin, room, "solo"));
    const waiting = agent.call("wait_for_task").catch((error: unknown) => error);
    await until(() => other.runtime.waiters.count() === 1);
    await other.runtime.letGo();
    expect((await waiting) as { data: object }).toMatchObject({
      data: { task: null, reason: "server_stopping", next: "Call wait_for_task again." },
    });
    await other.close();
    await agent.close();
  });
});
