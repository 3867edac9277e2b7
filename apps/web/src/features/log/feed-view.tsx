import { ArrowDown } from "lucide-react";
import { type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import { focusDrawn } from "../../focus/focus-drawn.ts";
import type { Names } from "../../live/names.ts";
import { Icon } from "../../ui/icon.tsx";
import { DrawnRow, marksOf, minuteOf } from "./drawn-row.tsx";
import { type FeedRow, indexOfSeq, isFact } from "./folded.ts";
import type { EventItem, RowMarks } from "./row.tsx";
import { useFeedRows } from "./use-feed-rows.ts";
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
  /** Seq of the newest event there is, shown or not. */
  lastSeq: number;
  names: Names;
  openQuestions: ReadonlySet<string>;
  found: ReadonlySet<number>;
  foundAt: number | null;
  hasOlder: boolean;
  fillsUp: boolean;
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

/**
 * The room's log as rows, newest last. Follows the end; while somebody reads or points, new rows collect behind a pill.
 */
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
  fillsUp,
  onOlder,
  onOpen,
  onFollow,
  onNewest,
  empty,
  tail,
  handle,
}: FeedViewProps): ReactNode {
  const [current, setCurrent] = useState<string | null>(null);
  const slots = useRef<readonly Slot[]>([]);
  const { box, tailBox, list, rows, watchSize, onScroll, toEnd, atEnd, setAtEnd, newer } = useFeedRows({
    items,
    lastSeq,
    hasOlder,
    fillsUp,
    onOlder,
    onFollow,
  });
  const focusRow = (key: string): void => {
    setCurrent(key);
    focusDrawn(() => box.current?.querySelector<HTMLElement>(`[data-row="${key}"]`));
  };
  const toNewest = (): void => {
    setAtEnd(true);
    toEnd();
    onNewest?.();
  };
  useImperativeHandle(handle, () => ({
    toNewest,
    toSeq(seq) {
      const index = indexOfSeq(items, seq);
      if (index < 0) return;
      // Nothing may bring the end into sight before the box has said where it is.
      setAtEnd(false);
      rows.scrollToIndex(index, { align: "center" });
      requestAnimationFrame(onScroll);
    },
    step(by) {
      const at = items.findIndex((item) => item.key === current);
      let index = at === -1 ? items.length - 1 : at + by;
      while (isBetween(items[index])) index += by;
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
  const markOf = (item: FeedRow): RowMarks => marksOf(item, { unfolded, found, foundAt, current });

  return (
    <div className="feed-box">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div ref={box} className="feed" tabIndex={0} onScroll={onScroll}>
        {items.length === 0 && empty}
        <ul
          ref={list}
          className="feed-rows"
          aria-label="What happens in this room"
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
                aria-current={markOf(item) === "foundHere" || undefined}
              >
                <DrawnRow
                  item={item}
                  names={names}
                  marks={markOf(item)}
                  isSameMinute={isSameMinute}
                  isUnfolded={unfolded.has(item.key)}
                  openQuestions={openQuestions}
                  onFold={onFold}
                  onOpen={onOpen}
                />
              </li>
            );
          })}
        </ul>
        <div ref={tailBox}>{tail}</div>
      </div>
      {!atEnd || newer > 0 ? (
        <button type="button" className="newpill" onClick={toNewest}>
          <Icon of={ArrowDown} size="s" />
          {newer > 0 ? `${newer} new` : "To the newest"}
        </button>
      ) : null}
    </div>
  );
}

/** It stands for no event: the keys pass over it. */
function isBetween(row: FeedRow | undefined): boolean {
  return row !== undefined && !isFact(row);
}

/** The element of the list with the keyboard focus. */
function heldSlot(list: Element | null): number | null {
  const focused = document.activeElement;
  const row = list?.contains(focused) ? focused?.closest("[data-slot]") : null;
  return row ? Number(row.getAttribute("data-slot")) : null;
}

/** An element of the list, and the row that it shows. */
export interface Slot {
  slot: number;
  key: string;
}

/**
 * Which element shows which row next. Changing what an element says costs a fraction of making another one, so
 * elements whose rows are gone continue with new rows. If more come than stay, every element takes the row at
 * its place, because moving one costs as much as making one.
 *
 * @param held the element that has the keyboard: it shows its row or goes with it, and never another
 */
export function nextSlots(before: readonly Slot[], keys: readonly string[], held: number | null): Slot[] {
  let fresh = before.reduce((most, { slot }) => Math.max(most, slot), -1) + 1;
  const slotOf = new Map(before.map(({ key, slot }) => [key, slot]));
  const staying = keys.filter((key) => slotOf.has(key));
  if (held === null && staying.length * 2 < keys.length)
    return keys.map((key, place) => ({ key, slot: before[place]?.slot ?? fresh++ }));
  const here = new Set(keys);
  const free = before.filter(({ key, slot }) => !here.has(key) && slot !== held).values();
  return keys.map((key) => ({
    key,
    slot: slotOf.get(key) ?? free.next().value?.slot ?? fresh++,
  }));
}
