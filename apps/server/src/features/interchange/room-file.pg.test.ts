import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { joinRoom } from "@squadroom/client/agent";
import { roomFileParts } from "@squadroom/client/room-file";
import { type CarriedEvent, roomFileLine } from "@squadroom/core/interchange/room-file";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomView } from "@squadroom/core/kernel/view";
import { apply } from "@squadroom/core/log/apply";
import { emptyView } from "@squadroom/core/log/view";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { anAgent, refusalOf } from "../decision/squad.fixture.ts";

const GOLDEN = join(import.meta.dirname, "../../../../../packages/core/src/log/golden");
const ROOM_ID = "0197a000-0000-7000-8000-000000000001";
const HEAD = {
  squadroom: "room" as const,
  format: 1,
  release: "0.1.0",
  room: "shop",
  roomId: ROOM_ID,
};

let db: TestDatabase;
let other: TestDatabase;
let server: Server;
let there: Server;
beforeAll(async () => {
  [db, other] = await Promise.all([testDatabase(), testDatabase()]);
  [server, there] = await Promise.all([aServer(db.url), aServer(other.url)]);
});
afterAll(async () => {
  await Promise.all([server.close(), there.close()]);
  await Promise.all([db.drop(), other.drop()]);
});

let names = 0;
const aName = () => `moved-${++names}`;

async function carry(from: Server, room: string): Promise<string[]> {
  let text = "";
  for await (const lines of roomFileParts(from.admin.call, room)) text += lines;
  return text.trimEnd().split("\n");
}

const packed = (lines: readonly string[]) =>
  gzipSync(lines.map((line) => `${line.trimEnd()}\n`).join("")).toString("base64");
const bring = (to: Server, lines: readonly string[], more: object = {}) =>
  to.admin.call("importRoom", { body: { content: packed(lines), ...more } as never });
const eventsIn = (lines: readonly string[]) =>
  lines.flatMap((line) => (JSON.parse(line) as { event?: RoomEvent }).event ?? []);
const foldIn = (events: readonly RoomEvent[]): RoomView =>
  events.reduce((view, event) => apply(view, { ...event, roomId: ROOM_ID } as RoomEvent), emptyView(ROOM_ID as never));
const isWell = async (of: Server, room: string) =>
  expect(await of.admin.call("verifyRoom", { params: { room } })).toMatchObject({
    ok: true,
    differences: [],
  });

function linesOf(events: readonly CarriedEvent[]): string[] {
  const end = roomFileLine.end({ events: events.length, files: 0 });
  return [roomFileLine.head(HEAD), ...events.map(roomFileLine.event), end];
}

/** A room in the middle of its work: an agent with a task, a file, an answered question. */
async function aBusyRoom() {
  const { call } = server.admin;
  const room = await createRoom(server.admin, "duo");
  const params = { room };
  const content = Buffer.from("the plan").toString("base64");
  const file = await call("addAttachment", { params, body: { name: "plan.txt", content } });
  const planner = await anAgent(server, room, "planner");
  await call("sendMessage", { params, body: { body: "Pay out weekly.", attachments: [file.id] } });
  const { task } = await planner.claim();
  await call("createSession", { params, body: { title: "One store" } });
  return { room, file, planner, taskId: task?.taskId ?? "" };
}

test("a whole room moves to another server: its log byte for byte, its files, and tasks that wait for agents again", async () => {
  const { room, file, taskId } = await aBusyRoom();
  const lines = await carry(server, room);
  const seen = await bring(there, lines, { name: "moved", preview: true });
  expect(seen).toMatchObject({
    roomId: null,
    name: "moved",
    contents: { files: 1, tasks: 2, sessions: 1, agents: 1, redacted: 0 },
  });
  expect((await there.admin.call("listRooms", {})).data).toEqual([]);

  const { roomId } = await bring(there, lines, { name: "moved" });
  const params = { room: "moved" };
  await isWell(there, "moved");
  const again = await carry(there, "moved");
  const events = eventsIn(lines);
  expect(again.slice(1, events.length + 1)).toEqual(lines.slice(1, events.length + 1));
  expect(foldIn(eventsIn(again).slice(0, events.length))).toEqual(foldIn(events));
  expect(
    eventsIn(again)
      .slice(events.length)
      .map(({ type }) => type),
  ).toEqual(["interchange.room_imported", "task.attempt_ended", "agent.left"]);
  // The name, the id and what came after are all that differs; it goes on from there to a third place.
  expect(again.at(-2)).toBe(lines.at(-2));
  await bring(server, again, { name: "back" });
  expect(eventsIn(await carry(server, "back")).slice(0, events.length + 3)).toEqual(eventsIn(again));

  const shown = await there.admin.call("getRoom", { params });
  expect(shown.view).toMatchObject({ roomId, name: "moved" });
  expect(Object.values(shown.view.agents)).toMatchObject([{ offlineReason: "left" }]);
  const kept = await there.admin.call("getAttachment", {
    params: { ...params, attachment: file.id },
  });
  expect(Buffer.from(kept.content, "base64").toString()).toBe("the plan");
  const token = await createToken(there.admin, "moved", "planner");
  const agent = await joinRoom(there.clientOf(token), { role: "planner" });
  const { task } = await agent.claim();
  expect(task).toMatchObject({ taskId });
  expect(task?.text).toContain("Pay out weekly.");
  await isWell(there, "moved");
});

test("credentials, people and their rights stay where they are", async () => {
  const room = await createRoom(server.admin, "duo");
  const token = await createToken(server.admin, room, "planner");
  await joinRoom(server.clientOf(token), { role: "planner" });
  const lines = await carry(server, room);
  const { contents, roomId } = await bring(there, lines, { name: aName() });

  expect(contents).toMatchObject({ people: ["local admin"], agents: 1 });
  expect(lines.join("\n")).not.toContain(token);
  const { sql } = there.runtime;
  expect(await sql`SELECT 1 FROM credentials WHERE room_id = ${roomId}`).toEqual([]);
  const rights = await sql`SELECT role FROM room_people WHERE room_id = ${roomId}`;
  expect(rights).toMatchObject([{ role: "owner" }]);
  const entry = { act: "room_exported", subject: expect.any(String) };
  const { data } = await server.admin.call("listServerAudit", { query: { limit: 100 } });
  expect(data).toContainEqual(expect.objectContaining(entry));
});

test.each(readdirSync(GOLDEN))("%s, as it was once written, comes in whole and goes out the same", async (file) => {
  const golden = JSON.parse(readFileSync(join(GOLDEN, file), "utf8")) as { events: RoomEvent[] };
  // Some are of days to come.
  const early = Math.max(0, (golden.events.at(-1)?.at ?? 0) - Date.now());
  const all = golden.events.map((event) => ({ ...event, at: event.at - early }));
  const events = all.filter(({ type }) => type !== "room.removed");
  const lines = linesOf(events);
  const name = aName();
  if (events.length < all.length) {
    const refusal = await refusalOf(bring(there, linesOf(all), { name }));
    expect(refusal.code).toBe("import_invalid");
    expect(refusal.message).toContain("The room was removed");
  }
  await bring(there, lines, { name });
  await isWell(there, name);
  const again = await carry(there, name);
  expect(again.slice(1, events.length + 1)).toEqual(lines.slice(1, events.length + 1).map((line) => line.trimEnd()));
});

test("a request that comes twice imports once, and a name that is taken stays as it is", async () => {
  const { room } = await aBusyRoom();
  const lines = await carry(server, room);
  const name = aName();
  const body = { content: packed(lines), name } as never;
  const first = await there.admin.call("importRoom", { body, key: "the-same" });
  expect(await there.admin.call("importRoom", { body, key: "the-same" })).toEqual(first);
  expect((await refusalOf(bring(there, lines, { name }))).code).toBe("name_taken");
  await isWell(there, name);
});

test("whatever a file is, it is refused with its line, and leaves nothing", async () => {
  const { room } = await aBusyRoom();
  const lines = await carry(server, room);
  const before = await counts();
  const first = JSON.parse(lines[1] ?? "") as { event: RoomEvent };
  const changed = (change: object) => JSON.stringify({ event: { ...first.event, ...change } });
  const bad: [string[], RegExp][] = [
    [[], /breaks off/],
    [lines.slice(0, -1), /its end is missing/],
    [lines.slice(1), /^Line 1: It does not begin/],
    [[lines[0] ?? "", ...lines], /^Line 2: It has a second head/],
    [lines.with(2, lines[1] ?? ""), /^Line 3: Event 1 does not follow event 1/],
    [lines.toSpliced(2, 1), /^Line 3: Event 3 does not follow event 1/],
    [[...lines, lines.at(-1) ?? ""], /goes on after its end/],
    [lines.with(1, "{"), /^Line 2: The line is no JSON/],
    [lines.with(1, "[1]"), /^Line 2: The line is no head/],
    [lines.with(1, changed({ type: "room.moved" })), /newer release than this server/],
    [lines.with(1, changed({ v: 99 })), /newer release than this server/],
    [lines.with(1, changed({ type: "__proto__" })), /newer release than this server/],
    [lines.with(1, changed({ data: { name: {}, team: null } })), /is not what such an event is/],
    [lines.with(1, changed({ at: 9e15 })), /a time to come/],
    [lines.with(0, JSON.stringify({ head: { ...HEAD, format: 2 } })), /Update the server/],
    [lines.with(-2, (lines.at(-2) ?? "").replace(/"size":\d+/, '"size":1')), /is damaged/],
    [lines.toSpliced(-2, 0, lines.at(-2) ?? ""), /comes twice/],
    [lines.toSpliced(-2, 1), /should have \d+ events and 1 files/],
  ];
  for (const [file, said] of bad) {
    const refusal = await refusalOf(bring(there, file, { name: "broken" }));
    expect(refusal).toMatchObject({ code: "import_invalid" });
    expect(refusal.message).toMatch(said);
  }
  for (const content of ["", "AAAA", packed(lines).slice(0, 200)]) {
    const refusal = await refusalOf(there.admin.call("importRoom", { body: { name: "broken", content } as never }));
    expect(refusal).toMatchObject({ code: "import_invalid" });
  }
  const bomb = gzipSync(Buffer.alloc(60_000_000, "a")).toString("base64");
  const refusal = await refusalOf(there.admin.call("importRoom", { body: { name: "broken", content: bomb } as never }));
  expect(refusal.message).toMatch(/A line has more than 30 MB/);
  expect(await counts()).toEqual(before);
  await bring(there, lines, { name: "broken" });
});

async function counts() {
  const { sql } = there.runtime;
  return sql`SELECT (SELECT count(*)::int FROM rooms) AS rooms, (SELECT count(*)::int FROM events) AS events,
    (SELECT count(*)::int FROM room_names) AS names, (SELECT count(*)::int FROM tasks) AS tasks,
    (SELECT count(*)::int FROM attachments) AS files`;
}

test("edits at random are refused or come in as a room that verifies", async () => {
  const { room } = await aBusyRoom();
  const text = (await carry(server, room)).join("\n");
  const bits = fc.constantFrom("null", "{", "1", '"', "-1", "[]", "}", "\n", "\\u0000", "é");
  await fc.assert(
    fc.asyncProperty(fc.nat(text.length), bits, fc.nat(3), async (at, bit, cut) => {
      const edited = `${text.slice(0, at)}${bit}${text.slice(at + cut)}`;
      const name = aName();
      try {
        await bring(there, edited.split("\n"), { name });
        await isWell(there, name);
      } catch (error) {
        expect(error).toMatchObject({ refusal: { code: "import_invalid" } });
      }
    }),
    { numRuns: 60 },
  );
});

test("secrets of another server are taken out on the way in", async () => {
  const { room } = await aBusyRoom();
  const secret = "AKIAIOSFODNN7EXAMPLE";
  const lines = (await carry(server, room)).map((line) =>
    line.includes('"event"') ? line.replaceAll("Pay out weekly.", secret) : line,
  );
  const name = aName();
  const { contents } = await bring(there, lines, { name });
  expect(contents.redacted).toBeGreaterThan(0);
  expect((await carry(there, name)).join("\n")).not.toContain(secret);
  await isWell(there, name);
});
