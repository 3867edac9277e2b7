import { shareOf } from "@squadroom/core/testing/property-runs.fixture";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { perFrame, type Ticks } from "./frames.ts";

const FRAME_MS = 16;

/** A page whose time passes when it is told to; what it draws takes as long as it is told. */
class Page implements Ticks {
  time = 0;
  isHidden = false;
  private ids = 0;
  private readonly frames = new Map<number, () => void>();
  private readonly timers = new Map<number, { at: number; run: () => void }>();

  now = (): number => this.time;
  frame = (run: () => void): number => {
    this.frames.set(++this.ids, run);
    return this.ids;
  };
  endFrame = (id: number): void => void this.frames.delete(id);
  timer = (run: () => void, ms: number): number => {
    this.timers.set(++this.ids, { at: this.time + ms, run });
    return this.ids;
  };
  endTimer = (id: number): void => void this.timers.delete(id);

  /** A frame, and the timers that are due behind it. */
  step(): void {
    this.time += FRAME_MS;
    if (!this.isHidden) {
      const due = [...this.frames.values()];
      this.frames.clear();
      for (const run of due) run();
    }
    for (const [id, { at, run }] of Array.from(this.timers)) {
      if (at > this.time || !this.timers.delete(id)) continue;
      run();
    }
  }

  get isAtRest(): boolean {
    return this.frames.size + this.timers.size === 0;
  }
}

describe("what arrives", () => {
  it("is handed on once, in order, at most once a frame, and never left lying", () => {
    const steps = fc.array(
      fc.record({
        pushed: fc.integer({ min: 0, max: 40 }),
        takes: fc.integer({ min: 1, max: 30 }),
        drawsMs: fc.integer({ min: 0, max: 120 }),
        isHidden: fc.boolean(),
      }),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(steps, (all) => {
        const page = new Page();
        const handed: number[] = [];
        const times: number[] = [];
        let takes = 1;
        let drawsMs = 0;
        let pushed = 0;
        const frames = perFrame<number>((waiting) => {
          const some = waiting.slice(0, takes);
          handed.push(...some);
          times.push(page.time);
          page.time += drawsMs;
          return some.length;
        }, page);
        for (const step of all) {
          ({ takes, drawsMs } = step);
          page.isHidden = step.isHidden;
          for (let n = 0; n < step.pushed; n++) frames.push(pushed++);
          page.step();
        }
        for (let n = 0; n < 100_000 && !page.isAtRest; n++) page.step();
        expect(handed).toEqual(Array.from({ length: pushed }, (_, n) => n));
        for (const [n, time] of times.entries()) expect(time - (times[n - 1] ?? -30)).toBeGreaterThanOrEqual(30);
        expect(page.isAtRest).toBe(true);
      }),
      { numRuns: shareOf(300) },
    );
  });

  it("comes with the next frame when it comes alone", () => {
    const page = new Page();
    page.time = 1_000;
    const handed: number[] = [];
    const frames = perFrame<string>((waiting) => {
      handed.push(page.time);
      return waiting.length;
    }, page);
    frames.push("a");
    page.step();
    expect(handed).toEqual([1_016]);
  });

  it("waits longer where a frame takes longer to draw, and no longer than a quarter of a second", () => {
    const page = new Page();
    const times: number[] = [];
    let drawsMs = 100;
    const frames = perFrame<string>((waiting) => {
      times.push(page.time);
      page.time += drawsMs;
      return waiting.length;
    }, page);
    const nextAfter = (ms: number): number => {
      drawsMs = ms;
      const before = times.length;
      while (times.length < before + 2) {
        frames.push("more");
        page.step();
      }
      return (times.at(-1) ?? 0) - (times.at(-2) ?? 0);
    };
    expect(nextAfter(0)).toBeLessThanOrEqual(30 + FRAME_MS * 2);
    expect(nextAfter(100)).toBeGreaterThanOrEqual(150);
    expect(nextAfter(1_000)).toBeLessThanOrEqual(1_000 + FRAME_MS * 2);
  });

  it("is handed on without frames where the page is hidden, four times a second", () => {
    const page = new Page();
    page.isHidden = true;
    let times = 0;
    const frames = perFrame<number>((waiting) => {
      times++;
      return waiting.length;
    }, page);
    while (page.time < 2_000) {
      frames.push(page.time);
      page.step();
    }
    expect(times).toBeGreaterThan(5);
    expect(times).toBeLessThanOrEqual(8);
  });

  it("is let go of once it is stopped", () => {
    const page = new Page();
    const frames = perFrame<number>(() => expect.fail("handed on"), page);
    frames.push(1);
    frames.stop();
    for (let n = 0; n < 40; n++) page.step();
    expect(page.isAtRest).toBe(true);
  });
});
