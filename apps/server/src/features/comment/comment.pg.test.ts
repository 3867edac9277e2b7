import type { Agent } from "@squadroom/client/agent";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, refusalOf, take } from "../decision/squad.fixture.ts";
import { aRun } from "../run/run.fixture.ts";

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

const place = { file: "src/refund.ts", line: 12, text: "Mind the cents." };

test("a person's comment reaches the agent at work, goes on with its result, and is listed", async () => {
  const room = await createRoom(here.admin, "duo");
  const params = { room };
  const planner = await anAgent(here, room, "planner");
  const builder = await anAgent(here, room, "builder");
  await here.admin.call("sendMessage", { params, body: { body: "Refunds." } });
  const handOff = async (by: Agent, to: string, message: string) => {
    const { taskId, fence } = await take(by);
    const body = { taskId, fence, to, intent: "work", message, result: { summary: "Done." } };
    await by.client.call("handOff", { params, body: body as never });
  };
  await handOff(planner, "builder", "Make refunds idempotent.");
  await take(builder);

  const body = { task: "DEV-001", comments: [place] } as never;
  const said = await here.admin.call("commentLines", { params, body });
  expect(said).toMatchObject({ outcome: "told", taskId: "DEV-001" });
  await handOff(builder, "planner", "They are.");
  const { task } = await here.admin.call("getTask", {
    params: { ...params, taskId: "PLAN-002" as never },
  });
  expect(task.instruction).toContain("- src/refund.ts:12: Mind the cents.");
  const { data } = await here.admin.call("listComments", { params, query: { task: "DEV-001" } });
  expect(data).toEqual([
    {
      id: said.commentIds[0],
      taskId: "DEV-001",
      runId: null,
      ...place,
      endLine: 12,
      side: "new",
      severity: "medium",
      at: expect.any(Number),
      heldBy: null,
      by: expect.any(String),
    },
  ]);
  expect(await here.admin.call("verifyRoom", { params })).toMatchObject({ ok: true });
});

test("it names one change, which exists", async () => {
  const { roomId: room, run } = await aRun(here);
  const comment = (body: object) =>
    refusalOf(here.admin.call("commentLines", { params: { room }, body: body as never }));
  const comments = [place];
  expect(await comment({ comments })).toMatchObject({ code: "bad_request" });
  expect(await comment({ run, task: "DEV-001", comments })).toMatchObject({ code: "bad_request" });
  expect(await comment({ run, comments })).toMatchObject({ code: "run_state" });
  expect(await comment({ run: 99, comments })).toMatchObject({ code: "run_unknown" });
  expect(await comment({ task: "DEV-001", comments })).toMatchObject({ code: "task_unknown" });
});
