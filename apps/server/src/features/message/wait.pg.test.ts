import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, differencesIn, refusalOf, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let here: Server;

beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
});
afterAll(async () => {
  await here.close();
  await db.drop();
});

test("a task waits for the coordinator: its agent's long poll ends with the answer, and its task", async () => {
  const room = await createRoom(here.admin, "duo");
  const params = { room };
  const planner = await anAgent(here, room, "planner");
  const builder = await anAgent(here, room, "builder");
  const tasks = [{ role: "builder", title: "Build it", instruction: "Build it." }];
  await here.admin.call("createTasks", { params, body: { tasks } });
  const { taskId } = await take(builder);
  const body = { subject: "Which API?", body: "v1 or v2?", kind: "question", waits: true } as const;
  const sent = await builder.client.call("sendMessage", { params, body });
  expect(sent.to).toBe("planner");
  const { blocked } = await here.admin.call("getTask", { params: { room, taskId } });
  expect(blocked).toMatchObject([{ kind: "blocker", text: "Waiting for the coordinator: “Which API?”" }]);
  const idle = await builder.client.call("claimTask", { params, body: { waitS: 0 } });
  expect(idle).toMatchObject({
    task: null,
    reason: "waiting_for_answer",
    detail: "planner hasn't answered yet: “Which API?”. The task stays yours.",
  });
  const waiting = builder.client.call("claimTask", { params, body: { waitS: 30 } });
  await planner.client.call("sendMessage", {
    params,
    body: { body: "v2.", repliesTo: sent.messageId },
  });
  const { task } = await waiting;
  expect(task).toMatchObject({ taskId, messages: [{ body: "v2." }] });
  expect(await differencesIn(here, room)).toEqual([]);
});

test("people wait for nothing this way, and neither does who has no task", async () => {
  const room = await createRoom(here.admin, "duo");
  const params = { room };
  const builder = await anAgent(here, room, "builder");
  const body = { body: "v1 or v2?", waits: true };
  for (const client of [here.admin, builder.client])
    expect(await refusalOf(client.call("sendMessage", { params, body }))).toMatchObject({
      code: "bad_request",
      details: { field: "body.waits" },
    });
});
