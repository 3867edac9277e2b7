import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import type { TimelineBar } from "@squadroom/core/timeline/read";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { besideLanes, hasRoom, isNear, lanesOf, openingOf, placeOf, sideOf, ticksOf } from "./lanes.ts";

const bar = (from: number, to: number | null, taskId = `T-${from}`): TimelineBar => ({
  taskId,
  title: taskId,
  kind: "work",
  agent: "Ann",
  attempt: 1,
  from,
  to,
  end: null,
  note: "",
  isReplaced: false,
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

it("has ten lines at most, at round times, and in a short session seconds", () => {
  const minutes = ticksOf({ from: 61_000, to: 601_000, px: PX });
  expect(minutes.at.map((at) => at / 60_000)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(minutes.hasSeconds).toBe(false);
  expect(ticksOf({ from: 0, to: 60_000, px: PX })).toEqual({
    at: [0, 10, 20, 30, 40, 50, 60].map((s) => s * 1_000),
    hasSeconds: true,
  });
  expect(ticksOf({ from: 0, to: 600_000, px: 200 }).at).toHaveLength(3);
  expect(ticksOf({ from: 0, to: 90 * 86_400_000, px: PX }).at.length).toBeLessThanOrEqual(14);
});

describe("waits and estimates", () => {
  interface Item {
    taskId: string;
    from: number;
    to: number;
  }
  const item = (taskId: string, from: number, to: number): Item => ({ taskId, from, to });
  const beside = (lanes: Parameters<typeof besideLanes>[0], items: Item[]) =>
    besideLanes(lanes, items, (one, { taskId }) => one.taskId === taskId);

  it("stand on the bar of their own task, also where that is in the second lane", () => {
    const lanes = lanesOf([bar(0, 90_000, "A"), bar(10_000, 80_000, "B")], shown, 0);
    const wait = item("B", 20_000, 30_000);
    expect(beside(lanes, [wait])).toEqual([[], [wait]]);
  });

  it("cover no bar of another task, and none another", () => {
    const span = fc.record({
      taskId: fc.constantFrom("A", "B", "C"),
      from: fc.nat(200),
      ms: fc.integer({ min: 1, max: 80 }),
    });
    const whole = ({ taskId, from, ms }: { taskId: string; from: number; ms: number }) =>
      item(taskId, from * 1_000, (from + ms) * 1_000);
    fc.assert(
      fc.property(fc.array(span, { maxLength: 2 }), fc.array(span, { maxLength: 2 }), (a, b) => {
        const bars = a.map(whole).toSorted((x, y) => x.from - y.from);
        const lanes = lanesOf(
          bars.map(({ taskId, from, to }) => bar(from, to, taskId)),
          shown,
          0,
        );
        const items = b.map(whole);
        const placed = beside(lanes, items);
        expect(placed.flat()).toHaveLength(items.length);
        placed.forEach((those, at) => {
          for (const one of those) {
            const others = (lanes[at] ?? []).filter((drawn) => drawn.from < one.to && one.from < drawn.to);
            const isOwn = others.some(({ bars: of }) => of.some((x) => x.taskId === one.taskId));
            expect(others.length === 0 || isOwn).toBe(true);
          }
        });
      }),
      { numRuns: shareOf(150) },
    );
  });
});

it("gives up the time of a tick that stands where another moment is written", () => {
  const at = [399_000, 340_000, 410_000, 430_000].map((tick) => isNear(tick, 400_000, shown));
  expect(at).toEqual([true, true, true, false]);
  expect(isNear(330_000, 400_000, shown)).toBe(false);
});

it("writes beside a bar where neither a neighbour nor the edge is", () => {
  const [from, to] = [400_000, 420_000];
  const side = (...others: { from: number; to: number }[]) => sideOf("12 min", { from, to }, others, shown);
  expect(side()).toBe("before");
  expect(side({ from: 380_000, to: 390_000 })).toBe("after");
  expect(side({ from: 380_000, to: 390_000 }, { from: 430_000, to: 440_000 })).toBe(null);
  expect(sideOf("12 min", { from: 0, to: 5_000 }, [], shown)).toBe("after");
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

it("opens on the last work where the rest is a wait, and on all of it where there was work throughout", () => {
  const MINUTE = 60_000;
  const opened = (bars: TimelineBar[], now: number) =>
    openingOf({ rows: [{ role: "builder", prefixes: [], bars }] as never, from: 0, ahead: [] }, now, 15 * MINUTE);
  const whole = { span: null, from: null };
  expect(opened([bar(0, 50_000), bar(50_000, 70_000)], 60 * MINUTE)).toEqual({
    span: 15 * MINUTE,
    from: 70_000 - 13.5 * MINUTE,
  });
  expect(opened([bar(0, 50_000)], 14 * MINUTE)).toEqual(whole);
  expect(opened([bar(0, null)], 60 * MINUTE)).toEqual(whole);
});
