import { type BacklogItem, compareItems, isOpen } from "@squadroom/core/backlog/item";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { clsx } from "clsx";
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useRef } from "react";
import { focusDrawn } from "../../focus/focus-drawn.ts";
import { wordsOf } from "../../words/words-of.ts";
import { ItemLine } from "./item-line.tsx";
import { openItem, toggleItem } from "./open-item.ts";
import { useMoves } from "./use-moves.ts";

export interface Group {
  name: "open" | "hand" | "review" | "aside" | "ended";
  items: readonly BacklogItem[];
}

type Row =
  | { kind: "group"; group: Group }
  | { kind: "item"; item: BacklogItem; place: number | null };

export interface ListHandle {
  step(by: 1 | -1): void;
  /** The keys go on from there. */
  goTo(itemId: number): void;
  /** Opens where the keys are; leads into the panel when it is open already. */
  open(): void;
}

const GROUP_PX = 46;
const ITEM_PX = 50;

/** Items one under the other, by group; those in order are moved by pointer, finger or keys. */
export function BacklogList({
  room,
  groups,
  canMove,
  nextId,
  openId,
  narrowedBy,
  handle,
}: {
  room: string;
  groups: readonly Group[];
  /** They stand in their order, and the person may change it. */
  canMove: boolean;
  /** What is handed out next. */
  nextId: number | null;
  /** Whose panel is open: the keys move it along. */
  openId: number | null;
  /** What chose and ordered them: with another one the list begins at its top. */
  narrowedBy: string;
  handle: Ref<ListHandle>;
}): ReactNode {
  const { t } = wordsOf("backlog");
  /** Where the keys are; ahead of the focus, which a row gets once it is drawn. */
  const place = useRef<number | null>(null);
  const open = groups.find((group) => group.name === "open")?.items ?? [];
  const rows = rowsOf(groups);
  const moving = useMoves(room, open);
  const { box, head, virtual } = useRows(rows);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found first is seen first
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: 0 });
  }, [narrowedBy]);
  const goTo = (itemId: number, index: number): void => {
    place.current = itemId;
    virtual.scrollToIndex(index, { align: "auto" });
    focusDrawn(() =>
      box.current?.querySelector<HTMLElement>(`[data-item="${place.current}"] .bk-title`),
    );
  };
  useImperativeHandle(handle, () => ({
    step(by) {
      const items = rows.flatMap((row, index) => (row.kind === "item" ? { row, index } : []));
      const from = openId ?? place.current;
      const at = items.findIndex(({ row }) => row.item.id === from);
      const next = items[Math.max(0, Math.min(items.length - 1, at + by))];
      if (!next) return;
      const { id } = next.row.item;
      if (openId !== null) openItem(id);
      goTo(id, next.index);
    },
    goTo(id) {
      goTo(
        id,
        rows.findIndex((row) => row.kind === "item" && row.item.id === id),
      );
    },
    open() {
      if (place.current !== null) toggleItem(place.current, openId);
    },
  }));
  return (
    <div className="bk-scroll" ref={box} data-scroll>
      <p className="sr" role="status">
        {moving.said}
      </p>
      <ul className="bk-rows" aria-label={t("items")} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const at = { transform: `translateY(${start}px)` };
          if (row.kind === "group")
            return (
              <li
                key={key}
                className={clsx("bk-group", index === head.current && "is-stuck")}
                style={index === head.current ? undefined : at}
                data-index={index}
                ref={virtual.measureElement}
              >
                <h2>{t(`groups.${row.group.name}`)}</h2>
                <span className="num-n">{row.group.items.length.toLocaleString("en")}</span>
                {(index === 0 || index === head.current) && <Columns />}
              </li>
            );
          const { item } = row;
          return (
            <li
              key={key}
              className="bk-row"
              style={at}
              data-index={index}
              data-item={item.id}
              aria-current={item.id === openId || undefined}
              {...(canMove && row.place !== null ? moving.dragOf(item) : undefined)}
              ref={virtual.measureElement}
            >
              <ItemLine
                item={item}
                place={row.place}
                isNext={item.id === nextId}
                onOpen={(id) => toggleItem(id, openId)}
                onFocus={(id) => {
                  place.current = id;
                }}
                grip={canMove && row.place !== null ? moving.gripOf(item, row.place) : null}
              />
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Which are drawn; the head of the group that one looks at stays drawn, and on top. */
function useRows(rows: readonly Row[]) {
  const box = useRef<HTMLDivElement>(null);
  const head = useRef(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => keyOf(rows[index]),
    estimateSize: (index) => (rows[index]?.kind === "group" ? GROUP_PX : ITEM_PX),
    overscan: 12,
    rangeExtractor: (range) => {
      const isHead = (index: number) => rows[index]?.kind === "group";
      head.current = range.startIndex;
      while (head.current > 0 && !isHead(head.current)) head.current--;
      return [...new Set([head.current, ...defaultRangeExtractor(range)])].sort((a, b) => a - b);
    },
  });
  return { box, head, virtual };
}

function rowsOf(groups: readonly Group[]): Row[] {
  return groups.flatMap((group): Row[] =>
    group.items.length === 0
      ? []
      : [
          { kind: "group", group },
          ...group.items.map((item, at): Row => {
            return { kind: "item", item, place: group.name === "open" ? at + 1 : null };
          }),
        ],
  );
}

function keyOf(row: Row | undefined): string {
  if (!row) return "";
  return row.kind === "group" ? `group ${row.group.name}` : String(row.item.id);
}

function Columns(): ReactNode {
  const { t } = wordsOf("backlog");
  return (
    <span className="bk-columns wide" aria-hidden="true">
      {(["priority", "value", "complexity", "score", "state", "age"] as const).map((column) => (
        <span
          key={column}
          className={column === "priority" || column === "state" ? undefined : "bk-worth"}
        >
          {t(`columns.${column}`)}
        </span>
      ))}
    </span>
  );
}

/** Items by what has to be done with them. */
export function groupsOf(
  items: readonly BacklogItem[],
  ended: readonly BacklogItem[],
  sort: (a: BacklogItem, b: BacklogItem) => number = compareItems,
): Group[] {
  const of = (test: (item: BacklogItem) => boolean) => items.filter(test).sort(sort);
  return [
    { name: "open", items: of(isOpen) },
    { name: "hand", items: of((item) => item.state === "picked") },
    { name: "review", items: of((item) => item.state === "in_review") },
    { name: "aside", items: of((item) => item.state === "deferred") },
    { name: "ended", items: ended },
  ];
}
