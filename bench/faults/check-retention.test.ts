import type { RoomEvent } from "@squadroom/core/kernel/event";
import { expect, it } from "vitest";
import { checkRetention } from "./check-retention.ts";
import type { Aged, Evidence } from "./evidence.ts";

const DAY = 24 * 3_600_000;
const ended = { type: "session.ended", at: 1_000, data: { sessionId: 1, end: "stopped" } };
const failed = { ...ended, data: { sessionId: 1, end: "failed" } };
const held = { type: "retention.held", at: 2_000, data: { sessionId: 1 } };
const released = { type: "retention.released", at: 3_000, data: { sessionId: 1 } };
const restored = { type: "retention.restored", at: 2 * DAY, data: { sessionId: 1 } };
const archived = (at: number) => ({ type: "retention.archived", at, data: { sessionIds: [1] } });
const older = (from: number, to: number, state = "kept"): Aged => ({
  roomId: "room",
  sessionId: 1,
  state,
  from,
  to,
});

function found(events: object[], aged: Aged[] = []): string[] {
  const numbered = events.map((event, i) => ({ ...event, seq: i + 1 })) as RoomEvent[];
  const evidence = { rooms: [{ roomId: "room", events: numbered }], aged, clockStepMs: 0 };
  return checkRetention(evidence as unknown as Evidence).map(({ what }) => what);
}

it("takes what is archived in its time for right, also what was made older in several steps", () => {
  expect(found([ended, archived(DAY + 1_000)])).toEqual([]);
  expect(found([ended, held, released, archived(DAY + 1_000)])).toEqual([]);
  const steps = [older(1_000, 500), older(500, 500 - DAY)];
  expect(found([ended, archived(2_000)], steps)).toEqual([]);
  expect(found([ended, archived(DAY + 1_000), restored, archived(3 * DAY)])).toEqual([]);
});

it("finds what is archived early, twice, while it is held, or before its end", () => {
  expect(found([ended, archived(DAY)])).toEqual(["event 2: session 1 is archived 1000 ms too early"]);
  expect(found([failed, archived(2 * DAY)])).toHaveLength(1);
  expect(found([ended, archived(2_000)], [older(1_000, 500)])).toHaveLength(1);
  const wrong = [older(2 * DAY, DAY)];
  expect(found([ended, archived(DAY + 1_000), restored, archived(2 * DAY + 1)], wrong)).toEqual([
    expect.stringContaining("too early"),
  ]);
  expect(found([ended, held, archived(2 * DAY)])).toEqual(["event 3: session 1 is archived while somebody holds it"]);
  expect(found([ended, archived(2 * DAY), archived(4 * DAY)])).toEqual(["event 3: session 1 is archived twice"]);
  expect(found([archived(DAY)])).toEqual(["event 1: session 1 is archived, and has not ended"]);
  expect(found([ended, restored])).toEqual(["event 2: session 1 is kept, and restored"]);
});
