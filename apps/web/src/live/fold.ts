import type { RoomEvent } from "@squadroom/core/kernel/event";
import { causeOf, causesOf, followsFrom, isBeside, isMachinery, isSameWay, learnedFrom } from "./cause.ts";
import type { FeedItem, RowItem } from "./feed-item.ts";

/*
 * Events of one cause fold into one row if only work is between them: other tasks' rows, handed-on work, machinery.
 * Messages, decisions and what people do end the stretch: what was read before them is not shown after them, nor the
 * other way round.
 */

/** How many rows to look back: as many as agents work at once, and no row far out of sight changes. */
export const FOLD_REACH = 40;
/**
 * No row has events from two stretches of this length. Old rows can then be dropped cleanly, no row grows all day, and
 * an older page changes only the stretch that it continues.
 */
const STRETCH_SEQS = 1_000;

export function stretchOf(seq: number): number {
  return Math.floor(seq / STRETCH_SEQS);
}

/** Adds an event that nobody says to the rows: to the one it belongs to, or as a row. */
export function addFact(items: FeedItem[], event: RoomEvent): void {
  const at = placeOf(items, event);
  const known = items[at];
  if (known?.kind === "row") items[at] = withEvent(known, event);
  else items.push(rowOf(event));
}

/** A handoff ends its agent's task: the task's own row says so too. */
export function noteEnd(items: FeedItem[], event: RoomEvent): void {
  if (event.type !== "handoff.delivered") return;
  const { fromTaskId, fromFence, from, intent, result } = event.data;
  if (fromFence === null || intent === "question") return;
  const at = lookBack(items, event.seq, ({ causes }) => causes.includes(`task ${fromTaskId}`));
  const known = items[at];
  if (known?.kind === "row") items[at] = { ...known, end: { at: event.at, by: from.name, result } };
}

/** Where the rows have the one that continues with this event; -1: nowhere. */
function placeOf(items: readonly FeedItem[], event: RoomEvent): number {
  for (const cause of causesOf(event)) {
    const at = lookBack(items, event.seq, ({ causes }) => causes.includes(cause));
    if (at >= 0) return at;
  }
  return lookBack(items, event.seq, ({ events, seq }) => seq === event.seq - 1 && followsFrom(events, event));
}

/** The newest row within reach that is meant; a wall is the last one looked at. */
function lookBack(items: readonly FeedItem[], seq: number, isMeant: (row: RowItem) => boolean): number {
  const from = Math.max(0, items.length - FOLD_REACH);
  for (let at = items.length - 1; at >= from; at--) {
    const item = items[at];
    if (item?.kind !== "row" || stretchOf(item.fromSeq) !== stretchOf(seq)) return -1;
    if (isMeant(item)) return at;
    if (item.isWall) return -1;
  }
  return -1;
}

function rowOf(event: RoomEvent): RowItem {
  const { seq, at } = event;
  const cause = causeOf(event);
  return {
    kind: "row",
    key: `e${seq}`,
    seq,
    fromSeq: seq,
    at,
    events: [event],
    cause,
    causes: [...causesOf(event), ...learnedFrom(event)],
    isMachinery: isMachinery(event),
    isWall: !isBeside(event),
    end: null,
  };
}

function withEvent(row: RowItem, event: RoomEvent): RowItem {
  const last = row.events.at(-1);
  // Of several that went, each comes back in a row of its own.
  const isOfMany = last !== undefined && isSameWay(last, event);
  const fresh = learnedFrom(event).filter((cause) => !row.causes.includes(cause));
  const goesOn = event.type.startsWith("task.") && causeOf(event) === row.cause;
  return {
    ...row,
    seq: event.seq,
    events: [...row.events, event],
    causes: isOfMany ? [] : fresh.length > 0 ? [...row.causes, ...fresh] : row.causes,
    isMachinery: row.isMachinery && isMachinery(event),
    isWall: row.isWall || event.type === "decision.opened",
    end: goesOn ? null : row.end,
  };
}
