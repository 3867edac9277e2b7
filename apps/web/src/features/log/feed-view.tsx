import { defaultRangeExtractor, useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { ArrowDown } from "lucide-react";
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { focusDrawn } from "../../focus/focus-drawn.ts";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { wordsOf } from "../../words/words-of.ts";
import { DayRow } from "./day-row.tsx";
import { FoldRow } from "./fold-row.tsx";
import { type FeedRow, indexOfSeq } from "./folded.ts";
import { LineRow } from "./line-row.tsx";
import { MessageRow } from "./message-row.tsx";
import type { EventItem, RowMarks } from "./row.tsx";
import { countNewer, estimateRow, forgetHeights, heightOf, newestRows } from "./rows.ts";
import { nextSlots, type Slot } from "./slots.ts";
import { usePointerRest } from "./use-pointer-rest.ts";
import "../../ui/entry.css";
import "./feed.css";

export interface FeedHandle {
  toNewest(): void;
  toSeq(seq: number): void;
  step(by: 1 | -1): void;
}

type FeedViewProps = {
  items: readonly FeedRow[];
  /** Keys of the folds whose lines are among the rows. */
  unfolded: ReadonlySet<string>;
  onFold: (key: string) => void;
  /** Of the newest event there is, shown or not. */
  lastSeq: number;
  names: Names;
  openQuestions: ReadonlySet<string>;
  found: ReadonlySet<number>;
  foundAt: number | null;
  hasOlder: boolean;
  onOlder: () => void;
  onOpen: (item: EventItem) => void;
  /** True while the newest row is in sight: old ones may go. */
  onFollow: (follows: boolean) => void;
  /** Somebody went to the newest row. */
  onNewest?: () => void;
  empty: ReactNode;
  tail?: ReactNode;
  handle: Ref<FeedHandle>;
};

/** Rows within this distance of the end count as the end, px. */
const END_PX = 24;
/** Older events are asked for this far from the top, px. */
const OLDER_PX = 600;
/** Rows drawn beyond what is in sight, on either side; while the end is followed, above it. */
const OVERSCAN = 6;
const OVERSCAN_AT_END = 2;

/** The room's log as rows, newest last. Follows the end; while somebody reads or points, new rows collect behind a pill. */
export function FeedView({
  items,
  unfolded,
  onFold,
  lastSeq,
  names,
  openQuestions,
  found,
  foundAt,
  hasOlder,
  onOlder,
  onOpen,
  onFollow,
  onNewest,
  empty,
  tail,
  handle,
}: FeedViewProps): ReactNode {
  const { t } = wordsOf("log");
  const box = useRef<HTMLDivElement>(null);
  const tailBox = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState<string | null>(null);
  const [atEnd, setAtEnd] = useState(true);
  const seen = useRef(lastSeq);
  const resting = usePointerRest(box);
  const following = atEnd && resting;

  const list = useRef<HTMLUListElement>(null);
  const slots = useRef<readonly Slot[]>([]);
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
  // An element that goes on with another row of the same height is not observed to have changed.
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
    // Where the box stands is known to the list one frame after it was moved: while the end is followed, the newest rows
    // are drawn in the very frame in which they come.
    rangeExtractor: (range) =>
      following
        ? newestRows(range.count, rows.scrollRect?.height ?? 0, OVERSCAN_AT_END)
        : defaultRangeExtractor(range),
    paddingEnd: 12,
    anchorTo: "end",
    followOnAppend: following,
    scrollEndThreshold: END_PX,
    useFlushSync: false,
  });

  useLayoutEffect(() => rows.scrollToEnd(), [rows]);
  // The pointer came to rest where the end was in sight: catch up.
  useEffect(() => {
    if (following) rows.scrollToEnd();
  }, [following, rows]);
  // The composer or the tail grew, or a phone's keyboard came: the end stays in sight.
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

  const focusRow = (key: string): void => {
    setCurrent(key);
    focusDrawn(() => box.current?.querySelector<HTMLElement>(`[data-row="${key}"]`));
  };
  const toNewest = (): void => {
    setAtEnd(true);
    rows.scrollToEnd();
    onNewest?.();
  };
  useImperativeHandle(handle, () => ({
    toNewest,
    toSeq(seq) {
      const index = indexOfSeq(items, seq);
      if (index < 0) return;
      // Nothing may bring the end into sight before the box has said where it stands.
      setAtEnd(false);
      rows.scrollToIndex(index, { align: "center" });
      requestAnimationFrame(onScroll);
    },
    step(by) {
      const at = items.findIndex((item) => item.key === current);
      let index = at === -1 ? items.length - 1 : at + by;
      while (items[index]?.kind === "day") index += by;
      const item = items[index];
      if (!item) return;
      rows.scrollToIndex(index, { align: "auto" });
      focusRow(item.key);
    },
  }));

  const drawn = rows.getVirtualItems();
  slots.current = nextSlots(
    slots.current,
    drawn.map((row) => String(row.key)),
    heldSlot(list.current),
  );
  const newer = following ? 0 : countNewer(items, seen.current);
  const marksOf = (item: FeedRow): RowMarks => {
    if (item.kind === "day") return "none";
    const seqs =
      item.kind === "fold" && !unfolded.has(item.key)
        ? item.lines.map((line) => line.seq)
        : [item.seq];
    if (item.kind !== "fold" || !unfolded.has(item.key)) {
      if (foundAt !== null && seqs.includes(foundAt)) return "foundHere";
      if (found.size > 0 && seqs.some((seq) => found.has(seq))) return "found";
    }
    return item.key === current ? "current" : "none";
  };
  const minuteOf = (item: FeedRow | undefined): number =>
    item && item.kind !== "day" ? Math.floor(item.at / 60_000) : -1;

  return (
    <div className="feed-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div ref={box} className="feed" tabIndex={0} onScroll={onScroll}>
        {items.length === 0 && empty}
        <ul
          ref={list}
          className="feed-rows"
          aria-label={t("feed")}
          style={{ height: rows.getTotalSize(), paddingTop: drawn[0]?.start ?? 0 }}
        >
          {drawn.map((row, place) => {
            const item = items[row.index];
            const slot = slots.current[place]?.slot;
            if (!item || slot === undefined) return null;
            const isSameMinute = minuteOf(item) === minuteOf(items[row.index - 1]);
            return (
              <li
                key={slot}
                ref={watchSize}
                data-index={row.index}
                data-slot={slot}
                className="feed-row"
              >
                {item.kind === "day" && <DayRow at={item.at} />}
                {(item.kind === "line" || item.kind === "part") && (
                  <LineRow
                    item={item.kind === "part" ? item.item : item}
                    isPart={item.kind === "part"}
                    names={names}
                    marks={marksOf(item)}
                    isSameMinute={isSameMinute}
                    onOpen={onOpen}
                  />
                )}
                {item.kind === "fold" && (
                  <FoldRow
                    item={item}
                    names={names}
                    marks={marksOf(item)}
                    isSameMinute={isSameMinute}
                    isOpen={unfolded.has(item.key)}
                    onFold={onFold}
                    onOpen={onOpen}
                  />
                )}
                {item.kind === "message" && (
                  <MessageRow
                    key={item.key}
                    item={item}
                    names={names}
                    marks={marksOf(item)}
                    isSameMinute={isSameMinute}
                    onOpen={onOpen}
                    isOpenQuestion={openQuestions.has(item.event.data.message.id)}
                  />
                )}
              </li>
            );
          })}
        </ul>
        <div ref={tailBox}>{tail}</div>
      </div>
      {!atEnd || newer > 0 ? (
        <button type="button" className="newpill" onClick={toNewest}>
          <Icon of={ArrowDown} size="s" />
          {newer > 0 ? t("new", { count: newer }) : t("toNewest")}
        </button>
      ) : null}
    </div>
  );
}

function indexOfRow(row: Element): number {
  return Number(row.getAttribute("data-index"));
}

/** The element of the list in which the keyboard is. */
function heldSlot(list: Element | null): number | null {
  const focused = document.activeElement;
  const row = list?.contains(focused) ? focused?.closest("[data-slot]") : null;
  return row ? Number(row.getAttribute("data-slot")) : null;
}
