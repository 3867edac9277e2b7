import { readCsv } from "@squadroom/core/backlog/csv";
import type { WorkRow } from "@squadroom/core/metrics/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, type Server } from "../../server.fixture.ts";
import { anAgent, differencesIn, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let here: Server;
let rooms = 0;
beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
});
afterAll(async () => {
  await here.close();
  await db.drop();
});

const TEAM = {
  entryPoint: "lead",
  roles: [
    { name: "lead", handsTo: ["builder", "user"] },
    { name: "builder", handsTo: ["lead", "user"] },
  ],
  routing: { rules: [{ id: "r1", to: "builder", phrases: ["refund flow"] }] },
};

/** A message that a rule finds, one for the lead that is handed on, one for both, and one that is withdrawn. */
async function afterWork() {
  const name = `works-${++rooms}`;
  const { roomId: room } = await here.admin.call("createRoom", {
    body: { name, team: TEAM } as never,
  });
  const lead = await anAgent(here, room, "lead");
  const builder = await anAgent(here, room, "builder");
  const say = (body: string) => here.admin.call("sendMessage", { params: { room }, body: { body } });

  await say("Implement the refund flow in the shop.");
  const made = await take(builder);
  const usage = { inputTokens: 900, outputTokens: 100, model: "large", costUsd: 0.5, runId: "7" };
  await builder.progress(made, { percent: 10, usage });
  const artifacts = [{ path: "src/refund.ts", status: "created" as const }];
  const result = { summary: "=It is made.", artifacts };
  await builder.complete(made, { result, next: false });

  await say("Plan what comes after that, for all three of the shops.");
  const planned = await take(lead);
  await lead.handOff(planned, { to: "builder", message: "Make | it.", next: false });
  const failed = await take(builder);
  await builder.fail(failed, "No database.");

  const both = await say("@lead @builder Which of them is next, and what does it take?");
  const late = await say("Write the release notes for what was made today.");
  const params = { room, message: late.messageId };
  await here.admin.call("editMessage", { params, body: { body: "@builder Write the notes." } });
  const edited = await here.admin.call("listWorklog", { params: { room }, query: { limit: 1 } });
  expect(edited.data[0]?.why).toMatchObject({ kind: "mention", found: ["@builder"] });
  await here.admin.call("withdrawMessage", { params });
  return { room, params: { room }, builder, ids: { made, planned, failed, both, late } };
}

test("the work log tells who had each task, why, with what, and what came of it", async () => {
  const { room, params, builder, ids } = await afterWork();
  const { data } = await here.admin.call("listWorklog", { params, query: {} });
  const row = (id: string | null) => data.find(({ taskId }) => taskId === id) as WorkRow;
  const { made, planned, failed, both, late } = ids;
  expect(row(made.taskId)).toMatchObject({
    role: "builder",
    agent: builder.joined.name,
    outcome: "completed",
    attempts: 0,
    why: { kind: "rule", found: ["refund flow"], confidence: expect.any(Number) },
    tier: "standard",
    models: ["large"],
    runs: ["7"],
    files: ["src/refund.ts"],
    fileCount: 1,
    usage: { inputTokens: 900, costUsdMicros: 500_000 },
    claimedAt: expect.any(Number),
  });
  expect(row(planned.taskId)).toMatchObject({ outcome: "completed", why: { kind: "undecided" } });
  expect(row(failed.taskId)).toMatchObject({
    outcome: "open",
    lastEnd: "failed",
    attempts: 1,
    summary: "",
    why: { kind: "handoff", byRole: "lead", from: planned.taskId },
  });
  for (const { taskId } of both.branches)
    expect(row(taskId)).toMatchObject({ agent: "", claimedAt: null, why: { kind: "fanout" } });
  expect(row(late.taskId).outcome).toBe("cancelled");
  const now = await here.admin.call("getReadiness", { params });
  expect(now.agents.find(({ role }) => role === "builder")).toMatchObject({
    agentId: builder.joined.agentId,
    online: true,
    taskId: null,
    usage: { inputTokens: 900, outputTokens: 100, costUsdMicros: 500_000 },
  });
  expect(now.work).toEqual({ open: 4, inHand: 0, waiting: 1, failed: 0 });
  expect(await differencesIn(here, room)).toEqual([]);
});

test("says who gave a task to its role, whatever was said or written about it later", async () => {
  const { roomId: room } = await here.admin.call("createRoom", {
    body: { name: `works-${++rooms}`, team: TEAM } as never,
  });
  const params = { room };
  const builder = await anAgent(here, room, "builder");
  const say = (body: string) => here.admin.call("sendMessage", { params, body: { body } });
  const correct = (message: string, to: string) =>
    here.admin.call("correctRoute", { params: { room, message }, body: { to: to as never } });
  const edit = (message: string, body: string) =>
    here.admin.call("editMessage", { params: { room, message }, body: { body } });
  const row = async (id: string | null) => {
    const { data } = await here.admin.call("listWorklog", { params, query: {} });
    return data.find(({ taskId }) => taskId === id);
  };

  const taken = await say("Implement the refund flow in the shop.");
  await take(builder);
  expect(await correct(taken.messageId, "lead")).toMatchObject({ how: "kept" });
  const rule = { kind: "rule", found: ["refund flow"], confidence: expect.any(Number) };
  expect(await row(taken.taskId)).toMatchObject({ why: rule, tier: "standard" });

  const moved = await say("Plan what comes after that, for all three of the shops.");
  expect(await correct(moved.messageId, "builder")).toMatchObject({ how: "moved" });
  await edit(moved.messageId, "Plan the refund flow of all shops.");
  expect(await row(moved.taskId)).toMatchObject({ role: "builder", why: { kind: "corrected" } });

  const ruled = await say("Test the refund flow of the shop.");
  const { draft, version } = await here.admin.call("getTeam", { params });
  const team = { ...draft, routing: { rules: [] } };
  await here.admin.call("changeTeam", { params, body: { team, version } });
  await edit(ruled.messageId, "Test the refund flow of all shops.");
  expect(await row(ruled.taskId)).toMatchObject({ role: "builder", why: rule });
  expect(await differencesIn(here, room)).toEqual([]);
});

test("is filtered, and turned page by page", async () => {
  const { params, builder, ids } = await afterWork();
  const list = async (query: object) => {
    const { data } = await here.admin.call("listWorklog", { params, query });
    return data.map(({ taskId }) => taskId);
  };
  const all = await list({});
  expect(await list({ outcome: "completed" })).toEqual([ids.planned.taskId, ids.made.taskId]);
  expect(await list({ outcome: "cancelled" })).toEqual([ids.late.taskId]);
  expect(await list({ outcome: "failed" })).toEqual([]);
  const had = await list({ agentId: builder.joined.agentId });
  expect(had).toEqual([ids.failed.taskId, ids.made.taskId]);
  const roles = [...(await list({ role: "lead" })), ...(await list({ role: "builder" }))];
  expect(roles.sort()).toEqual(all.toSorted());
  expect(await list({ sessionId: 1 })).toEqual([]);
  expect(await list({ until: 1 })).toEqual([]);
  expect(await list({ since: 1, until: 1e15 })).toEqual(all);
  const turned: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, ...(cursor ? { cursor } : {}) };
    const page = await here.admin.call("listWorklog", { params, query });
    turned.push(...page.data.map(({ taskId }) => taskId));
    cursor = page.next ?? undefined;
  } while (cursor);
  expect(turned).toEqual(all);
});

test("is exported for spreadsheets, programs and people, and harms none of them", async () => {
  const { params, ids } = await afterWork();
  const exported = (format: "csv" | "json" | "markdown") =>
    here.admin.call("exportWorklog", { params, query: { format } });
  const { data } = await here.admin.call("listWorklog", { params, query: {} });
  const csv = await exported("csv");
  const read = readCsv(csv.content);
  if (!read.ok) throw new Error(read.message);
  const [head, ...rows] = read.rows.map(({ cells }) => cells);
  expect(rows).toHaveLength(csv.count);
  const made = rows.find(([id]) => id === ids.made.taskId);
  const cell = (name: string) => made?.[head?.indexOf(name) ?? -1];
  expect(["models", "files", "tokens", "cost usd"].map(cell)).toEqual(["large", "src/refund.ts", "1000", "0.500000"]);
  // A spreadsheet runs no formula of an agent.
  expect(cell("summary")).toBe("'=It is made.");
  const failed = rows.find(([id]) => id === ids.failed.taskId);
  expect(failed?.[head?.indexOf("cost usd") ?? -1]).toBe("");
  expect(JSON.parse((await exported("json")).content)).toEqual(data);
  const table = (await exported("markdown")).content.trim().split("\n");
  expect(table).toHaveLength(csv.count + 2);
  const columns = table.map((line) => line.replaceAll("\\|", "").split("|").length);
  expect(new Set(columns).size).toBe(1);
});

test("counts the attempts of a branch that failed and then passed, and says that it was completed", async () => {
  const { roomId: room } = await here.admin.call("createRoom", {
    body: { name: `works-${++rooms}`, team: TEAM } as never,
  });
  const params = { room };
  const builder = await anAgent(here, room, "builder");
  const body = "@lead @builder Which of them is next, and what does it take?";
  await here.admin.call("sendMessage", { params, body: { body } });
  const tried = await take(builder);
  await builder.fail(tried, "No database.");
  const at = { params: { ...params, taskId: tried.taskId } };
  await here.admin.call("retryBranch", at as never);
  await builder.complete(await take(builder), { result: { summary: "Refunds." }, next: false });
  const { data } = await here.admin.call("listWorklog", { params, query: {} });
  expect(data.find(({ taskId }) => taskId === tried.taskId)).toMatchObject({
    outcome: "completed",
    lastEnd: null,
    attempts: 1,
  });
  expect(await differencesIn(here, room)).toEqual([]);
});
