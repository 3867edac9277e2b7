import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { until } from "../../platform/room/room-process.fixture.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { aCaller, ERAS } from "./mcp.fixture.ts";

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

const eventsOf = async (room: string) =>
  (await server.admin.call("listEvents", { params: { room }, query: { limit: 500 } })).data;
const typesOf = async (room: string) => (await eventsOf(room)).map(({ type }) => type);
const say = (room: string, body: string) =>
  server.admin.call("sendMessage", { params: { room }, body: { body } });
const waiting = () => server.runtime.waiters.count();

async function aSolo() {
  const room = await createRoom(server.admin, "solo");
  return { room, token: await createToken(server.admin, room, "solo") };
}

describe.each(ERAS)("an agent that calls tools, %s", (era) => {
  test("joins, waits, works and hands over, and the same call returns the next task", async () => {
    const { room, token } = await aSolo();
    const agent = await aCaller(server, token, { era, name: "codex-mcp-client" });
    const first = agent.call("wait_for_task");
    await until(() => waiting() === 1);
    await say(room, "Make the first thing.");
    const task = await first;
    expect(task.text).toContain("You are solo");
    expect(task.text).toContain("Make the first thing.");
    expect(task.text).toContain('hand_off {"taskId":"TASK-001","to":"user","intent":"deliver"');
    expect(task.data.task).toMatchObject({ taskId: "TASK-001" });

    const told = await agent.call("report_progress", { taskId: "TASK-001", percent: 40 });
    expect(told.isError).toBe(false);
    await say(room, "Make the second thing.");
    const next = await agent.call("hand_off", {
      taskId: "TASK-001",
      to: "user",
      intent: "deliver",
      message: "Made it.",
    });
    expect(next.data).toMatchObject({ to: "user", task: { taskId: "TASK-002" } });
    expect(next.text).toContain("Make the second thing.");

    const joined = (await eventsOf(room)).find(({ type }) => type === "agent.joined");
    expect(joined?.data).toMatchObject({
      door: "mcp",
      harness: "codex-mcp-client",
      class: "manual",
    });
    expect(await typesOf(room)).toEqual(
      expect.arrayContaining(["task.progressed", "handoff.delivered"]),
    );
    await agent.close();
  });
});
