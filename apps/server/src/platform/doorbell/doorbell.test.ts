import type { RoomId } from "@squadroom/core/kernel/ids";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createDoorbell, type Doorbell } from "./doorbell.ts";
import type { LineEvents, OpenLine } from "./line.ts";
import { readRings } from "./rings.ts";

const ROOM = "0192f0c1-2d3e-7f4a-8b5c-6d7e8f901234" as RoomId;
const OTHER = "0192f0c1-2d3e-7f4a-8b5c-6d7e8f905678" as RoomId;
let lines: string[] = [];
const write = (_: object, message: string) => void lines.push(message);
const log = { error: write, notice: write };

let bells: Doorbell[];
/** What went over the line, and who hears it. */
let sent: string[];
let ears: LineEvents[];
let isDead: boolean;

/** A line within the test: all who opened it hear all. */
const line: OpenLine = async (events) => {
  ears.push(events);
  events.opened();
  return {
    async send(text) {
      if (isDead) return;
      sent.push(text);
      for (const { heard } of ears) heard(text);
    },
    async close() {
      ears = ears.filter((ear) => ear !== events);
    },
  };
};

function aBell(id: string, isAlone = () => false) {
  const bell = createDoorbell({ id, isAlone, open: line, log });
  const heard: [RoomId, number][] = [];
  const gaps = { count: 0 };
  bell.onRing((...ring) => void heard.push(ring));
  bell.onGap(() => void gaps.count++);
  bell.tend();
  bells.push(bell);
  return { bell, heard, gaps };
}

beforeEach(() => {
  vi.useFakeTimers();
  bells = [];
  sent = [];
  ears = [];
  isDead = false;
});
afterEach(async () => {
  await Promise.all(bells.map((bell) => bell.close()));
  vi.useRealTimers();
});

const rings = () => sent.filter((text) => readRings(text).rooms.size > 0);

test("rings of five milliseconds travel together, each room with its highest seq, and not back to who rang", async () => {
  const [one, two] = [aBell("one"), aBell("two")];
  await vi.advanceTimersByTimeAsync(0);
  one.bell.ring(ROOM, 3);
  one.bell.ring(OTHER, 9);
  one.bell.ring(ROOM, 5);
  one.bell.ring(ROOM, 4);
  await vi.advanceTimersByTimeAsync(5);

  expect(rings()).toHaveLength(1);
  expect(two.heard).toEqual([
    [ROOM, 5],
    [OTHER, 9],
  ]);
  expect(one.heard).toEqual([]);
});

test("who is alone opens no line, and opens it when somebody comes", async () => {
  let isAlone = true;
  const { bell, gaps } = aBell("one", () => isAlone);
  await vi.advanceTimersByTimeAsync(5_000);
  bell.ring(ROOM, 1);
  await vi.advanceTimersByTimeAsync(5);
  expect([ears.length, sent, gaps.count]).toEqual([0, [], 0]);

  isAlone = false;
  await vi.advanceTimersByTimeAsync(1_000);
  bell.ring(ROOM, 2);
  await vi.advanceTimersByTimeAsync(5);
  expect([ears.length, rings().length, gaps.count]).toEqual([1, 1, 1]);

  isAlone = true;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([ears.length, bell.isOpen()]).toEqual([0, false]);
});

test("a line that carries nothing any more is opened anew, and what it lost is looked for", async () => {
  const { gaps } = aBell("one");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(gaps.count).toBe(1);

  lines = [];
  isDead = true;
  await vi.advanceTimersByTimeAsync(5_000);
  isDead = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(gaps.count).toBe(2);
  expect(lines).toEqual([
    expect.stringContaining("the doorbell's line is not open"),
    expect.stringMatching(/^the doorbell's line is open again after [\d.]+ s$/),
  ]);
  expect(ears).toHaveLength(1);
});
