import { describe, expect, it } from "vitest";
import { densityOf, markNear, scaleOf, tickWords } from "./timeline.ts";

const MINUTE = 60_000;
/** Events at these minutes. */
const logOf = (minutes: readonly number[]) => ({
  head: minutes.length,
  samples: minutes.map((minute, i) => ({ seq: i + 1, at: minute * MINUTE })),
});

describe("the line of a room's past", () => {
  it("begins at the first event and ends at the newest", () => {
    const scale = scaleOf(logOf([0, 1, 2, 3, 4]));
    expect([scale.xOf(1), scale.xOf(5)]).toEqual([0, expect.closeTo(1)]);
    expect([scale.seqAt(0), scale.seqAt(1), scale.seqAt(-1), scale.seqAt(2)]).toEqual([1, 5, 1, 5]);
    expect(scale.timeAt(0.5)).toBeCloseTo(2 * MINUTE);
  });

  it("finds each event again where it stands", () => {
    const minutes = Array.from({ length: 60 }, (_, i) => i * i);
    const scale = scaleOf(logOf(minutes));
    for (let seq = 1; seq <= 60; seq++) expect(scale.seqAt(scale.xOf(seq))).toBe(seq);
  });

  it("gives a night of silence no more than a part of the line", () => {
    const day = Array.from({ length: 50 }, (_, i) => i);
    const scale = scaleOf(logOf([...day, ...day.map((minute) => minute + 14 * 60)]));
    expect(scale.xOf(51) - scale.xOf(50)).toBeLessThan(0.2);
    expect(scale.xOf(50)).toBeGreaterThan(0.4);
  });

  it("marks where time is left out, and only there", () => {
    const day = Array.from({ length: 50 }, (_, i) => i);
    const scale = scaleOf(logOf([...day, ...day.map((minute) => minute + 14 * 60)]));
    expect(scale.breaks).toEqual([expect.closeTo((scale.xOf(50) + scale.xOf(51)) / 2)]);
    expect(scaleOf(logOf([0, 1, 2, 3, 4])).breaks).toEqual([]);
    expect(scaleOf(logOf([0, 0, 0])).breaks).toEqual([]);
  });

  it("keeps events of one instant apart, and stands with a single one", () => {
    const scale = scaleOf(logOf([0, 0, 0, 0]));
    expect([1, 2, 3, 4].map((seq) => scale.xOf(seq))).toEqual([0, ...[1 / 3, 2 / 3, 1].map((x) => expect.closeTo(x))]);
    expect(scaleOf(logOf([7])).seqAt(0.5)).toBe(1);
    expect(scaleOf({ head: 0, samples: [] }).xOf(1)).toBe(0);
  });

  it("is higher where more happened", () => {
    const busy = Array.from({ length: 90 }, (_, i) => i / 10);
    const bars = densityOf(scaleOf(logOf([...busy, 20, 30, 40])), 93, 10);
    expect(bars).toHaveLength(10);
    expect(Math.max(...bars)).toBeLessThanOrEqual(1);
    expect(bars[0]).toBeGreaterThan(bars[9] ?? 1);
  });

  it("takes the mark that is nearest, if one is near", () => {
    const scale = scaleOf(logOf([0, 1, 2, 3, 4]));
    const marks = [{ seq: 2 }, { seq: 4 }];
    expect(markNear(marks, scale, 0.3, 0.1)).toEqual({ seq: 2 });
    expect(markNear(marks, scale, 0.5, 0.1)).toBeNull();
  });

  it("tells the seconds where two places would read alike, and the day where it is another", () => {
    const noon = new Date(2026, 2, 3, 12).getTime();
    const at = (...minutes: number[]) => minutes.map((minute) => noon + minute * MINUTE);
    expect(tickWords(at(0, 0.25, 1), noon)).toEqual(["12:00:00", "12:00:15", "12:01:00"]);
    expect(tickWords(at(0, 20, 40), noon)).toEqual(["12:00", "12:20", "12:40"]);
    expect(tickWords(at(0, 24 * 60), noon)).toEqual(["12:00", "Wed 4, 12:00"]);
    expect(tickWords(at(0), noon + 48 * 60 * MINUTE)).toEqual(["Tue 3, 12:00"]);
  });
});
