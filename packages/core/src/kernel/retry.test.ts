import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ATTEMPTS_MAX, JITTER, retryDelay } from "./retry.ts";

const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const HOUR = 3_600_000;

describe("the schedule of attempts", () => {
  it("is five seconds, then three times as long each time, up to six hours", () => {
    const middle = Array.from({ length: ATTEMPTS_MAX - 1 }, (_, n) => retryDelay(n + 1, 0.5));
    expect(middle.slice(0, 4)).toEqual([5_000, 15_000, 45_000, 135_000]);
    expect(middle.slice(-3)).toEqual([6 * HOUR, 6 * HOUR, 6 * HOUR]);
    expect(retryDelay(ATTEMPTS_MAX, 0.5)).toBeNull();
  });

  it("grows, stays within its jitter, and ends, whatever the chance", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100 }), unit, unit, (failed, a, b) => {
        const delay = retryDelay(failed, a);
        expect(delay === null).toBe(failed >= ATTEMPTS_MAX);
        if (delay === null) return;
        const middle = retryDelay(failed, 0.5) ?? 0;
        expect(delay).toBeGreaterThanOrEqual(Math.floor(middle * (1 - JITTER)));
        expect(delay).toBeLessThanOrEqual(Math.ceil(middle * (1 + JITTER)));
        const next = retryDelay(failed + 1, b);
        if (next !== null && middle < 2 * HOUR) expect(next).toBeGreaterThan(delay);
      }),
    );
  });
});
