import type { FeedItem } from "../../live/feed-item.ts";
import { FOLD_REACH } from "../../live/fold.ts";
import type { FeedRow } from "./folded.ts";

const guesses = new WeakMap<FeedItem, number>();

/** Height of a line that needs no second one, px: the least that a row takes. */
const LINE_PX = 26;

/** A first guess of a row's height, px; the row is measured once it is drawn. */
export function estimateRow(item: FeedRow | undefined): number {
  if (item?.kind === "day") return 34;
  if (item?.kind !== "message") return LINE_PX;
  const guess = guesses.get(item) ?? guessMessage(item);
  guesses.set(item, guess);
  return guess;
}

function guessMessage(item: Extract<FeedItem, { kind: "message" }>): number {
  const { body } = item.event.data.message;
  const lines = body.split("\n").reduce((sum, part) => sum + Math.max(1, Math.ceil(part.length / 88)), 0);
  return 40 + Math.min(lines, 13) * 22;
}

/** Rows in which something happened after what was last seen: the newest, and folded ones that continued. */
export function countNewer(items: readonly FeedRow[], seen: number): number {
  let count = 0;
  let known = 0;
  for (let index = items.length - 1; index >= 0 && known < FOLD_REACH; index--) {
    const item = items[index];
    if (!item || item.kind === "day" || item.kind === "part") continue;
    if (item.seq > seen) count++;
    else known++;
  }
  return count;
}

/** Indexes of the newest rows: as many as may fill a box of this height, and some more. */
export function newestRows(count: number, boxPx: number, more: number): number[] {
  const length = Math.min(count, Math.ceil(boxPx / LINE_PX) + more);
  return Array.from({ length }, (_, n) => count - length + n);
}

const SPARE_HEIGHTS = 500;

/** The smallest step of a layout, 1/64 px: two ways to measure agree to it. */
const STEPS_PER_PX = 64;

/** Rows follow each other in the flow, so that the fraction of a height counts. */
export function heightOf(row: Element | ResizeObserverEntry): number {
  const px = "borderBoxSize" in row ? (row.borderBoxSize[0]?.blockSize ?? 0) : row.getBoundingClientRect().height;
  return Math.round(px * STEPS_PER_PX) / STEPS_PER_PX;
}

/** Drops the heights of rows that are gone, once they outnumber those that are there. */
export function forgetHeights(heights: Map<FeedRow["key"] | number | bigint, number>, items: readonly FeedRow[]): void {
  if (heights.size <= 2 * items.length + SPARE_HEIGHTS) return;
  const here = new Set<unknown>(items.map((item) => item.key));
  for (const key of heights.keys()) if (!here.has(key)) heights.delete(key);
}
