import { joinRoom } from "@squadroom/client/agent";
import type { Client } from "@squadroom/client/http";
import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import type { Inbox, InboxItem } from "@squadroom/core/inbox/contract";
import { compareInbox } from "@squadroom/core/inbox/order";
import type { Page } from "@squadroom/core/kernel/page";
import { eventually } from "@squadroom/core/testing/eventually.fixture";
import postgres, { type Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { aFailedTask, anAgent, aPerson, refusalOf, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let server: Server;
let sql: Sql;

beforeAll(async () => {
  db = await testDatabase();
  sql = postgres(db.url, { max: 1 });
  server = await aServer(db.url, { leaseS: { ...DEFAULT_LEASE_S, managed: 1 } });
});
afterAll(async () => {
  await server.close();
  await sql.end();
  await db.drop();
});

const inboxOf = (client: Client, limit?: number): Promise<Inbox> => client.call("getInbox", { query: { limit } });
const kinds = (items: readonly InboxItem[]) =>
  items.map((item) => (item.kind === "decision" ? item.decision.kind : item.kind));

/** Everything of a group, page by page. */
async function walk<T>(
  first: Page<T>,
  more: (cursor: string) => Promise<Page<T>>,
): Promise<{ rows: T[]; pages: number }> {
  const rows = [...first.data];
  let pages = 1;
  for (let { next } = first; next !== null; pages++) {
    const page = await more(next);
    rows.push(...page.data);
    next = page.next;
  }
  return { rows, pages };
}

/** A duo whose planner asks the user, whose builder asks about the task in its hand. */
async function aRoomThatAsks(): Promise<string> {
  const room = await createRoom(server.admin, "duo");
  const planner = await anAgent(server, room, "planner");
  const builder = await anAgent(server, room, "builder");
  await server.admin.call("sendMessage", { params: { room }, body: { body: "Refunds, please" } });
  const { taskId, fence } = await take(planner);
  const part = { role: "builder", title: "Rounding", instruction: "x" };
  await planner.client.call("createTasks", { params: { room }, body: { tasks: [part], fence } });
  await planner.client.call("handOff", {
    params: { room },
    body: { taskId, fence, to: "user", intent: "question", message: "In cents or in euros?" },
  });
  const held = await take(builder);
  await builder.client.call("askIntervention", {
    params: { room, taskId: held.taskId },
    body: { fence: held.fence, question: "Half up or half even?", urgency: "critical" },
  });
  return room;
}

describe("what needs a person", () => {
  test("is one list over the rooms where one may answer, the most urgent first, page by page", async () => {
    const failed = await aFailedTask(server);
    const asking = await aRoomThatAsks();
    const other = await aFailedTask(server);
    const seen = await aFailedTask(server);
    const lea = await aPerson(server, `Lea ${uuidv7()}`, {
      [failed.room]: "approver",
      [asking]: "lead",
      [other.room]: "owner",
      [seen.room]: "viewer",
    });
    const inbox = await inboxOf(lea.client);
    expect(kinds(inbox.needsYou.data)).toEqual(["intervention", "task_failed", "task_failed", "question"]);
    expect(inbox.needsYou.data).toEqual([...inbox.needsYou.data].sort(compareInbox));
    expect(inbox.counts).toMatchObject({
      needsYou: 4,
      byRoom: { [failed.room]: 1, [other.room]: 1, [asking]: 2 },
      heldUp: { tasks: 3, sessions: 0 },
    });
    const { needsYou, working, decided } = inbox;
    expect([needsYou.next, working.next, decided.next]).toEqual([null, null, null]);
    expect(inbox.needsYou.data[0]).toMatchObject({
      room: { id: asking },
      urgency: "critical",
      decision: { question: "Half up or half even?", askedBy: { role: "builder" } },
    });
    expect(inbox.needsYou.data[3]).toMatchObject({
      text: "In cents or in euros?",
      taskId: "PLAN-001",
    });

    const first = await inboxOf(lea.client, 1);
    expect(first.counts).toEqual(inbox.counts);
    const { rows, pages } = await walk(first.needsYou, (cursor) =>
      lea.client.call("listNeedsYou", { query: { cursor, limit: 1 } }),
    );
    expect([rows, pages]).toEqual([inbox.needsYou.data, 4]);
  });

  test("pages on from where one stood when what stood there is answered meanwhile", async () => {
    const three = [await aFailedTask(server), await aFailedTask(server), await aFailedTask(server)];
    const max = await aPerson(
      server,
      `Max ${uuidv7()}`,
      Object.fromEntries(three.map(({ room }) => [room, "approver"])),
    );
    const first = await inboxOf(max.client, 2);
    const [one] = three;
    if (!one || first.needsYou.next === null) throw new Error("no second page");
    await max.client.call("answerDecision", {
      params: { room: one.room, decisionId: one.decision.id },
      body: { optionId: "retry" },
    });
    const { data: rows } = await max.client.call("listNeedsYou", {
      query: { cursor: first.needsYou.next, limit: 2 },
    });
    expect(rows).toMatchObject([{ room: { id: three[2]?.room } }]);
    const bad = max.client.call("listNeedsYou", { query: { cursor: "nonsense" } });
    expect((await refusalOf(bad)).code).toBe("cursor_invalid");
  });

  test("loses what was answered and asks anew what was taken back", async () => {
    const { room, decision } = await aFailedTask(server);
    const lea = await aPerson(server, `Lea ${uuidv7()}`, { [room]: "approver" });
    const params = { room, decisionId: decision.id };
    await lea.client.call("answerDecision", { params, body: { optionId: "retry", note: "again" } });
    const answered = await inboxOf(lea.client);
    expect(answered.needsYou.data).toEqual([]);
    expect(answered.decided.data).toMatchObject([
      {
        room: { id: room },
        decision: { canUndo: true, answer: { label: "Retry", note: "again" } },
      },
    ]);
    await lea.client.call("undoDecision", { params });
    const again = await inboxOf(lea.client);
    expect(again.needsYou.data).toMatchObject([{ decision: { supersedes: decision.id } }]);
    expect(again.decided.data).toEqual([]);
  });

  test("has the agent that holds a task and is silent, until it gives a sign of life", async () => {
    const room = await createRoom(server.admin, "duo");
    const token = await createToken(server.admin, room, "builder");
    const join = { role: "builder", class: "managed" as const };
    const builder = await joinRoom(server.clientOf(token), join);
    const task = { role: "builder", title: "Refunds", instruction: "x" };
    await server.admin.call("createTasks", { params: { room }, body: { tasks: [task] } });
    const { taskId, fence } = await take(builder);
    const lea = await aPerson(server, `Lea ${uuidv7()}`, { [room]: "lead" });
    const max = await aPerson(server, `Max ${uuidv7()}`, { [room]: "approver" });
    const atWork = await inboxOf(lea.client);
    expect(atWork.working.data).toMatchObject([{ task: { id: taskId, title: "Refunds" } }]);
    builder.stop();
    await eventually(async () =>
      expect(await inboxOf(lea.client)).toMatchObject({
        counts: { needsYou: 1, working: 0 },
        needsYou: {
          data: [{ kind: "stuck", urgency: "low", reach: "unstable", task: { id: taskId } }],
        },
        working: { data: [] },
      }),
    );
    // Only who may take the task from it can settle that.
    expect(await inboxOf(max.client)).toMatchObject({
      counts: { needsYou: 0 },
      needsYou: { data: [] },
    });
    await builder.client.call("reportProgress", {
      params: { room, taskId },
      body: { fence, percent: 40, action: "reading" },
    });
    expect(await inboxOf(lea.client)).toMatchObject({
      counts: { needsYou: 0, working: 1 },
      needsYou: { data: [] },
      working: { data: [{ percent: 40, action: "reading" }] },
    });
  });
});

describe("one cause", () => {
  const WAIT = {
    id: "wait",
    label: "Wait",
    consequence: "",
    needsNote: false,
    canUndo: true,
    act: { kind: "wait" },
  };

  /** A room that asks about a role which nobody fills, as the tables have it two minutes later. */
  async function anEmptyRoom(tasks: number): Promise<string> {
    const { room, decision } = await aFailedTask(server);
    await sql`
      UPDATE decisions SET kind = 'role_unavailable', subject_kind = 'role', subject = 'builder',
        options = ${JSON.stringify([WAIT])}::text::json, holds_up = ${tasks}, urgency = 'high'
      WHERE room_id = ${room} AND id = ${decision.id}`;
    return room;
  }

  test("is one row: rooms with an empty role, where nobody could take over", async () => {
    const rooms = [await anEmptyRoom(1), await anEmptyRoom(3)];
    const failed = await aFailedTask(server);
    const lea = await aPerson(
      server,
      `Lea ${uuidv7()}`,
      Object.fromEntries([...rooms, failed.room].map((room) => [room, "approver"])),
    );
    const inbox = await inboxOf(lea.client, 1);
    const [roles] = inbox.needsYou.data;
    expect(roles).toMatchObject({
      kind: "empty_roles",
      holdsUp: 4,
      asked: [{ room: { id: rooms[1] } }, { room: { id: rooms[0] } }],
    });
    expect(inbox.counts).toMatchObject({
      needsYou: 2,
      byRoom: Object.fromEntries([...rooms, failed.room].map((room) => [room, 1])),
    });
    const all = await walk(inbox.needsYou, (cursor) =>
      lea.client.call("listNeedsYou", { query: { cursor, limit: 1 } }),
    );
    expect(kinds(all.rows)).toEqual(["empty_roles", "task_failed"]);
  });

  test("is a decision like any other when it is alone", async () => {
    const room = await anEmptyRoom(1);
    const lea = await aPerson(server, `Lea ${uuidv7()}`, { [room]: "approver" });
    expect(kinds((await inboxOf(lea.client)).needsYou.data)).toEqual(["role_unavailable"]);
  });
});

describe("the other groups", () => {
  test("page too: agents at work, and what was decided", async () => {
    const room = await createRoom(server.admin, "duo");
    const lea = await aPerson(server, `Lea ${uuidv7()}`, { [room]: "approver" });
    const task = { role: "builder", title: "Part", instruction: "x" };
    const body = { tasks: [task, task, task] };
    await server.admin.call("createTasks", { params: { room }, body });
    for (let i = 0; i < 3; i++) {
      const builder = await anAgent(server, room, "builder");
      const { taskId, fence } = await take(builder);
      const asked = await builder.client.call("askIntervention", {
        params: { room, taskId },
        body: { fence, question: `Question ${i}?` },
      });
      const params = { room, decisionId: asked.decisionId };
      await lea.client.call("answerDecision", {
        params,
        body: { optionId: "answer", note: "yes" },
      });
    }
    const all = await inboxOf(lea.client);
    expect(all.decided.data.map(({ decision }) => decision.question)).toEqual([
      "Question 2?",
      "Question 1?",
      "Question 0?",
    ]);
    const first = await inboxOf(lea.client, 1);
    const decided = await walk(first.decided, (cursor) =>
      lea.client.call("listDecided", { query: { cursor, limit: 1 } }),
    );
    expect(decided).toEqual({ rows: all.decided.data, pages: 3 });
    const working = await walk(first.working, (cursor) =>
      lea.client.call("listWorking", { query: { cursor, limit: 1 } }),
    );
    // Signs of life come in between two reads.
    const idsOf = (rows: Inbox["working"]["data"]) => rows.map(({ task: { id } }) => id);
    expect([idsOf(working.rows), working.pages]).toEqual([idsOf(all.working.data), 3]);
    expect(all.working.data).toHaveLength(3);
  });
});

test("sums up what happened since one last looked", async () => {
  const { room, builder, decision } = await aFailedTask(server);
  const lea = await aPerson(server, `Lea ${uuidv7()}`, { [room]: "approver" });
  expect((await inboxOf(lea.client)).away).toBeNull();
  const { visitedAt } = await lea.client.call("markVisited");
  const params = { room, decisionId: decision.id };
  await server.admin.call("answerDecision", { params, body: { optionId: "retry" } });
  await builder.complete(await take(builder), { result: { summary: "done" } });
  expect((await inboxOf(lea.client)).away).toEqual({
    sinceAt: visitedAt,
    tasksCompleted: 1,
    tasksCancelled: 0,
    tasksFailed: 0,
    questionsAsked: 0,
    decisionsOpened: 0,
    decisionsAnswered: { byMe: 0, byOthers: 1 },
    decisionsWithdrawn: 0,
  });
  await lea.client.call("markVisited");
  expect((await inboxOf(lea.client)).away).toMatchObject({ tasksCompleted: 0 });
});

test("counts what is new in each room since one looked, of others, and never goes back", async () => {
  const room = await createRoom(server.admin, "duo");
  const params = { room };
  const lea = await aPerson(server, `Lea ${uuidv7()}`, { [room]: "lead" });
  const unread = async () => (await lea.client.call("getUnread")).rooms[room] ?? 0;
  await server.admin.call("sendMessage", { params, body: { body: "One" } });
  await lea.client.call("sendMessage", { params, body: { body: "My own" } });
  expect(await unread()).toBe(1);
  const { view } = await lea.client.call("getRoom", { params, query: { events: 0 } });
  expect(await lea.client.call("markLooked", { body: { room, seq: view.seq } })).toEqual({
    seq: view.seq,
    before: null,
  });
  expect(await unread()).toBe(0);
  await server.admin.call("sendMessage", { params, body: { body: "Two" } });
  expect(await lea.client.call("markLooked", { body: { room, seq: 0 } })).toEqual({ seq: view.seq, before: view.seq });
  expect(await unread()).toBe(1);
});

test("is for people who are signed in, and tells nothing of rooms that one may not see", async () => {
  const { builder } = await aFailedTask(server);
  expect((await refusalOf(builder.client.call("getInbox"))).code).toBe("forbidden");
  const stranger = await aPerson(server, `Stan ${uuidv7()}`);
  expect(await inboxOf(stranger.client)).toMatchObject({
    counts: { needsYou: 0, working: 0, heldUp: { tasks: 0, sessions: 0 } },
    needsYou: { data: [] },
    working: { data: [] },
    decided: { data: [] },
  });
});
