import { type RoomId, roleName } from "@squadroom/core/kernel/ids";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type TestDatabase, testDatabase } from "../postgres/test-database.ts";
import { anAgent, aRoom, logOf, must, type RoomProcess, roomProcess, verified } from "./room-process.fixture.ts";

let db: TestDatabase;
let both: RoomProcess[];
let room: RoomId;

beforeAll(async () => {
  db = await testDatabase();
  both = [await roomProcess(db.url), await roomProcess(db.url)];
  room = await aRoom(both[0] as RoomProcess);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await Promise.all(both.map((one) => one.close()));
  await db.drop();
});

test("a message that is late, and an answer that is overdue, are told once by any number of processes", async () => {
  const [here, there] = both as [RoomProcess, RoomProcess];
  const by = await anAgent(here, room, "builder");
  await anAgent(there, room, "reviewer");
  const to = { kind: "role" as const, role: roleName("reviewer") };
  const said = { body: "Which clock?", repliesTo: null, kind: "question" as const, responseS: 600 };
  const told = async () => {
    const log = await logOf(here, room);
    return log.flatMap(({ type }) => (/^(message|decision)\./.test(type) ? type : []));
  };
  let nowMs = here.clock.now();
  for (const { clock } of both) vi.spyOn(clock, "now").mockImplementation(() => nowMs);
  const later = async (ms: number) => {
    nowMs += ms;
    const tick = { type: "tick" } as const;
    await Promise.all(both.map((one) => must(one.rooms.execute(room, tick))));
  };
  await must(here.rooms.execute(room, { type: "sendAgentMessage", by, to, ...said }));
  await later(299_000);
  expect(await told()).toEqual(["message.sent"]);
  await later(2_000);
  expect(await told()).toEqual(["message.sent", "message.late"]);
  await later(300_000);
  await later(601_000);
  // Before anybody counts as offline, which the decision would say.
  await later(500_000);
  expect(await told()).toEqual([
    "message.sent",
    "message.late",
    "message.raised",
    "message.overdue",
    "decision.opened",
  ]);
  expect((await verified(here, room)).ok).toBe(true);
});
