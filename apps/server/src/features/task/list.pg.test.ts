import { joinRoom } from "@squadroom/client/agent";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";

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

async function aSeat(room: string, role: string) {
  const token = await createToken(server.admin, room, role);
  return joinRoom(server.clientOf(token), { role });
}
const list = async (room: string, query: Record<string, unknown> = {}) =>
  server.admin.call("listTasks", { params: { room }, query });
const idsOf = async (room: string, query: Record<string, unknown>) =>
  (await list(room, query)).data.map(({ id }) => id);

test("says of each task why it is blocked, in the words that a single one is answered with", async () => {
  const room = await createRoom(server.admin, "duo");
  await aSeat(room, "builder");
  await server.admin.call("createTasks", {
    params: { room },
    body: {
      tasks: [
        { ref: "dig", role: "builder", title: "Dig", instruction: "Two metres." },
        { role: "builder", title: "Plant", instruction: "An oak.", requires: ["ref:dig"] },
        { role: "planner", title: "Plan", instruction: "A garden." },
      ],
    },
  });

  const { data: tasks } = await list(room);
  expect(Object.fromEntries(tasks.map(({ id, blocked }) => [id, blocked.map((r) => r.text)]))).toEqual({
    "DEV-001": [],
    "DEV-002": ["Waiting for DEV-001 “Dig”, which nobody has started."],
    "PLAN-001": ["No Planner is connected."],
  });
  for (const { id: taskId, blocked } of tasks) {
    const one = await server.admin.call("getTask", { params: { room, taskId } });
    expect(one.blocked).toEqual(blocked);
  }
});

test("filters by role, agent, priority and text, and pages what ended by its end", async () => {
  const room = await createRoom(server.admin, "duo");
  const builder = await aSeat(room, "builder");
  const other = await aSeat(room, "builder");
  const titles = ["One", "Two", "100% done_", "Four", "Five"];
  await server.admin.call("createTasks", {
    params: { room },
    body: {
      tasks: titles.map((title, n) => ({
        role: "builder",
        title,
        instruction: "do it",
        ...(n === 4 ? { priority: "high" as const } : {}),
      })),
    },
  });
  const end = async (agent: typeof builder) => {
    const { task } = await agent.claim();
    if (task) await agent.complete(task, { result: { summary: "Done." } });
  };
  // The high one goes first: by its end DEV-005 is the oldest.
  await end(builder);
  await end(other);
  await end(builder);

  expect(await idsOf(room, { state: "ended" })).toEqual(["DEV-002", "DEV-001", "DEV-005"]);
  const first = await list(room, { state: "ended", limit: 2 });
  expect(first.data.map(({ id }) => id)).toEqual(["DEV-002", "DEV-001"]);
  expect(await idsOf(room, { state: "ended", limit: 2, cursor: first.next })).toEqual(["DEV-005"]);
  expect(await idsOf(room, { state: "ended", agentId: builder.joined.agentId })).toEqual(["DEV-002", "DEV-005"]);
  expect(await idsOf(room, { agentId: other.joined.agentId })).toEqual(["DEV-001"]);
  expect(await idsOf(room, { priority: "high" })).toEqual(["DEV-005"]);
  expect(await idsOf(room, { text: "0% done_" })).toEqual(["DEV-003"]);
  expect(await idsOf(room, { text: "%" })).toEqual(["DEV-003"]);
  expect(await idsOf(room, { text: "dev-00", state: "live" })).toEqual(["DEV-004", "DEV-003"]);
  expect(await idsOf(room, { role: "planner" })).toEqual([]);
  expect(await idsOf(room, { state: "ended", without: "perspectives" })).toEqual(["DEV-002", "DEV-001", "DEV-005"]);
  expect(await idsOf(room, { sessionId: 1 })).toEqual([]);
  const [row] = (await list(room, { text: "DEV-005" })).data;
  expect(row).toMatchObject({
    lastHolder: builder.joined.agentId,
    state: "completed",
    blocked: [],
  });
  const report = await server.admin.call("verifyRoom", { params: { room } });
  expect(report).toMatchObject({ ok: true });
});

test("tasks that were there wait for a new one that says so, and the tables agree with the log", async () => {
  const room = await createRoom(server.admin, "duo");
  const params = { room };
  const create = (task: Record<string, unknown>) =>
    server.admin.call("createTasks", {
      params,
      body: { tasks: [{ role: "builder", title: "Dig", instruction: "Two metres.", ...task }] },
    });
  await create({});
  await create({ blocks: ["DEV-001"] });
  const { task } = await server.admin.call("getTask", { params: { room, taskId: "DEV-001" } });
  expect(task).toMatchObject({ requires: ["DEV-002"], waitsFor: ["DEV-002"] });
  expect(await server.admin.call("verifyRoom", { params })).toMatchObject({ differences: [] });
  await expect(create({ blocks: ["DEV-001"], requires: ["DEV-001"] })).rejects.toMatchObject({
    code: "dependency_cycle",
  });
});
