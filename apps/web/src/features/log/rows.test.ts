import { describe, expect, it } from "vitest";
import type { FeedItem } from "../../live/feed-item.ts";
import { forgetHeights, newestRows } from "./use-feed-rows.ts";

const day = (n: number): FeedItem => ({ kind: "day", key: `day-${n}`, at: n });

describe("rows of the feed", () => {
  it("are drawn at the end as many as may be in sight, and no more than there are", () => {
    expect(newestRows(1_000, 260, 6)).toEqual(Array.from({ length: 16 }, (_, n) => 984 + n));
    expect(newestRows(3, 260, 6)).toEqual([0, 1, 2]);
    expect(newestRows(0, 260, 6)).toEqual([]);
  });

  it("are forgotten with their heights once they are gone, however many came by", () => {
    const heights = new Map<string, number>();
    let items: FeedItem[] = [];
    for (let n = 0; n < 3_000; n++) {
      items = [...items.slice(-99), day(n)];
      heights.set(`day-${n}`, 34);
      forgetHeights(heights, items);
      expect(heights.size).toBeLessThanOrEqual(2 * items.length + 500);
    }
    for (const { key } of items) expect(heights.has(key)).toBe(true);
  });
});
