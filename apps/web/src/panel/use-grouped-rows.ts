import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { focusDrawn } from "../focus/focus-drawn.ts";

/** One line of a list: the head of a group, or one of its entries. */
export type GroupedRow = { group: string } | { id: number };

export interface ListHandle {
  step(by: 1 | -1): void;
  /** The keys continue from there. */
  goTo(id: number): void;
  /** Opens the current row; leads into the panel if it is open already. */
  open(): void;
}

/** A long list in groups, beside the open entry's panel: only rows in sight are drawn. */
export function useGroupedRows({
  rows,
  groupPx,
  rowPx,
  title,
  openId,
  narrowedBy,
  handle,
  onOpen,
  onToggle,
}: {
  rows: readonly GroupedRow[];
  groupPx: number;
  rowPx: number;
  /** What has the focus in a row. */
  title: (id: number) => string;
  /** Whose panel is open: the keys move it along. */
  openId: number | null;
  /** What selected and sorted them: if it changes, the list begins at its top. */
  narrowedBy: string;
  handle: Ref<ListHandle>;
  onOpen: (id: number) => void;
  onToggle: (id: number) => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef(0);
  /** Where the keys are; ahead of the focus, which a row gets once it is drawn. */
  const place = useRef<number | null>(null);
  const isHead = (index: number): boolean => "group" in (rows[index] ?? {});
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => keyOf(rows[index]),
    estimateSize: (index) => (isHead(index) ? groupPx : rowPx),
    overscan: 12,
    rangeExtractor: (range) => {
      // The head of the visible group stays drawn, and on top.
      head.current = range.startIndex;
      while (head.current > 0 && !isHead(head.current)) head.current--;
      return [...new Set([head.current, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found first is seen first
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: 0 });
  }, [narrowedBy]);
  const goTo = (id: number): void => {
    place.current = id;
    virtual.scrollToIndex(
      rows.findIndex((row) => "id" in row && row.id === id),
      { align: "auto" },
    );
    focusDrawn(() => box.current?.querySelector<HTMLElement>(title(place.current ?? 0)));
  };
  useImperativeHandle(handle, () => ({
    step(by) {
      const ids = rows.flatMap((row) => ("id" in row ? [row.id] : []));
      const at = ids.indexOf(openId ?? place.current ?? 0);
      const next = ids[Math.max(0, Math.min(ids.length - 1, at + by))];
      if (next === undefined) return;
      if (openId !== null) onOpen(next);
      goTo(next);
    },
    goTo,
    open() {
      if (place.current !== null) onToggle(place.current);
    },
  }));
  return { box, head, virtual, place };
}

function keyOf(row: GroupedRow | undefined): string {
  if (!row) return "";
  return "group" in row ? `group ${row.group}` : String(row.id);
}
