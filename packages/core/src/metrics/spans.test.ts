import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { forecastMonth } from "./forecast.ts";
import { coveredByDay, medianOf, onlineTime } from "./spans.ts";

const STARTS = [0, 100, 200];

describe("what lasted", () => {
  it("counts time once where spans overlap, and goes on where one has no end", () => {
    const spans = [
      { from: -50, to: 20 },
      { from: 10, to: 30 },
      { from: 90, to: null },
    ];
    expect(coveredByDay(spans, STARTS, 150)).toEqual([
      { coveredMs: 40, ofMs: 100 },
      { coveredMs: 50, ofMs: 50 },
    ]);
    expect(coveredByDay([], STARTS, 50)[1]).toEqual({ coveredMs: 0, ofMs: 0 });
  });

  it("never covers more than the day, and what a clock would count", () => {
    const span = fc
      .tuple(fc.integer({ min: -20, max: 220 }), fc.integer({ min: 0, max: 60 }))
      .map(([from, ms]) => ({ from, to: from + ms }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), (spans) => {
        const days = coveredByDay(spans, STARTS, 200);
        for (const [i, { coveredMs }] of days.entries()) {
          const ticks = Array.from({ length: 100 }, (_, k) => (STARTS[i] ?? 0) + k);
          const counted = ticks.filter((at) => spans.some(({ from, to }) => from <= at && at < to));
          expect(coveredMs).toBe(counted.length);
        }
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("says how long an agent was there, since it joined", () => {
    expect(onlineTime([], true, 0, 100)).toEqual({ onlineMs: 100, ofMs: 100 });
    expect(onlineTime([], false, 0, 100)).toEqual({ onlineMs: 0, ofMs: 100 });
    const gone = { at: 30, kind: "offline" } as const;
    expect(onlineTime([gone], false, 0, 100)).toEqual({ onlineMs: 30, ofMs: 100 });
    expect(onlineTime([gone, { at: 80, kind: "online" }], true, 0, 100)).toEqual({
      onlineMs: 50,
      ofMs: 100,
    });
    expect(onlineTime([{ at: 60, kind: "joined" }], true, 0, 100)).toEqual({
      onlineMs: 40,
      ofMs: 40,
    });
  });

  it("has a middle", () => {
    expect([[], [3], [4, 1], [9, 1, 2]].map(medianOf)).toEqual([null, 3, 2.5, 2]);
  });
});

describe("the forecast of a month", () => {
  const spent = {
    inputTokens: 0,
    outputTokens: 0,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costUsdMicros: 900,
    unpricedTokens: 7,
    runs: 0,
  };

  it("adds an average day for each that is left, quiet days before the first report aside", () => {
    const costs = [0, 0, 100, 0, 200];
    expect(forecastMonth({ spent, costs, daysLeft: 2.5 }, 5)).toEqual({
      spentUsdMicros: 900,
      perDayUsdMicros: 100,
      fromDays: 3,
      unpricedTokens: 7,
      end: 5,
      expectedUsdMicros: 1150,
    });
  });

  it("is unknown, and not 0, where no whole day has a cost", () => {
    expect(forecastMonth({ spent, costs: [0, 0], daysLeft: 9 }, 5)).toMatchObject({
      expectedUsdMicros: null,
      perDayUsdMicros: null,
      fromDays: 0,
    });
  });
});
