import type { TimelineBar } from "@squadroom/core/timeline/parts";
import { describe, expect, it } from "vitest";
import { hasRoom, lanesOf, placeOf, ticksOf } from "./lanes.ts";

const bar = (from: number, to: number | null, taskId = `T-${from}`): TimelineBar => ({
  ...{ taskId, title: taskId, kind: "work", agent: "Ann", attempt: 1, from, to, end: null },
  ...{ note: "", isReplaced: false },
});
const PX = 900;
const shown = { from: 0, to: PX * 1_000, px: PX };

describe("lanes", () => {
  it("puts what falls together into lanes of their own, and what follows into one", () => {
    const lanes = lanesOf([bar(0, 90_000), bar(10_000, 50_000), bar(95_000, 200_000)], shown, 0);
    expect(lanes.map((lane) => lane.map(({ from }) => from))).toEqual([[0, 95_000], [10_000]]);
  });

  it("draws thin ones that touch as one, and nothing that is not shown", () => {
    const lanes = lanesOf([bar(0, 1_000), bar(2_000, 3_000), bar(4_000, 90_000)], shown, 0);
    expect(lanes.flat().map(({ bars }) => bars.length)).toEqual([2, 1]);
    expect(lanesOf([bar(0, 1_000)], { from: 5_000, to: 9_000, px: PX }, 0)).toEqual([]);
  });

  it("two thousand tasks at once stay a few hundred shapes, and none is lost", () => {
    const many = Array.from({ length: 2_000 }, (_, i) => bar(i * 440, i * 440 + 4_000));
    const drawn = lanesOf(many, shown, 0).flat();
    expect(drawn.length).toBeLessThan(400);
    expect(drawn.reduce((sum, { bars }) => sum + bars.length, 0)).toBe(2_000);
  });

  it("what goes on reaches to now", () => {
    expect(lanesOf([bar(0, null)], shown, 70_000)[0]).toMatchObject([{ to: 70_000 }]);
  });
});

it("has ten lines at most, at round times", () => {
  expect(ticksOf({ from: 61_000, to: 601_000 }).map((at) => at / 60_000)).toEqual([
    2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
  expect(ticksOf({ from: 0, to: 90 * 86_400_000 }).length).toBeLessThanOrEqual(14);
});

it("cuts what begins before, or ends behind what is shown", () => {
  const of = { from: 100, to: 200 };
  expect(placeOf(50, 150, of)).toEqual({ left: "0.000%", width: "50.000%" });
  expect(placeOf(300, 400, of).width).toBe("0.000%");
});

it("names a bar only where its name has room", () => {
  expect(hasRoom("001", 0, 30_000, shown)).toBe(true);
  expect(hasRoom("001-R1", 0, 30_000, shown)).toBe(false);
  // In a narrower window, and where most of it is out of sight.
  expect(hasRoom("001", 0, 30_000, { ...shown, px: 360 })).toBe(false);
  expect(hasRoom("001", -25_000, 5_000, shown)).toBe(false);
});
