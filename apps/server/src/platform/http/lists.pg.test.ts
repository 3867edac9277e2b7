import type { Agent, Delivery } from "@squadroom/client/agent";
import { routes } from "@squadroom/core/contract/routes";
import type { Page } from "@squadroom/core/kernel/page";
import type { RouteDef } from "@squadroom/core/kernel/route";
import { REPLIES } from "@squadroom/core/testing/replies.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAgent, aPerson, refusalOf, take } from "../../features/decision/squad.fixture.ts";
import { aServer, createRoom, KEY, type Server } from "../../server.fixture.ts";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";

type Params = { room: string; webhookId: string; run: string; sessionId: string };

let db: TestDatabase;
let server: Server;
let params: Params;
let decisionIds: string[];

const three = [1, 2, 3] as const;
const defs = Object.values(routes) as RouteDef[];
const lists = defs.filter(({ id, method }) => id.startsWith("list") && method === "GET");
const places = lists.map((def) => [def.id, def] as const);

async function ask(agent: Agent, { taskId, fence }: Delivery): Promise<string> {
  const { decisionId } = await agent.client.call("askIntervention", {
    params: { room: agent.joined.roomId, taskId },
    body: { fence, question: "Half up or half even?" },
  });
  return decisionId;
}

/** A room with at least two rows in each list. */
beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url, { allowPrivateWebhooks: true });
  const call = server.admin.call;
  const room = await createRoom(server.admin, "duo");
  await createRoom(server.admin, "duo");
  params = { room, webhookId: "", run: "1", sessionId: "1" };
  const usage = { inputTokens: 10, outputTokens: 10 };
  const task = { role: "builder", title: "Part", instruction: "x" };
  await call("createTasks", {
    params: { room },
    body: { tasks: Array.from({ length: 6 }, () => task) },
  });
  const planner = await anAgent(server, room, "planner");
  await call("createSession", { params: { room }, body: { title: "Session" } });
  const { taskId, fence } = await take(planner);
  const artifacts = three.map((n) => ({ path: `src/${n}.ts`, status: "created" as const }));
  const body = { fence, artifacts };
  await planner.client.call("reportProgress", { params: { room, taskId }, body });
  await call("stopSession", { params: { room, sessionId: 1 } });
  await planner.client.call("leaveRoom", { params: { room } } as never);
  decisionIds = [];
  for (const n of [...three, 4]) {
    const builder = await anAgent(server, room, "builder");
    const scout = { ...REPLIES.scout, angle: `angle ${n}` };
    await builder.client.call("saveScout", {
      params: { room },
      body: { reply: JSON.stringify(scout) },
    });
    await builder.client.call("checkCall", {
      params: { room },
      body: { callId: `${n}`, harness: "claude", tool: "Bash", input: { command: `ls ${n}` } },
    });
    const task = await take(builder);
    const { taskId, fence } = task;
    await builder.client.call("reportProgress", {
      params: { room, taskId },
      body: { fence, usage },
    });
    await builder.client.call("reportError", {
      params: { room, taskId },
      body: { fence, message: `Broken ${n}` } as never,
    });
    if (n < 3) decisionIds.push(await ask(builder, task));
    else {
      const decisionId = await ask(builder, task);
      const body = { optionId: "answer", note: "Half up." };
      await call("answerDecision", { params: { room, decisionId }, body });
    }
  }
  for (const n of three) {
    await aPerson(server, `Person ${n}`, { [room]: n === 1 ? "owner" : "approver" });
    await call("sendMessage", { params: { room }, body: { body: `Message ${n}` } });
    await call("addItems", { params: { room }, body: { items: [{ title: `Item ${n}` }] } });
    await call("createAccessToken", { body: { name: `Script ${n}`, scope: "read" } });
    await call("createSession", { params: { room }, body: { title: `Session ${n}` } });
    await call("stopSession", { params: { room, sessionId: n + 1 } });
    const body = { url: `${server.baseUrl}/nowhere` };
    const { webhook } = await call("createWebhook", { params: { room }, body });
    params = { ...params, webhookId: webhook.id };
  }
  for (const _ of three) await call("testWebhook", { params: { room, webhookId: params.webhookId } });
  const comment = (line: number) => ({ file: "a.ts", line, text: "Why?" });
  const said = { task: "DEV-001", comments: three.map(comment) } as never;
  await call("commentLines", { params: { room }, body: said });
  const entries = three.map((n) => ({ kind: "learning" as const, text: `Learned ${n}` }));
  await call("addWisdom", { params: { room }, body: { entries } });
  for (const n of three) await call("takeLock", { params: { room }, body: { patterns: [`src/${n}/`] } });
  await addFanouts(room);
  await addRuns(room);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

/** Two requests to several at once. */
async function addFanouts(room: string): Promise<void> {
  const planner = await anAgent(server, room, "planner");
  for (const _ of [1, 2]) {
    const { taskId, fence } = await take(planner);
    const branches = [1, 2].map((n) => ({ role: "builder", instruction: `View ${n}` }));
    const body = { fence, branches } as never;
    await planner.client.call("fanOut", { params: { room, taskId }, body });
  }
}

/** Two runners with a run each, which says something and makes something. */
async function addRuns(room: string): Promise<void> {
  const { call } = server.admin;
  const offers = [{ role: "builder", harness: "scripted" }];
  const project = { name: "checkout", branch: null, hasRemote: false };
  for (const name of ["studio", "laptop"]) {
    const { token, runnerId } = await call("createRunner", { params: { room }, body: { name } });
    const runner = server.clientOf(token);
    const said = { platform: "linux", version: "1", slots: 2, harnesses: [], project };
    await runner.call("connectRunner", { params: { room }, body: { ...said, offers } as never });
    const body = { role: "builder", runner: runnerId } as never;
    const { runId } = await call("startRun", { params: { room }, body });
    const at = { room, run: runId };
    const chunk = (n: number) => ({ n, at: n, turn: 1, kind: "text" as const, text: `Line ${n}` });
    const chunks = [chunk(1), chunk(2)];
    await runner.call("addRunOutput", { params: at, body: { chunks } });
    const made = {
      taskId: `DEV-00${runId + 4}`,
      branch: name,
      base: "a",
      head: "b",
      changes: null,
    };
    const evidence = { ...made, artifacts: [], checks: [] };
    await runner.call("reportRun", {
      params: at,
      body: { report: { kind: "examined", evidence } },
    });
  }
}

async function get(def: RouteDef, query: Record<string, string | number>) {
  const path = def.path.replace(/:(\w+)/g, (_, name: string) => params[name as keyof Params]);
  const asked = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, `${value}`]));
  const response = await fetch(`${server.baseUrl}/api/v1${path}?${asked}`, {
    headers: { authorization: `Local ${KEY}` },
  });
  return { status: response.status, said: (await response.json()) as Record<string, unknown> };
}

/** What a row is, whatever changes about it between two reads. */
function nameOf(row: unknown): string {
  const { id, seq, roomId, agentId, messageId, personId, room, task, decision, call, n, model, key, taskId, path } =
    row as Record<string, unknown>;
  return JSON.stringify(
    [id, seq, roomId, agentId, messageId, personId, room, task, decision, call, n, model, key, taskId, path].map(
      (one) => (typeof one === "object" ? (one as { id?: unknown } | null)?.id : one),
    ),
  );
}

/** What a list does not do without. */
const NEEDED: Record<string, Record<string, string | number>> = {
  listUsage: { since: 0 },
  listMetricEvents: { since: 0, until: 1e15, kind: "presence" },
};

test.each(places)("%s gives each row once, however short its pages are", async (id, def) => {
  const more = NEEDED[id] ?? {};
  const whole = (await get(def, { limit: 100, ...more })).said as unknown as Page<unknown>;
  expect(whole.next).toBeNull();
  expect(new Set(whole.data.map(nameOf)).size).toBe(whole.data.length);
  expect(whole.data.length).toBeGreaterThan(1);
  const rows: unknown[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const query: Record<string, string | number> = {
      limit: 1,
      ...more,
      ...(cursor ? { cursor } : {}),
    };
    const page = (await get(def, query)).said as unknown as Page<unknown>;
    rows.push(...page.data);
    cursor = page.next;
  }
  expect(rows.map(nameOf)).toEqual(whole.data.map(nameOf));
});

test.each(places)("%s refuses a cursor that it did not give", async (id, def) => {
  const more = NEEDED[id] ?? {};
  const { said: other } = await get(id === "listRooms" ? routes.listPeople : routes.listRooms, {
    limit: 1,
  });
  for (const cursor of ["nonsense", "W10", String(other.next), "1", "00000000-0000-7000-8000-000000000000"]) {
    const { status, said } = await get(def, { cursor, ...more });
    expect([status, said.code], cursor).toEqual([400, "cursor_invalid"]);
  }
});

test("whoever could take care of several things comes in pages too", async () => {
  const things = decisionIds.map((id) => ({ room: params.room, item: `decision:${id}` }));
  const list = (page: { limit?: number; cursor?: string }) =>
    server.admin.call("listTakers", { body: { things, ...page } });
  const whole = await list({});
  const first = await list({ limit: 2 });
  const rest = await list({ limit: 2, cursor: first.next ?? "" });
  expect([...first.data, ...rest.data]).toEqual(whole.data);
  const refusal = await refusalOf(list({ cursor: "nonsense" }));
  expect(refusal.code).toBe("cursor_invalid");
});
