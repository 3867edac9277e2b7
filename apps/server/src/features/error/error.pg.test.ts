import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, differencesIn, refusalOf, take } from "../decision/squad.fixture.ts";

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

/** A builder with a task in its hand, and another task waiting. */
async function atWork() {
  const { call } = server.admin;
  const room = await createRoom(server.admin, "duo");
  const tasks = [1, 2].map((n) => ({ role: "builder", title: `Part ${n}`, instruction: "x" }));
  await call("createTasks", { params: { room }, body: { tasks } as never });
  const builder = await anAgent(server, room, "builder");
  const { taskId, fence } = await take(builder);
  const report = (more: object = {}) =>
    builder.client.call("reportError", {
      params: { room, taskId },
      body: { fence, message: "It doesn't build.", ...more } as never,
    });
  return { room, builder, taskId, report };
}

test("errors are listed with their place and what was tried, without secrets, and the tables say so", async () => {
  const { room, report, taskId } = await atWork();
  const { call } = server.admin;
  await report({
    severity: "critical",
    type: "TypeError",
    file: "src/a.ts",
    line: 12,
    column: 3,
    message: "AKIAIOSFODNN7EXAMPLE is not a key.",
    attemptedFixes: [{ fix: "used AKIAIOSFODNN7EXAMPLE", outcome: "worked", note: "41 passed" }],
    suggestedAgent: "planner",
  });
  await report({ severity: "warning", message: "Unused import." });
  const { data } = await call("listErrors", { params: { room } });
  expect(data).toMatchObject([
    { id: 2, severity: "warning", count: 1, stopped: false, file: null },
    {
      id: 1,
      severity: "critical",
      type: "TypeError",
      file: "src/a.ts",
      line: 12,
      column: 3,
      count: 1,
      stopped: false,
      taskId,
      runId: null,
      by: { role: "builder" },
      attemptedFixes: [{ outcome: "worked", note: "41 passed" }],
    },
  ]);
  expect((await call("getTask", { params: { room, taskId } })).errors).toEqual(data);
  expect(JSON.stringify(data)).not.toContain("AKIAIOSFODNN7EXAMPLE");
  const of = async (query: object) => {
    const page = await call("listErrors", { params: { room }, query: query as never });
    return page.data.map(({ id }) => id);
  };
  expect(await of({ severity: "critical" })).toEqual([1]);
  expect(await of({ task: "DEV-002" })).toEqual([]);
  expect(await of({ task: taskId, agent: data[0]?.by.agentId })).toEqual([2, 1]);
  expect(await differencesIn(server, room)).toEqual([]);
});

test("the third stops its agent for good: no fourth, no other task, one question, until somebody answers", async () => {
  const { room, builder, report } = await atWork();
  const { call } = server.admin;
  for (const count of [1, 2]) expect(await report()).toMatchObject({ count, stopped: false });
  // Of two that come at once, one is the third, and the other is too late.
  const both = await Promise.allSettled([report(), report()]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect((await refusalOf(report())).code).toBe("worker_stopped");
  const claim = () => builder.client.call("claimTask", { params: { room }, body: { waitS: 0 } as never });
  expect(await claim()).toMatchObject({ status: "empty", reason: "waiting_on_human" });

  const asked = await call("listDecisions", { params: { room } });
  expect(asked.data).toMatchObject([{ kind: "task_failed", urgency: "high" }]);
  const [decision] = asked.data;
  const params = { room, decisionId: decision?.id as never };
  const body = { optionId: "retry_with_note", note: "Export the type first." };
  await call("answerDecision", { params, body });
  const again = await claim();
  expect(again).toMatchObject({ status: "task", task: { taskId: "DEV-001" } });
  expect(JSON.stringify(again)).toContain("Export the type first.");
  expect(await differencesIn(server, room)).toEqual([]);
});

test("a blocker asks who can close it, blocks the task, and is gone when that agent closes it", async () => {
  const { call } = server.admin;
  const room = await createRoom(server.admin, "duo");
  const tasks = [{ role: "builder", title: "Banner", instruction: "x" }];
  await call("createTasks", { params: { room }, body: { tasks } as never });
  const planner = await anAgent(server, room, "planner");
  const builder = await anAgent(server, room, "builder");
  const { taskId, fence } = await take(builder);
  const params = { room, taskId };
  const blockers = [{ description: "Which AKIAIOSFODNN7EXAMPLE?", requiresAgent: "planner" }];
  const checks = [{ name: "tests", passed: true, value: 82 }];
  const artifacts = [{ path: "a.ts", status: "created" as const, stage: "draft" as const }];
  const body = { fence, blockers, checks, artifacts };
  await builder.client.call("reportProgress", { params, body });
  const shown = await call("getTask", { params });
  expect(shown.blocked).toMatchObject([{ kind: "blocker" }]);
  expect(shown.task.progress).toMatchObject({ checks, artifacts: [{ stage: "draft" }] });
  expect(JSON.stringify(shown)).not.toContain("AKIAIOSFODNN7EXAMPLE");
  const asked = await planner.client.call("claimTask", { params: { room } });
  expect(JSON.stringify(asked)).toContain("is blocked on DEV-001");
  const at = { ...params, blocker: 1 } as never;
  const closed = await planner.client.call("closeBlocker", { params: at, body: { note: "None." } });
  expect(closed).toMatchObject({ open: 0 });
  expect((await call("getTask", { params })).blocked).toEqual([]);
  const told = await builder.client.call("reportProgress", {
    params,
    body: { fence, percent: 50 },
  });
  expect(told.messages.map((one) => one.body).join()).toContain("None.");
  expect(await differencesIn(server, room)).toEqual([]);
});
