import { joinRoom } from "@squadroom/client/agent";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";

let db: TestDatabase;
let server: Server;
let room: string;
beforeAll(async () => {
  db = await testDatabase();
  server = await aServer(db.url);
  room = await createRoom(server.admin);
  // 1 … 6 have ended, 7 runs, 8 … 12 wait.
  for (let n = 1; n <= 12; n++)
    await server.admin.call("createSession", {
      params: { room },
      body: { title: n % 2 === 0 ? `Even ${n}` : `Odd 100% ${n}` },
    });
  for (let n = 1; n <= 6; n++)
    await server.admin.call("stopSession", {
      params: { room, sessionId: n },
      body: { reason: "not now" },
    });
});
afterAll(async () => {
  await server.close();
  await db.drop();
});

const list = (query: object) => server.admin.call("listSessions", { params: { room }, query });
const idsOf = async (query: object) => (await list(query)).data.map(({ id }) => id);

test("every session is on one of the pages, once, however short they are", async () => {
  const seen: number[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await list({ limit: 2, cursor });
    seen.push(...page.data.map(({ id }) => id));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(seen).toEqual([7, 8, 9, 10, 11, 12, 6, 5, 4, 3, 2, 1]);
});

test("a state or words of the title leave out the rest, on every page", async () => {
  expect(await idsOf({ status: "queued", limit: 2 })).toEqual([8, 9, 10, 11, 12]);
  expect(await idsOf({ status: "stopped", limit: 4 })).toEqual([6, 5, 4, 3]);
  const { next } = await list({ status: "stopped", limit: 4 });
  expect(await idsOf({ status: "stopped", cursor: next })).toEqual([2, 1]);
  expect(await idsOf({ status: "ended", cursor: next })).toEqual([2, 1]);
  expect(await idsOf({ status: "ended", limit: 1 })).toEqual([6]);
  expect(await idsOf({ status: "live", limit: 1 })).toEqual([7, 8, 9, 10, 11, 12]);
  expect(await idsOf({ status: "completed" })).toEqual([]);
  expect(await idsOf({ text: "even" })).toEqual([8, 10, 12, 6, 4, 2]);
  // A sign that means something to the database means itself.
  expect(await idsOf({ text: "100% 1", status: "stopped" })).toEqual([1]);
});

test("who asks for work of a session that is paused is told so", async () => {
  const own = await createRoom(server.admin);
  const token = await createToken(server.admin, own, "planner");
  await server.admin.call("createSession", { params: { room: own }, body: { title: "One store" } });
  const pause = { reason: "lunch", park: false };
  await server.admin.call("pauseSession", { params: { room: own, sessionId: 1 }, body: pause });
  const agent = await joinRoom(server.clientOf(token), { role: "planner" });
  expect(await agent.claim()).toMatchObject({
    task: null,
    detail: expect.stringContaining("PLAN-001: Session 1 “One store” is paused."),
  });
});
