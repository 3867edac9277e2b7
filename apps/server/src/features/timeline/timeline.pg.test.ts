import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, type Server } from "../../server.fixture.ts";
import { anAgent, take } from "../decision/squad.fixture.ts";

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

test("a pipeline's timeline: attempts, waits for people and locks, what is left, and all of it once it has ended", async () => {
  const body = { name: "timeline", preset: "lifecycle" } as const;
  const { roomId: room } = await server.admin.call("createRoom", { body });
  const params = { room, sessionId: "1" };
  const timeline = async () => (await server.admin.call("getTimeline", { params })).timeline;
  await expect(timeline()).rejects.toMatchObject({ code: "session_unknown" });
  const [planner, executor, tester] = await Promise.all(
    ["planner", "executor", "tester"].map((role) => anAgent(server, room, role)),
  );
  if (!planner || !executor || !tester) throw new Error("they have joined");
  const session = { title: "Refunds", description: "Money back.", pipeline: "impl-only" };
  await server.admin.call("createSession", { params: { room }, body: session });

  await planner.fail(await take(planner), "The disk is full.");
  const plan = await take(planner);
  const under = await timeline();
  expect(under).toMatchObject({ title: "Refunds", to: null, done: 0, all: 4, cut: 0 });
  expect(under.rows.map(({ role, prefixes }) => [role, prefixes])).toEqual([
    ["planner", ["PLAN"]],
    ["executor", ["IMPL"]],
    ["tester", ["TEST"]],
    ["reviewer", ["REVIEW"]],
  ]);
  expect(under.rows[0]?.bars).toMatchObject([
    { taskId: "PLAN-001", attempt: 1, end: "failed", note: "The disk is full." },
    { taskId: "PLAN-001", attempt: 2, end: null, to: null },
  ]);
  expect(under.waits).toMatchObject([{ kind: "agent", taskId: "PLAN-001", text: "The disk is full." }]);
  await planner.complete(plan, { result: { summary: "done" } });

  await executor.complete(await take(executor), { result: { summary: "done" } });
  const held = await timeline();
  expect(held.rows[1]?.bars).toMatchObject([
    { taskId: "IMPL-001", end: "done", agent: expect.stringMatching(/^executor /) },
  ]);
  // Nobody is asked who could let both start: there is no coordinator.
  expect(held.waits.filter(({ kind, to }) => kind === "blocked" && to === null)).not.toEqual([]);
  expect(held.ahead).toEqual([]);
  expect(held.woken).toMatchObject([
    { taskIds: ["TEST-001", "REVIEW-001"], why: "nobody_there", to: held.woken[0]?.from },
  ]);

  await server.admin.call("pauseSession", { params, body: { reason: "Lunch." } });
  await server.admin.call("resumeSession", { params });
  expect((await timeline()).waits).toContainEqual(
    expect.objectContaining({ kind: "paused", text: "Lunch.", taskId: null }),
  );
  await server.admin.call("stopSession", { params, body: { reason: "Enough." } });
  const over = await timeline();
  expect(over.to).not.toBeNull();
  expect(over.waits.filter(({ to }) => to === null)).toEqual([]);
  expect(over.rows.flatMap(({ bars }) => bars)).toHaveLength(3);
  const { work, discussion, person, rest } = over.spent;
  expect(work + discussion + person + rest).toBe((over.to ?? 0) - over.from);
});
