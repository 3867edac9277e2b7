import type { Agent } from "@squadroom/client/agent";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { anAgent, aPerson, refusalOf, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let server: Server;
let room: string;
let planner: Agent;

beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
});
afterAll(async () => {
  await server.close();
  await db.drop();
});
beforeEach(async () => {
  room = await createRoom(server.admin, "duo");
  planner = await anAgent(server, room, "planner");
});

const at = (item: number) => ({ params: { room, item: String(item) } });
const add = (...items: { title: string; priority?: "high" | "low"; labels?: string[] }[]) =>
  server.admin.call("addItems", { params: { room }, body: { items } });
const list = (query: Record<string, unknown> = {}) => server.admin.call("listBacklog", { params: { room }, query });
const stateOf = async (item: number) => (await server.admin.call("getItem", at(item))).item.state;
const isVerified = async () =>
  expect(await server.admin.call("verifyRoom", { params: { room } })).toMatchObject({
    ok: true,
    differences: [],
  });
const clear = () => server.admin.call("setMode", { params: { room }, body: { workflowMode: "backlog_clearing" } });

describe("items", () => {
  test("are added, edited, moved, deferred, dropped and reopened, and the tables follow the log", async () => {
    expect(await add({ title: "a" }, { title: "b", labels: ["x"] }, { title: "c" })).toMatchObject({
      items: [{ id: 1 }, { id: 2 }, { id: 3 }],
    });
    const { admin } = server;
    await admin.call("editItem", { ...at(2), body: { value: 5, complexity: 2 } });
    await admin.call("moveItem", { ...at(3), body: { to: { before: 1 } } });
    await admin.call("moveItem", { ...at(1), body: { to: "first", priority: "high" } });
    await admin.call("deferItem", { ...at(2), body: { reason: "later" } });
    await admin.call("dropItem", { ...at(3), body: { reason: "no" } });
    expect(await refusalOf(admin.call("dropItem", { ...at(3), body: { reason: "no" } }))).toMatchObject({
      code: "item_state",
      allowed: ["reopen"],
    });
    expect((await refusalOf(admin.call("closeItem", { ...at(1), body: { reason: " " } }))).code).toBe("bad_request");
    await admin.call("reopenItem", { ...at(3), body: { reason: "yes after all" } });
    const { data: items } = await list();
    expect(items.map(({ id, state, score }) => [id, state, score])).toEqual([
      [1, "open", null],
      [2, "deferred", 2.5],
      [3, "reopened", null],
    ]);
    expect((await list({ label: "x" })).data.map(({ id }) => id)).toEqual([2]);
    expect((await list({ sort: "score", limit: 1 })).data.map(({ id }) => id)).toEqual([2]);
    await isVerified();
  });

  test("two people who move at the same time both get what they asked for", async () => {
    await add({ title: "a" }, { title: "b" }, { title: "c" }, { title: "d" });
    await Promise.all([
      server.admin.call("moveItem", { ...at(4), body: { to: { before: 1 } } }),
      server.admin.call("moveItem", { ...at(1), body: { to: { after: 3 } } }),
    ]);
    const order = (await list()).data.map(({ id }) => id);
    expect([
      [2, 3, 1, 4],
      [4, 2, 3, 1],
    ]).toContainEqual(order);
    await isVerified();
  });

  test("are the entry point's to pick; other agents add, and are told so", async () => {
    await add({ title: "a" });
    const token = await createToken(server.admin, room, "builder");
    const builder = server.clientOf(token);
    await builder.call("joinRoom", { params: { room }, body: { role: "builder" } });
    await builder.call("addItems", { params: { room }, body: { items: [{ title: "b" }] } });
    expect(await refusalOf(builder.call("pickItem", at(1)))).toMatchObject({
      code: "entry_point_only",
      allowed: ["addItems", "listBacklog"],
    });
    await server.admin.call("pickItem", at(1));
    const delivery = await take(planner);
    expect(delivery.text).toContain("Item 1: a");
    expect(delivery.text).toContain("POST …/backlog/1/finish");
    await planner.handOff(delivery, { to: "user", intent: "deliver", message: "Done." });
    expect(await stateOf(1)).toBe("in_review");
    await isVerified();
  });
});

describe("review", () => {
  test("stands in the inbox until a person closes it", async () => {
    await add({ title: "a" });
    await server.admin.call("finishItem", { ...at(1), body: { summary: "was there" } });
    const approver = await aPerson(server, `approver ${room.slice(-6)}`, { [room]: "approver" });
    const inbox = await approver.client.call("getInbox", {});
    expect(inbox.counts.needsYou).toBe(1);
    expect(inbox.needsYou.data).toMatchObject([{ kind: "review", item: { id: 1, title: "a" }, summary: "was there" }]);
    await approver.client.call("closeItem", { ...at(1), body: { reason: "right" } });
    expect((await approver.client.call("getInbox", {})).needsYou.data).toEqual([]);
    expect((await list({ state: "closed" })).data).toMatchObject([{ id: 1, note: { text: "right" } }]);
  });
});

describe("files", () => {
  test("are previewed with every problem, refused as a whole, and come back as they were", async () => {
    const bring = (content: string, preview = false) =>
      server.admin.call("importBacklog", {
        params: { room },
        body: { format: "csv", content, preview },
      });
    const bad = "title,priority\nFine,high\nBad,urgent\n";
    expect(await bring(bad, true)).toMatchObject({
      count: 1,
      problems: [{ line: 3, field: "priority" }],
      added: null,
    });
    expect(await refusalOf(bring(bad))).toMatchObject({ code: "import_invalid" });
    expect((await list()).total).toBe(0);
    const good = 'title,labels,state,reason\n"a, b",x; y,open,\nold,,closed,done\n';
    expect(await bring(good)).toMatchObject({ count: 2, added: { first: 1, last: 2 } });
    const file = await server.admin.call("exportBacklog", { params: { room }, query: {} });
    expect(file.content).toContain('1,"a, b",,medium,x; y,,,open,');
    expect(file.content).toContain("2,old,,medium,,,,closed,done");
    const again = await bring(file.content);
    expect(again).toMatchObject({ count: 2, problems: [] });
    await isVerified();
  });

  test("lose their secrets before anything is stored, and the preview says where", async () => {
    const key = `${"ghp"}_${"a1B2".repeat(9)}`;
    const address = "postgres://app:it's-s3cr3t@db.example/app";
    const rows = [{ title: "Fine" }, { title: `Use ${key}`, body: `Then\n${address}` }];
    const bring = (preview: boolean) =>
      server.admin.call("importBacklog", {
        params: { room },
        body: { format: "json", content: JSON.stringify(rows), preview },
      });
    const seen = await bring(true);
    expect(seen.warnings).toMatchObject([
      { line: 2, field: "title", message: expect.stringContaining("github-token") },
      { line: 2, field: "body", message: expect.stringContaining("database-connection-string") },
    ]);
    expect(JSON.stringify([seen, await bring(false)])).not.toMatch(/s3cr3t|a1B2/);
    const { item } = await server.admin.call("getItem", at(2));
    expect(item).toMatchObject({
      title: "Use [redacted:github-token]",
      body: "Then\n[redacted:database-connection-string]",
    });
    await isVerified();
  });

  test("of a thousand items are one commit, and a backlog that is still quick", async () => {
    const rows = Array.from({ length: 1000 }, (_, i) => ({ title: `item ${i}` }));
    const content = JSON.stringify(rows);
    const body = { format: "json" as const, content };
    await server.admin.call("importBacklog", { params: { room }, body });
    expect((await list({ limit: 1000 })).data).toHaveLength(1000);
    await server.admin.call("moveItem", { ...at(1000), body: { to: "first" } });
    expect((await list({ limit: 1 })).data).toMatchObject([{ id: 1000 }]);
    await isVerified();
  });
});

describe("clearing mode", () => {
  test("hands out item after item to an agent that waits, a message first", async () => {
    await add({ title: "a", priority: "low" }, { title: "b", priority: "high" });
    const waiting = planner.claim({ waitS: 20 });
    await clear();
    const first = (await waiting).task;
    expect(first?.title).toBe("b");
    await server.admin.call("sendMessage", { params: { room }, body: { body: "What is this?" } });
    if (first) await planner.handOff(first, { to: "user", intent: "deliver", message: "b done" });
    const second = await take(planner);
    expect(second.title).toBe("What is this?");
    expect(await stateOf(1)).toBe("open");
    await planner.handOff(second, { to: "user", intent: "deliver", message: "This." });
    expect((await take(planner)).title).toBe("a");
    await isVerified();
  });

  test("pauses on a decision, says why, and goes on when a lead says so", async () => {
    await add({ title: "a" }, { title: "b" });
    await clear();
    for (let attempt = 0; attempt < 3; attempt++) await planner.fail(await take(planner), "no luck");
    expect(await list()).toMatchObject({ paused: { kind: "decision" } });
    expect(await planner.claim()).toMatchObject({
      reason: "blocked",
      detail: expect.stringMatching(/^PLAN-001: Waiting for a person's answer: PLAN-001 /),
    });
    const approver = await aPerson(server, `guest ${room.slice(-6)}`, { [room]: "approver" });
    const resume = { params: { room } };
    expect((await refusalOf(approver.client.call("resumeClearing", resume))).code).toBe("forbidden");
    await server.admin.call("resumeClearing", resume);
    expect((await take(planner)).title).toBe("b");
    await isVerified();
  });
});
