import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";
import { differencesIn } from "../decision/squad.fixture.ts";
import { retainIn } from "./step.ts";

const DAY = 24 * 3_600_000;

let db: TestDatabase;
let server: Server;
let other: Server;
beforeAll(async () => {
  db = await testDatabase();
  [server, other] = await Promise.all([aServer(db.url), aServer(db.url)]);
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
  await db.drop();
});

const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

/** A room with so many stopped sessions. */
async function aRoomWith(count: number) {
  const room = await createRoom(server.admin);
  for (const sessionId of ids(count)) {
    await server.admin.call("createSession", {
      params: { room },
      body: { title: `S ${sessionId}` },
    });
    await server.admin.call("stopSession", { params: { room, sessionId }, body: {} });
  }
  const list = async (status?: "archived") =>
    (await server.admin.call("listSessions", { params: { room }, query: { status } })).data.map(({ id }) => id);
  const retention = () => server.admin.call("getRetention", { params: { room } });
  const at = async (of: Server, ms: number, act: "archive" | "delete" = "archive") =>
    retainIn({ sql: of.runtime.sql, rooms: of.runtime.rooms }, room as never, act, ms);
  return { room, list, retention, at };
}

/** The room's own clock stays what it is, so its periods are made short. */
async function shorten(room: string, archiveAfterS: number) {
  const period = { archiveAfterS, deleteAfterS: 30 * 86_400 };
  const body = { completed: period, failed: period };
  await server.admin.call("setRetention", { params: { room }, body });
}

/** As if the sessions of a room had been where they are so much longer; the next event about one sets it right. */
async function age(room: string, ms: number) {
  const { sql } = server.runtime;
  await sql`UPDATE session_archive SET at = at - ${ms}::bigint WHERE room_id = ${room}`;
}

test("a dry run says what goes next and when, and changes nothing", async () => {
  const { room, retention, list } = await aRoomWith(2);
  const { periods, isDefault, next, counts, seq } = await retention();
  expect(isDefault).toBe(true);
  expect(periods.completed).toEqual({ archiveAfterS: 86_400, deleteAfterS: 30 * 86_400 });
  expect(periods.failed.archiveAfterS).toBe(7 * 86_400);
  expect(counts).toEqual({ kept: 2, archived: 0, deleted: 0, held: 0 });
  expect(next.map(({ sessionId }) => sessionId)).toEqual([1, 2]);
  for (const one of next) expect((one.dueAt ?? 0) - one.endedAt).toBe(DAY);
  expect((await retention()).seq).toBe(seq);
  const run = await server.admin.call("runRetention", { params: { room } });
  expect(run.archived).toEqual([]);
  expect(await list()).toEqual([2, 1]);
});

test("what is due is archived once, however many servers see it, and is out of the list until it is brought back", async () => {
  const { room, list, at, retention } = await aRoomWith(6);
  const params = { room, sessionId: 2 };
  await server.admin.call("holdSession", { params, body: { reason: "Audit until January." } });
  await age(room, DAY);
  const now = Date.now() + 60_000;
  const done = await Promise.all([at(server, now), at(other, now), at(server, now), at(other, now)]);
  expect(done.flat().toSorted()).toEqual([1, 3, 4, 5, 6]);
  expect(await list()).toEqual([2]);
  expect(await list("archived")).toEqual([6, 5, 4, 3, 1]);
  const events = await server.runtime.sql<{ ids: number[] }[]>`
    SELECT data -> 'sessionIds' AS ids FROM events WHERE room_id = ${room} AND type = 'retention.archived'`;
  expect(events.flatMap((event) => event.ids).toSorted()).toEqual([1, 3, 4, 5, 6]);

  const { held, next } = await retention();
  expect(held).toMatchObject([{ sessionId: 2, held: { reason: "Audit until January." }, dueAt: null }]);
  expect(next).toEqual([]);

  await server.admin.call("restoreSession", { params: { room, sessionId: 4 } });
  await server.admin.call("releaseSession", { params });
  expect(await list()).toEqual([4, 2]);
  // The one that is released is due at once; the other counts from now.
  expect(await at(other, now)).toEqual([2]);
  expect(await list()).toEqual([4]);
  const { report } = await server.admin.call("getReport", { params: { room, sessionId: 1 } });
  expect(report.status).toBe("stopped");
  const shown = await server.admin.call("getSession", { params: { room, sessionId: 1 } });
  expect(shown.row.archivedAt).toBeGreaterThan(0);
  expect(await differencesIn(server, room)).toEqual([]);
});

test("a room has its own periods, counted by the database's clock", async () => {
  const { room, at, retention } = await aRoomWith(1);
  await shorten(room, 3_600);
  const { next, isDefault, now } = await retention();
  expect(isDefault).toBe(false);
  const due = next[0]?.dueAt ?? 0;
  expect(due - (next[0]?.endedAt ?? 0)).toBe(3_600_000);
  expect(Math.abs(now - Date.now())).toBeLessThan(60_000);
  // A step that believes that it is later is held to the room's own time.
  expect(await at(server, due + DAY)).toEqual([]);
  expect(await server.admin.call("runRetention", { params: { room } })).toMatchObject({
    archived: [],
  });
});

test("who asks about a session that runs, or none, is told so; a repeated request does nothing twice", async () => {
  const { room } = await aRoomWith(1);
  await server.admin.call("createSession", { params: { room }, body: { title: "Runs" } });
  for (const sessionId of [2, 77])
    await expect(
      server.admin.call("holdSession", { params: { room, sessionId }, body: { reason: "Why." } }),
    ).rejects.toMatchObject({ code: "session_unknown" });
  const hold = { params: { room, sessionId: 1 }, body: { reason: "Why." }, key: "the-same" };
  const first = await server.admin.call("holdSession", hold);
  await server.admin.call("releaseSession", { params: { room, sessionId: 1 } });
  expect(await server.admin.call("holdSession", hold)).toEqual(first);
  const { held } = await server.admin.call("getRetention", { params: { room } });
  expect(held).toEqual([]);
});
