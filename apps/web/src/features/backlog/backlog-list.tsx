import { type BacklogItem, compareItems, isOpen } from "@squadroom/core/backlog/item";
import { clsx } from "clsx";
import { type ReactNode, type Ref, useState } from "react";
import { type ListHandle, useGroupedRows } from "../../panel/use-grouped-rows.ts";
import { ItemLine } from "./item-line.tsx";
import { openItem, toggleItem } from "./open-item.ts";
import "../../panel/grouped-rows.css";
import "./backlog.css";
import { moveItem } from "./send.ts";
import { useDrag } from "./use-drag.ts";

const GROUPS = {
  open: "Open",
  hand: "In progress",
  review: "In review",
  aside: "Deferred",
  ended: "Closed and dropped",
};

const COLUMNS = {
  priority: "Priority",
  value: "Value",
  complexity: "Complexity",
  score: "Ratio",
  state: "State",
  age: "Age",
};

export interface Group {
  name: "open" | "hand" | "review" | "aside" | "ended";
  items: readonly BacklogItem[];
}

type Row = { group: Group["name"]; count: number } | { id: number; item: BacklogItem; place: number | null };

const GROUP_PX = 46;
const ITEM_PX = 50;

/** Items one below the other, by group; those in order can be moved by pointer, finger or keys. */
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
  /** They are in their order, and the person may change it. */
  canMove: boolean;
  /** What is handed out next. */
  nextId: number | null;
  /** Whose panel is open: the keys move it along. */
  openId: number | null;
  /** What selected and sorted them: if it changes, the list begins at its top. */
  narrowedBy: string;
  handle: Ref<ListHandle>;
}): ReactNode {
  const open = groups.find((group) => group.name === "open")?.items ?? [];
  const rows = rowsOf(groups);
  const moving = useMoves(room, open);
  const { box, head, virtual, place } = useGroupedRows({
    rows,
    groupPx: GROUP_PX,
    rowPx: ITEM_PX,
    openId,
    narrowedBy,
    handle,
    title: (id) => `[data-item="${id}"] .bk-title`,
    onOpen: openItem,
    onToggle: (id) => toggleItem(id, openId),
  });
  return (
    <div className="gl-scroll" ref={box} data-scroll>
      <p className="sr" role="status">
        {moving.said}
      </p>
      <ul className="gl-rows" aria-label="Items" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index];
          if (!row) return null;
          const at = { transform: `translateY(${start}px)` };
          if ("group" in row)
            return (
              <li
                key={key}
                className={clsx("gl-group", index === head.current && "is-stuck")}
                style={index === head.current ? undefined : at}
                data-index={index}
                ref={virtual.measureElement}
              >
                <h2>{GROUPS[row.group]}</h2>
                <span className="num-n">{row.count.toLocaleString("en")}</span>
                {(index === 0 || index === head.current) && <Columns />}
              </li>
            );
          const { item } = row;
          return (
            <li
              key={key}
              className="gl-row bk-row"
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

function rowsOf(groups: readonly Group[]): Row[] {
  return groups.flatMap((group): Row[] =>
    group.items.length === 0
      ? []
      : [
          { group: group.name, count: group.items.length },
          ...group.items.map((item, at): Row => {
            return { id: item.id, item, place: group.name === "open" ? at + 1 : null };
          }),
        ],
  );
}

function Columns(): ReactNode {
  return (
    <span className="bk-columns wide" aria-hidden="true">
      {(["priority", "value", "complexity", "score", "state", "age"] as const).map((column) => (
        <span key={column} className={column === "priority" || column === "state" ? undefined : "bk-worth"}>
          {COLUMNS[column]}
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

/** Open items in their order, moved by pointer, finger or keys. */
function useMoves(room: string, open: readonly BacklogItem[]) {
  const [said, setSaid] = useState("");
  const move = (itemId: number, neighbour: BacklogItem | undefined, isAfter: boolean): void => {
    const item = open.find((one) => one.id === itemId);
    if (!item || !neighbour || neighbour.id === itemId) return;
    const to = isAfter ? { after: neighbour.id } : { before: neighbour.id };
    moveItem(room, item, to, neighbour.priority);
  };
  const step = (item: BacklogItem, by: 1 | -1): void => {
    const place = open.indexOf(item) + by;
    const neighbour = open[place];
    if (!neighbour) return;
    move(item.id, neighbour, by > 0);
    setSaid(`Item ${item.id} is now at place ${place + 1}.`);
  };
  const { drag, grip } = useDrag((itemId, over) =>
    move(
      itemId,
      open.find(({ id }) => id === over.itemId),
      over.isAfter,
    ),
  );
  return {
    said,
    /** Whether it is being dragged, or something is dropped beside it. */
    dragOf: ({ id }: BacklogItem) => {
      const isOver = drag?.over?.itemId === id && drag.itemId !== id;
      return {
        "data-drag": drag?.itemId === id || undefined,
        "data-over": isOver ? (drag.over?.isAfter ? "after" : "before") : undefined,
      };
    },
    gripOf: (item: BacklogItem, place: number) => {
      return {
        ...grip(item.id),
        label: `Move item ${item.id}, place ${place} of ${open.length}`,
        onStep: (by: 1 | -1) => step(item, by),
      };
    },
  };
}
