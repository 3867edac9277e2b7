import type { RunTouches } from "@squadroom/core/run/radar";
import { setRunTouches } from "@squadroom/core/run/runner-contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTouches } from "./touches.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A tree in which nothing is changed yet. */
function aTree({ tookMs = 0 } = {}) {
  const tree = { looks: 0, told: [] as RunTouches[], isDown: false };
  let now: RunTouches = { tree: "DEV-001", files: [] };
  const touches = createTouches(
    async () => {
      tree.looks++;
      const seen = now;
      if (tookMs > 0) await vi.advanceTimersByTimeAsync(tookMs);
      return seen;
    },
    async (one) => {
      if (tree.isDown) throw new Error("away");
      tree.told.push(setRunTouches.body.parse(one) as RunTouches);
    },
  );
  const change = (...ranges: [number, number][]) => {
    const file = { path: "a.ts", ranges: ranges.map(([from, to]) => ({ from, to })) };
    now = { tree: "DEV-001", files: [file] };
    touches.note();
  };
  return { tree, touches, change };
}

test("what a run changes is told once, and looked at only after something that may have changed it", async () => {
  const { tree, touches, change } = aTree();
  change([1, 2]);
  await vi.advanceTimersByTimeAsync(10_000);
  touches.note();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tree.looks).toBe(2);
  change([1, 2], [9, 9]);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(tree.told.map(({ files }) => files[0]?.ranges.length)).toEqual([1, 2]);
});

test("many tools in a row are one look each two seconds, fewer where looking is slow", async () => {
  for (const [tookMs, most] of [
    [0, 6],
    [500, 2],
  ] as const) {
    const { tree, touches } = aTree({ tookMs });
    const began = Date.now();
    while (Date.now() - began < 10_000) {
      touches.note();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(tree.looks).toBeLessThanOrEqual(most);
    await touches.close();
  }
});

test("what changes during a look is seen by the next one", async () => {
  const { tree, touches, change } = aTree({ tookMs: 500 });
  touches.note();
  vi.advanceTimersByTime(0);
  change([1, 2]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(tree.told).toHaveLength(2);
});

test("a server that was away is told with the next look, and a closed one tells nothing", async () => {
  const { tree, touches, change } = aTree();
  tree.isDown = true;
  change([1, 2]);
  await vi.advanceTimersByTimeAsync(3_000);
  tree.isDown = false;
  touches.note();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(tree.told).toHaveLength(1);
  change([3, 3]);
  await touches.close();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(tree.told).toHaveLength(1);
});

test("more ranges than are told are one, from the first line to the last", async () => {
  const { tree, change } = aTree();
  change(...Array.from({ length: 60 }, (_, at): [number, number] => [at * 10 + 1, at * 10 + 2]));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(tree.told[0]?.files[0]?.ranges).toEqual([{ from: 1, to: 592 }]);
});
