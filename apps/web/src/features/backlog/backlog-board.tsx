import { type BacklogItem, ITEM_MOVES, scoreOf } from "@squadroom/core/backlog/item";
import { useVirtualizer } from "@tanstack/react-virtual";
import { GripVertical } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Icon } from "../../ui/icon.tsx";
import { plainText } from "../../words/plain-text.ts";
import { say } from "../../words/say.tsx";
import type { Act } from "./send.ts";
import { type Drag, useDrag } from "./use-drag.ts";
import { PRIORITY } from "./words.ts";
import "../../panel/grouped-rows.css";

const BOARD = {
  open: "Open",
  picked: "Picked",
  in_review: "In review",
  deferred: "Deferred",
  ended: "Closed",
};

export const COLUMNS = ["open", "picked", "in_review", "deferred", "ended"] as const;
export type Column = (typeof COLUMNS)[number];

export function columnOf({ state }: BacklogItem): Column {
  if (state === "reopened") return "open";
  return state === "closed" || state === "dropped" ? "ended" : state;
}

/** The act that brings an item into a column, if its state allows it. */
export function actInto(item: BacklogItem, column: string): Act | null {
  const acts: Partial<Record<string, Act>> = {
    open: item.state === "picked" ? "putBack" : "reopen",
    picked: "pick",
    in_review: "finish",
    deferred: "defer",
    ended: "close",
  };
  const act = acts[column];
  return act && columnOf(item) !== column && ITEM_MOVES[item.state].includes(act) ? act : null;
}

/** From card to card, column by column; those that come into sight are drawn on the way. */
export function stepOnBoard(by: 1 | -1): void {
  const cards = [...document.querySelectorAll<HTMLElement>(".bk-card .bk-title")];
  const at = cards.indexOf(document.activeElement as HTMLElement);
  cards[Math.max(0, Math.min(cards.length - 1, at + by))]?.focus();
}

type GripOf = (itemId: number) => object;

/** Columns by state; a card is dragged to another column, or opened. */
export function BacklogBoard({
  items,
  canMove,
  onOpen,
  onAct,
}: {
  /** In the order of the list. */
  items: readonly BacklogItem[];
  canMove: boolean;
  onOpen: (itemId: number) => void;
  onAct: (item: BacklogItem, act: Act) => void;
}): ReactNode {
  const { drag, grip } = useDrag((itemId, { column }) => {
    const item = items.find((one) => one.id === itemId);
    const act = item && column ? actInto(item, column) : null;
    if (item && act) onAct(item, act);
  });
  const dragged = drag && items.find((item) => item.id === drag.itemId);
  return (
    <div className="bk-board">
      {COLUMNS.map((column) => (
        <BoardColumn
          key={column}
          column={column}
          items={items.filter((item) => columnOf(item) === column)}
          isTarget={dragged ? actInto(dragged, column) !== null : false}
          drag={drag}
          grip={canMove ? grip : null}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

const CARD_PX = 78;

function BoardColumn({
  column,
  items,
  isTarget,
  drag,
  grip,
  onOpen,
}: {
  column: Column;
  items: readonly BacklogItem[];
  isTarget: boolean;
  drag: Drag | null;
  grip: GripOf | null;
  onOpen: (itemId: number) => void;
}): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    getItemKey: (index) => items[index]?.id ?? index,
    estimateSize: () => CARD_PX,
    overscan: 8,
  });
  const isOver = isTarget && drag?.over?.column === column;
  return (
    <section
      className="bk-column"
      data-column={column}
      data-target={isTarget || undefined}
      data-over={isOver || undefined}
      aria-label={BOARD[column]}
    >
      <h2>
        {BOARD[column]} <span className="num-n">{items.length.toLocaleString("en")}</span>
      </h2>
      <div className="bk-cards" ref={box} data-scroll>
        {items.length === 0 && <p className="small muted">Nothing here.</p>}
        <ul className="gl-rows" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, key, start }) => {
            const item = items[index];
            if (!item) return null;
            return (
              <li
                key={key}
                className="bk-card"
                style={{ transform: `translateY(${start}px)` }}
                data-index={index}
                data-card={item.id}
                data-drag={drag?.itemId === item.id || undefined}
                ref={virtual.measureElement}
              >
                <Card item={item} grip={grip} onOpen={onOpen} />
              </li>
            );
          })}
        </ul>
      </div>
    </section>
  );
}

function Card({
  item,
  grip,
  onOpen,
}: {
  item: BacklogItem;
  grip: GripOf | null;
  onOpen: (itemId: number) => void;
}): ReactNode {
  const score = scoreOf(item);
  return (
    <div className="bk-card-in">
      {grip && (
        <button
          type="button"
          className="bk-grip"
          aria-label={`Move item ${item.id} to another column`}
          // With keys the item is opened, and moved from there.
          tabIndex={-1}
          {...grip(item.id)}
        >
          <Icon of={GripVertical} size="s" />
        </button>
      )}
      <div className="bk-what">
        <button type="button" className="bk-title" onClick={() => onOpen(item.id)}>
          {plainText(item.title)}
        </button>
        <span className="small muted dots">
          <span>{item.id}</span>
          <span>{PRIORITY[item.priority]}</span>
          {score !== null && <span>{say`ratio ${score.toFixed(1)}`}</span>}
          {item.labels.map((label) => (
            <span key={label}>{label}</span>
          ))}
        </span>
      </div>
    </div>
  );
}
