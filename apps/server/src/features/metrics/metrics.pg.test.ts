import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { GROUPS_MAX, sumOfUsage } from "@squadroom/core/metrics/usage-groups";
import { tokensOf } from "@squadroom/core/usage/usage";
import postgres, { type Sql } from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson, refusalOf, take } from "../decision/squad.fixture.ts";
import { askerProjection } from "./projection.ts";
import { usageRows } from "./usage-queries.ts";
import { waitsSince } from "./work-queries.ts";

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

const USED = { inputTokens: 900, outputTokens: 100, model: "large" };

/** A duo whose planner passes a message of a person on to the builder; all three reports have another cost. */
async function afterWork() {
  const room = (await createRoom(here.admin, "duo")) as RoomId;
  const planner = await anAgent(here, room, "planner");
  const builder = await anAgent(here, room, "builder");
  await here.admin.call("sendMessage", { params: { room }, body: { body: "Refunds, please." } });
  const asked = await take(planner);
  await planner.progress(asked, { percent: 10, usage: { ...USED, costUsd: 0.5 } });
  await planner.handOff(asked, {
    to: "builder",
    message: "Make them.",
    next: false,
  });
  const passed = await take(builder);
  const basis = "estimated" as const;
  await builder.progress(passed, { percent: 10, usage: { ...USED, costUsd: 0.25, basis } });
  await builder.handOff(passed, {
    to: "planner",
    message: "They are made.",
    next: false,
    usage: { inputTokens: 7, outputTokens: 0, runId: "7" },
  });
  return { room, planner, builder };
}

describe("metrics", () => {
  test("sum to what the log has, however it is told, billed and estimated apart", async () => {
    const { room } = await afterWork();
    const report = await here.admin.call("getMetrics", { query: { room, days: 2 } });
    expect(report.total).toMatchObject({
      inputTokens: 1807,
      costUsdMicros: 750_000,
      estimatedUsdMicros: 250_000,
      unpricedTokens: 7,
    });
    for (const [kind, groups] of Object.entries(report.groups))
      expect(sumOfUsage(groups.map(({ usage }) => usage)), kind).toEqual(report.total);
    const keys = (kind: keyof typeof report.groups) =>
      report.groups[kind].map(({ key, name, usage }) => [name || key, tokensOf(usage)]);
    expect(keys("model")).toEqual([
      ["large", 2000],
      [null, 7],
    ]);
    expect(keys("role")).toEqual([
      ["planner", 1000],
      ["builder", 1007],
    ]);
    expect(keys("run")).toContainEqual([`${room}/7`, 7]);
    expect(report.groups.agent[0]?.costs).toEqual([0, 500_000]);
  });

  test("tell Prometheus of what is under way, and of tokens and cost by how they are known", async () => {
    await afterWork();
    const total = (await here.admin.call("getMetrics", { query: { days: 2 } })).total;
    const text = await (await fetch(`${here.baseUrl}/metrics`)).text();
    const figure = (name: string) =>
      Number(
        text
          .split("\n")
          .find((line) => line.startsWith(`${name} `))
          ?.split(" ")[1],
      );
    const { inputTokens, costUsdMicros, estimatedUsdMicros = 0 } = total;
    expect(figure('squadroom_usage_tokens{kind="input"}')).toBe(inputTokens);
    const costs = [(costUsdMicros ?? 0) - estimatedUsdMicros, estimatedUsdMicros];
    expect(["billed", "estimated"].map((basis) => figure(`squadroom_usage_cost_usd{basis="${basis}"}`))).toEqual(
      costs.map((micros) => micros / 1_000_000),
    );
    expect(figure("squadroom_usage_unpriced")).toBeGreaterThan(0);
    expect(figure('squadroom_tasks{state="pending"}')).toBeGreaterThan(0);
    expect(figure("squadroom_decisions_pending")).toBe(0);
  });

  test("count the runs that are told as the rest", async () => {
    const room = (await createRoom(here.admin, "duo")) as RoomId;
    const planner = await anAgent(here, room, "planner");
    await here.admin.call("sendMessage", { params: { room }, body: { body: "Refunds, please." } });
    const asked = await take(planner);
    for (let run = 1; run <= GROUPS_MAX + 2; run++)
      await planner.progress(asked, { percent: 10, usage: { ...USED, runId: String(run) } });
    const { groups, total } = await here.admin.call("getMetrics", { query: { room, days: 1 } });
    expect(groups.run).toHaveLength(GROUPS_MAX);
    expect(groups.run.at(-1)).toMatchObject({ key: null, rest: 3 });
    expect(sumOfUsage(groups.run.map(({ usage }) => usage))).toEqual(total);
  });

  test("tell a question that was forgotten behind another as answered by nobody", async () => {
    const room = await createRoom(here.admin, "duo");
    const sql = postgres(db.url, { max: 1 });
    for (const [asked, closed] of [
      [10, 20],
      [20, 30],
    ])
      await sql`INSERT INTO questions (room_id, message_id, name, role, text, asked_at, closed_at)
        VALUES (${room}, gen_random_uuid(), 'planner-1', 'planner', 'Which?', ${asked ?? 0}, ${closed ?? 0})`;
    const rooms = sql`(SELECT ${room}::uuid AS room_id)` as Parameters<typeof waitsSince>[1];
    const waits = await waitsSince(sql, rooms, 0);
    expect(waits.map(({ from, isAnswered }) => [from, isAnswered]).sort()).toEqual([
      [10, false],
      [20, true],
    ]);
    await sql.end();
  });

  test("know whom a task that joins a fan-out once more is for", () => {
    const task = { id: "PLAN-009", createdBy: { kind: "server" }, sessionId: null };
    const before = {
      tasks: [],
      sessions: { live: [] },
      fanouts: { all: [{ id: 1, joinTaskId: "PLAN-001" }] },
    } as unknown as RoomView;
    const after = { ...before, tasks: [task] } as unknown as RoomView;
    const event = {
      type: "fanout.rejoined",
      roomId: "r",
      actor: { kind: "server" },
      data: { fanoutId: 1, task },
    } as unknown as RoomEvent;
    expect(askerProjection(event, before, after)).toMatchObject([
      { row: { taskId: "PLAN-009", parentId: "PLAN-001" } },
    ]);
  });

  test("tell who asked, also of what was handed on", async () => {
    const { room } = await afterWork();
    const { groups } = await here.admin.call("getMetrics", { query: { room } });
    expect(groups.person).toHaveLength(1);
    expect(groups.person[0]?.key).not.toBeNull();
    expect(groups.person[0]?.name).not.toBe("");
  });

  test("tell what was completed, and what figures are made of", async () => {
    const { room, builder } = await afterWork();
    const query = { room, days: 1 };
    const { days, starts, availability, month } = await here.admin.call("getMetrics", { query });
    expect(days).toHaveLength(1);
    expect(days[0]).toMatchObject({ completed: 2, cycle: { medianMs: expect.any(Number) } });
    expect(availability.map(({ role }) => role).sort()).toEqual(["builder", "planner"]);
    expect(month).toMatchObject({ spentUsdMicros: 750_000, expectedUsdMicros: null, fromDays: 0 });
    const [since = 0, until = 0] = starts;
    const behind = (more: object) =>
      here.admin.call("listMetricEvents", {
        query: { room, since, until, kind: "usage", ...more },
      });
    const byModel = await behind({ by: "model", key: "large" });
    expect(byModel.data.map(({ usage }) => usage?.costUsdMicros)).toEqual([250_000, 500_000]);
    const unnamed = await behind({ by: "model" });
    expect(unnamed.data.map(({ usage }) => usage?.unpricedTokens)).toEqual([7]);
    const byAgent = await behind({ by: "agent", key: builder.joined.agentId, limit: 1 });
    expect(byAgent.data[0]?.agent).toMatch(/^builder/);
    expect((await behind({ by: "agent", limit: 1, cursor: byAgent.next })).data).toEqual([]);
    const completed = await behind({ kind: "completed" });
    const { data: events } = await here.admin.call("listEvents", { params: { room }, query: {} });
    const types = completed.data.map(({ seq }) => events.find((event) => event.seq === seq)?.type);
    expect(types).toEqual(["handoff.delivered", "handoff.delivered"]);
  });

  test("come as CSV, in which what is unknown is empty", async () => {
    const { room } = await afterWork();
    const { content, count } = await here.admin.call("exportMetrics", { query: { room, days: 1 } });
    const lines = content.trim().split("\r\n");
    expect(lines).toHaveLength(count + 1);
    expect(lines[0]).toMatch(/^day,room,agent,role,session,model,asked by,run,/);
    expect(lines.find((line) => line.includes(",estimated,"))).toContain(",0.250000,");
    expect(lines.find((line) => line.includes(",unknown,"))).toContain(",7,0,0,0,0,,unknown,");
  });

  test("are of rooms that one may see alone, and of days of a known zone", async () => {
    const [mine, other] = [await afterWork(), await afterWork()];
    const vera = await aPerson(here, "Vera", { [mine.room]: "viewer" });
    const all = await vera.client.call("getMetrics", { query: {} });
    expect(all.groups.room.map(({ key }) => key)).toEqual([mine.room]);
    const hidden = await vera.client.call("getMetrics", { query: { room: other.room } });
    expect(hidden.total.inputTokens).toBe(0);
    expect(hidden.availability).toEqual([]);
    const wanted = { since: 0, until: 1e15, kind: "usage" as const, room: other.room };
    const events = await vera.client.call("listMetricEvents", { query: wanted });
    expect(events.data).toEqual([]);
    const file = await vera.client.call("exportMetrics", { query: { room: other.room } });
    expect(file.count).toBe(0);
    const refusal = await refusalOf(vera.client.call("getMetrics", { query: { zone: "Mars/X" } }));
    expect(refusal.code).toBe("bad_request");
  });

  test("are what a fold of the log says", async () => {
    const { room } = await afterWork();
    expect(await here.admin.call("verifyRoom", { params: { room } })).toMatchObject({ ok: true });
  });
});

test("who asked is looked up for what was used in the time alone, however many tasks there ever were", async () => {
  const room = crypto.randomUUID();
  const sql = postgres(db.url, { max: 1 });
  await sql`INSERT INTO task_askers (room_id, task_id, parent_id, person_id, person)
    SELECT ${room}, 'DEV-' || i, CASE WHEN i % 4 > 0 THEN 'DEV-' || i - 1 END,
      CASE WHEN i % 4 = 0 THEN ${room}::uuid END, CASE WHEN i % 4 = 0 THEN 'Ada' END
    FROM generate_series(0, 19999) i`;
  await sql`INSERT INTO usage_reports (room_id, at, seq, agent_id, task_id, input_tokens, output_tokens, cache_read_tokens,
      cache_write_tokens, basis, runs)
    SELECT ${room}, i, i, ${room}, 'DEV-' || i, 1, 0, 0, 0, 'unknown', 1 FROM generate_series(0, 19999) i`;
  await sql`ANALYZE`;
  await sql.begin(async (tx) => {
    const rooms = tx`(SELECT ${room}::uuid AS room_id, 'far'::text AS name)`;
    const rows = await usageRows(tx as unknown as Sql, rooms as never, [19_900, 20_000]);
    expect(rows).toMatchObject([{ person: "Ada", inputTokens: 100 }]);
    const [read] = await tx<{ rows: number }[]>`
      SELECT (seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'task_askers'`;
    expect(read?.rows).toBeLessThan(1_000);
  });
  await sql.end();
});
