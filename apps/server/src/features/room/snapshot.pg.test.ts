import type { RoomId } from "@squadroom/core/kernel/ids";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { until } from "../../platform/room/room-process.fixture.ts";
import { aServer, createRoom, type Server } from "../../server.fixture.ts";

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

const say = (room: RoomId, body: string) => here.admin.call("sendMessage", { params: { room }, body: { body } });

test("a room opens with its latest events, and what was read for it is not read again", async () => {
  const room = (await createRoom(here.admin)) as RoomId;
  await Promise.all(Array.from({ length: 210 }, (_, n) => say(room, `Thought ${n}`)));
  const snapshots = () => here.runtime.sql`SELECT 1 FROM room_snapshots WHERE room_id = ${room}`;
  await until(async () => (await snapshots()).length > 0);
  const there = await aServer(db.url);
  const open = (events: number, minSeq = 0) =>
    there.admin.call("getRoom", { params: { room }, query: { events, minSeq } });
  const tail = () => there.runtime.rooms.known(room)?.tail.map(({ seq }) => seq) ?? [];

  const none = await open(0);
  const before = tail();
  expect(none.events).toEqual([]);
  expect(before.length).toBeLessThan(120);

  const { view, events } = await open(150);
  const seqs = Array.from({ length: 150 }, (_, i) => view.seq - 149 + i);
  expect(events.map(({ seq }) => seq)).toEqual(seqs);
  expect(tail()).toEqual(seqs);
  expect((await open(150)).events).toEqual(events);
  expect((await open(20)).events).toEqual(events.slice(-20));

  await say(room, "One more");
  const later = await open(150, view.seq + 1);
  expect(later.view.seq).toBe(view.seq + 1);
  expect(later.events.slice(0, -1)).toEqual(events.slice(1));
  expect(later.events.at(-1)).toMatchObject({ type: "message.sent", seq: view.seq + 1 });
  await there.close();
});
