import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FeedItem } from "../../live/feed-item.ts";
import { FOLD_REACH } from "../../live/fold.ts";
import { type FeedRow, isFact } from "./folded.ts";

/** After this long without a movement nobody is aiming at anything, ms. */
const REST_MS = 2_000;

const guesses = new WeakMap<FeedItem, number>();

/** Height of a line that needs no second one, px: the least that a row takes. */
const LINE_PX = 26;

const SPARE_HEIGHTS = 500;

/** The smallest step of a layout, 1/64 px: two ways to measure agree to it. */
const STEPS_PER_PX = 64;

interface Followed {
  items: readonly FeedRow[];
  /** Seq of the newest event there is, shown or not. */
  lastSeq: number;
  hasOlder: boolean;
  /** Older events may come without a scroll: a few rows may stand for all that is here. */
  fillsUp: boolean;
  onOlder: () => void;
  /** True while the newest row is in sight: old ones may go. */
  onFollow: (follows: boolean) => void;
}

/** Rows within this distance of the end count as the end, px. */
const END_PX = 24;
/** Older events are requested this far from the top, px. */
const OLDER_PX = 600;
/** Rows drawn beyond what is in sight, on either side; while the end is followed, above it. */
const OVERSCAN = 6;
const OVERSCAN_AT_END = 2;

/** Which rows are drawn and where. Follows the end; while somebody reads or points, new rows are counted. */
export function useFeedRows({ items, lastSeq, hasOlder, fillsUp, onOlder, onFollow }: Followed) {
  const box = useRef<HTMLDivElement>(null);
  const tailBox = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const seen = useRef(lastSeq);
  const resting = usePointerRest(box);
  const following = atEnd && resting;

  const list = useRef<HTMLUListElement>(null);
  const [sizes] = useState(
    () =>
      new ResizeObserver((entries) => {
        for (const entry of entries) rows.resizeItem(indexOfRow(entry.target), heightOf(entry));
      }),
  );
  const watchSize = useCallback(
    (row: HTMLLIElement) => {
      sizes.observe(row);
      return () => sizes.unobserve(row);
    },
    [sizes],
  );
  // An element that continues with another row of the same height is not observed to have changed.
  useLayoutEffect(() => {
    for (const row of list.current?.children ?? []) {
      const index = indexOfRow(row);
      const item = items[index];
      if (item && !rows.itemSizeCache.has(item.key)) rows.resizeItem(index, heightOf(row));
    }
  });

  const rows: Virtualizer<HTMLDivElement, Element> = useVirtualizer<HTMLDivElement, Element>({
    count: items.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => items[index]?.key ?? index,
    estimateSize: (index) => estimateRow(items[index]),
    overscan: OVERSCAN,
    // The list learns where the box is one frame after it moved: while the end is followed, the newest rows are drawn
    // in the very frame in which they come.
    rangeExtractor: (range) =>
      following ? newestRows(range.count, rows.scrollRect?.height ?? 0, OVERSCAN_AT_END) : defaultRangeExtractor(range),
    paddingEnd: 12,
    anchorTo: "end",
    followOnAppend: following,
    scrollEndThreshold: END_PX,
    useFlushSync: false,
  });

  const toEnd = useCallback(() => {
    const top = topOfAsked(box.current, tailBox.current);
    if (top === null) rows.scrollToEnd();
    else if (box.current) box.current.scrollTop = top;
  }, [rows]);
  useLayoutEffect(toEnd, [toEnd]);
  // The pointer came to rest with the end in sight, or what is asked moved down behind new rows: catch up.
  const asked = following ? topOfAsked(box.current, tailBox.current) : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked stands where it stood
  useEffect(() => {
    if (following) toEnd();
  }, [following, toEnd, asked]);
  // The composer or the tail grew, or a phone's keyboard appeared: the end stays in sight.
  useEffect(() => {
    const element = box.current;
    if (!element || !following) return;
    const observer = new ResizeObserver(toEnd);
    observer.observe(element);
    if (tailBox.current) observer.observe(tailBox.current);
    return () => observer.disconnect();
  }, [following, toEnd]);
  useEffect(() => {
    if (following) seen.current = lastSeq;
    onFollow(following);
    forgetHeights(rows.itemSizeCache, items);
  }, [following, items, lastSeq, onFollow, rows]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each page may be too few rows
  useEffect(() => {
    if (fillsUp && hasOlder && (box.current?.scrollTop ?? OLDER_PX) < OLDER_PX) onOlder();
  }, [items, fillsUp, hasOlder, onOlder]);
  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    const asked = topOfAsked(element, tailBox.current);
    const isAtAsked = asked !== null && Math.abs(asked - element.scrollTop) <= END_PX;
    setAtEnd(isAtAsked || element.scrollHeight - element.scrollTop - element.clientHeight <= END_PX);
    if (hasOlder && element.scrollTop < OLDER_PX) onOlder();
  }, [hasOlder, onOlder]);

  const newer = following ? 0 : countNewer(items, seen.current);
  return { box, tailBox, list, rows, watchSize, onScroll, toEnd, atEnd, setAtEnd, newer };
}

/**
 * Where the box shows the first question of its tail from its beginning, px; `null`: all that is asked fits at the end, or
 * something else ends the tail. What is asked is read before it is answered.
 */
function topOfAsked(box: HTMLElement | null, tail: HTMLElement | null): number | null {
  const first = tail?.querySelector("[data-asks]");
  if (!box || !first || !tail?.lastElementChild?.hasAttribute("data-asks")) return null;
  const { top } = first.getBoundingClientRect();
  if (tail.getBoundingClientRect().bottom - top <= box.clientHeight) return null;
  return Math.round(top - box.getBoundingClientRect().top + box.scrollTop);
}

function indexOfRow(row: Element): number {
  return Number(row.getAttribute("data-index"));
}

/** A first guess of a row's height, px; the row is measured once it is drawn. */
function estimateRow(item: FeedRow | undefined): number {
  if (item && !isFact(item)) return 34;
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

/** Rows in which something happened after what was last seen: the newest, and those that continued. */
function countNewer(items: readonly FeedRow[], seen: number): number {
  let count = 0;
  let known = 0;
  for (let index = items.length - 1; index >= 0 && known < FOLD_REACH; index--) {
    const item = items[index];
    if (!item || !isFact(item) || item.kind === "part") continue;
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

/** Rows follow each other in the flow, so that the fraction of a height counts. */
function heightOf(row: Element | ResizeObserverEntry): number {
  const px = "borderBoxSize" in row ? (row.borderBoxSize[0]?.blockSize ?? 0) : row.getBoundingClientRect().height;
  return Math.round(px * STEPS_PER_PX) / STEPS_PER_PX;
}

/** Drops the heights of rows that are gone, once they outnumber those that are there. */
export function forgetHeights(heights: Map<FeedRow["key"] | number | bigint, number>, items: readonly FeedRow[]): void {
  if (heights.size <= 2 * items.length + SPARE_HEIGHTS) return;
  const here = new Set<unknown>(items.map((item) => item.key));
  for (const key of heights.keys()) if (!here.has(key)) heights.delete(key);
}

/**
 * False while a mouse moves over the box or text in it is selected: then nothing may shift under it. A finger holds
 * nothing back; it scrolls.
 */
function usePointerRest(box: RefObject<HTMLElement | null>): boolean {
  const [resting, setResting] = useState(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const isSelecting = (): boolean => {
      const selection = document.getSelection();
      return selection !== null && !selection.isCollapsed && element.contains(selection.anchorNode);
    };
    const settle = (): void => {
      clearTimeout(timer);
      if (isSelecting()) timer = setTimeout(settle, REST_MS);
      else setResting(true);
    };
    const move = (event: PointerEvent): void => {
      if (event.pointerType !== "mouse") return;
      setResting(false);
      clearTimeout(timer);
      timer = setTimeout(settle, REST_MS);
    };
    element.addEventListener("pointermove", move);
    element.addEventListener("pointerleave", settle);
    return () => {
      clearTimeout(timer);
      element.removeEventListener("pointermove", move);
      element.removeEventListener("pointerleave", settle);
    };
  }, [box]);
  return resting;
}
