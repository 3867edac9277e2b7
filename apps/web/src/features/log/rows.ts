import type { FeedItem } from "../../live/feed.ts";

const guesses = new WeakMap<FeedItem, number>();

/** A first guess of a row's height, px; the row is measured once it is drawn. */
export function estimateRow(item: FeedItem | undefined): number {
  if (!item || item.kind === "line") return 26;
  if (item.kind === "day") return 34;
  const guess = guesses.get(item) ?? guessMessage(item);
  guesses.set(item, guess);
  return guess;
}

function guessMessage(item: Extract<FeedItem, { kind: "message" }>): number {
  const { body } = item.event.data.message;
  const lines = body
    .split("\n")
    .reduce((sum, part) => sum + Math.max(1, Math.ceil(part.length / 88)), 0);
  return 40 + Math.min(lines, 13) * 22;
}

/** Rows behind what was last seen. */
export function countNewer(items: readonly FeedItem[], seen: number): number {
  let count = 0;
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (!item || item.kind === "day") continue;
    if (item.seq <= seen) break;
    count++;
  }
  return count;
}
