import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aPair, createRoom, type Server } from "../../server.fixture.ts";
import { anAgent, differencesIn, refusalOf, take } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let here: Server;
let there: Server;

beforeAll(async () => {
  db = await testDatabase();
  [here, there] = await aPair(db.url);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await db.drop();
});

/** A planner and a builder, each with a task in hand. */
async function aDuo() {
  const room = await createRoom(here.admin, "duo");
  const [planner, builder] = [await anAgent(here, room, "planner"), await anAgent(there, room, "builder")];
  const tasks = ["planner", "builder"].map((role) => ({ role, title: "A", instruction: "Do A." }));
  await here.admin.call("createTasks", { params: { room }, body: { tasks } });
  const own = { planner: await take(planner), builder: await take(builder) };
  return { room, params: { room }, planner: planner.client, builder: builder.client, own };
}

test("a lock is held by one, and passes to who waits at another server when its task ends", async () => {
  const { room, params, planner, builder, own } = await aDuo();
  const body = { patterns: ["./src//"] };
  const taken = await planner.call("takeLock", { params, body });
  expect(taken).toMatchObject({ id: 1, state: "held", patterns: ["src/**"], endsAt: null });
  const wanted = { patterns: ["src/*.ts", "docs/a.md"] };
  const no = await refusalOf(builder.call("takeLock", { params, body: wanted }));
  expect(no).toMatchObject({ code: "locked", details: { lockId: 1, taskId: own.planner.taskId } });

  const waiting = builder.call("takeLock", { params, body: { ...wanted, waitS: 60 } });
  await expect.poll(async () => (await here.admin.call("listLocks", { params })).data.length).toBe(2);
  const found = await here.admin.call("listLocks", { params, query: { path: "docs/a.md" } });
  expect(found.data).toMatchObject([
    { id: 2, state: "waiting", waitsFor: [{ id: 1, taskId: own.planner.taskId, isHeld: true }] },
  ]);
  const { taskId, fence } = own.planner;
  await planner.call("completeTask", {
    params: { room, taskId },
    body: { fence, result: { summary: "Done." } },
  });
  expect(await waiting).toMatchObject({ id: 2, state: "held" });
  expect(await differencesIn(here, room)).toEqual([]);
});

test("who waited in vain hears how it ended", async () => {
  const { params, planner, builder } = await aDuo();
  await planner.call("takeLock", { params, body: { patterns: ["a"] } });
  const waiting = builder.call("takeLock", { params, body: { patterns: ["a"], waitS: 60 } });
  await expect.poll(async () => (await here.admin.call("listLocks", { params })).data.length).toBe(2);
  const body = { reason: "Not now." };
  await here.admin.call("releaseLock", { params: { ...params, lockId: 2 }, body });
  expect(await waiting).toMatchObject({
    id: 2,
    state: "ended",
    ended: { how: "released", by: expect.any(String), reason: "Not now." },
  });
});

test("agents give up their own locks, and a lead any, with a reason", async () => {
  const { params, planner, builder } = await aDuo();
  await planner.call("takeLock", { params, body: { patterns: ["a", "b"] } });
  const at = { params: { ...params, lockId: 1 }, body: {} };
  expect(await refusalOf(builder.call("releaseLock", at))).toMatchObject({ code: "forbidden" });
  expect(await refusalOf(here.admin.call("releaseLock", at))).toMatchObject({
    code: "reason_missing",
  });
  const body = { reason: "It holds up the release." };
  await here.admin.call("releaseLock", { ...at, body });
  expect(await refusalOf(planner.call("releaseLock", at))).toMatchObject({ code: "lock_unknown" });
  const first = await here.admin.call("takeLock", { params, body: { patterns: ["docs/"] } });
  expect(first.endsAt).toBe(first.since + 120_000);
  const page = await here.admin.call("listLocks", { params, query: { limit: 1 } });
  expect(page).toMatchObject({ data: [{ id: 2, by: { kind: "person" } }], next: null });
});
