import { expect, it } from "vitest";
import { snoozeTimes } from "./aside-panel.tsx";

/** A Wednesday, 15:30 of this machine. */
const WEDNESDAY = new Date(2026, 10, 25, 15, 30).getTime();
const DAY_MS = 24 * 3_600_000;
const named = (now: number) => snoozeTimes(now).map(({ key, until }) => [key, until === null ? null : new Date(until)]);

it("offers hours, the next mornings, and until it changes", () => {
  expect(named(WEDNESDAY)).toEqual([
    ["hour", new Date(2026, 10, 25, 16, 30)],
    ["hours", new Date(2026, 10, 25, 18, 30)],
    ["tomorrow", new Date(2026, 10, 26, 9)],
    ["monday", new Date(2026, 10, 30, 9)],
    ["changed", null],
  ]);
});

it("names no morning twice, and never one that has passed", () => {
  for (let day = 0; day < 14; day++)
    for (const hour of [0, 8, 9, 23]) {
      const now = new Date(WEDNESDAY + day * DAY_MS).setHours(hour, 0, 0, 0);
      const times = snoozeTimes(now).flatMap(({ until }) => until ?? []);
      expect(Math.min(...times)).toBeGreaterThan(now);
      expect(new Set(times).size).toBe(times.length);
    }
});
