import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { FeedRow } from "./folded.ts";
import { countNewer, estimateRow, forgetHeights, heightOf, newestRows } from "./rows.ts";
import { usePointerRest } from "./use-pointer-rest.ts";

interface Followed {
  items: readonly FeedRow[];
  /** Seq of the newest event there is, shown or not. */
  lastSeq: number;
  hasOlder: boolean;
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
export function useFeedRows({ items, lastSeq, hasOlder, onOlder, onFollow }: Followed) {
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

  useLayoutEffect(() => rows.scrollToEnd(), [rows]);
  // The pointer came to rest with the end in sight: catch up.
  useEffect(() => {
    if (following) rows.scrollToEnd();
  }, [following, rows]);
  // The composer or the tail grew, or a phone's keyboard appeared: the end stays in sight.
  useEffect(() => {
    const element = box.current;
    if (!element || !following) return;
    const observer = new ResizeObserver(() => rows.scrollToEnd());
    observer.observe(element);
    if (tailBox.current) observer.observe(tailBox.current);
    return () => observer.disconnect();
  }, [following, rows]);
  useEffect(() => {
    if (following) seen.current = lastSeq;
    onFollow(following);
    forgetHeights(rows.itemSizeCache, items);
  }, [following, items, lastSeq, onFollow, rows]);

  const onScroll = useCallback(() => {
    const element = box.current;
    if (!element) return;
    setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight <= END_PX);
    if (hasOlder && element.scrollTop < OLDER_PX) onOlder();
  }, [hasOlder, onOlder]);

  const newer = following ? 0 : countNewer(items, seen.current);
  return { box, tailBox, list, rows, watchSize, onScroll, atEnd, setAtEnd, newer };
}

function indexOfRow(row: Element): number {
  return Number(row.getAttribute("data-index"));
}
