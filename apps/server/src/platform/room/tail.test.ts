import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { anEvent, aRoom, aTask, T0 } from "@squadroom/core/testing/builders.fixture";
import { expect, test } from "vitest";
import { CachedRoom } from "./cached-room.ts";
import { newestOf, sizeOf, TAIL_KEPT, TAIL_LETTERS } from "./tail.ts";

const event = (seq: number, reason = ""): RoomEvent =>
  anEvent({ type: "room.removed", data: { reason } }, seq, T0 + seq);
const LARGE = "x".repeat(300_000);

function aCachedRoom(view = aRoom(), tail: RoomEvent[] = []) {
  const head = { seq: 0, commitId: "" };
  return new CachedRoom("room" as RoomId, { head, view, snapshotSeq: 0, tail });
}

test("a tail is bounded by its events and by their size, and keeps the last one whatever it is", () => {
  const small = Array.from({ length: 900 }, (_, i) => event(i + 1));
  expect(newestOf(small).events.map(({ seq }) => seq)).toEqual(small.slice(-TAIL_KEPT).map(({ seq }) => seq));
  const large = Array.from({ length: 20 }, (_, i) => event(i + 1, LARGE));
  const { events, bytes } = newestOf(large);
  expect(events.at(-1)?.seq).toBe(20);
  expect(bytes).toBe(events.reduce((sum, one) => sum + sizeOf(one), 0));
  expect(bytes).toBeLessThanOrEqual(TAIL_LETTERS);
  expect(newestOf([event(1), event(2, "x".repeat(3_000_000))]).events).toHaveLength(1);
});

test("a room weighs what is in it, and holds no more large events than their size allows", () => {
  const tasks = Array.from({ length: 100 }, () => aTask({ instruction: "x".repeat(20_000) }));
  expect(aCachedRoom({ ...aRoom(), tasks }).weight).toBeGreaterThan(2_000_000);

  const room = aCachedRoom();
  for (let seq = 1; seq <= 200; seq++) room.remember([event(seq, LARGE)]);
  room.weigh();
  expect(room.tail.length).toBeLessThan((2 * TAIL_LETTERS) / LARGE.length + 2);
  expect(room.tail.at(-1)?.seq).toBe(200);
  expect(room.weight).toBeGreaterThan(TAIL_LETTERS / 2);
  expect(room.weight).toBeLessThan(3 * TAIL_LETTERS);
});
