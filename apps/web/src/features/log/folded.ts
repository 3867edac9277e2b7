import type { RoomEvent } from "@squadroom/core/kernel/event";
import { reportIn } from "@squadroom/core/task/in-event";
import type { TaskResult } from "@squadroom/core/task/result";
import { addUsage, NO_USAGE, type Usage } from "@squadroom/core/usage/usage";
import { causeOf, isMachinery, taskOf } from "../../live/cause.ts";
import type { FeedItem, RowItem } from "../../live/feed-item.ts";
import type { Names } from "../../live/names.ts";
import { type LineItem, linesOf } from "./lines.ts";

/** A line of an open row, in a row of its own below it. */
export interface PartRow {
  kind: "part";
  key: string;
  seq: number;
  fromSeq: number;
  at: number;
  item: LineItem;
}

/** What came since somebody looked here begins below it. */
export interface MarkRow {
  kind: "mark";
  key: "mark";
  at: number;
}

export type FeedRow = FeedItem | PartRow | MarkRow;
/** A row that stands for events. */
export type FactRow = Exclude<FeedRow, { kind: "day" | "mark" }>;

export function isFact(row: FeedRow): row is FactRow {
  return row.kind !== "day" && row.kind !== "mark";
}

const parts = new WeakMap<LineItem, PartRow>();

/**
 * What the list draws: the feed's rows, below each open one its lines, and where the unread begin.
 *
 * @param looked seq of the last event that somebody saw before this visit; `null`: unknown
 */
export function rowsOf(
  items: readonly FeedItem[],
  open: ReadonlySet<string>,
  looked: number | null = null,
): readonly FeedRow[] {
  const first = looked ? items.findIndex((item) => item.kind !== "day" && item.seq > looked) : -1;
  // Where all of it is new, a line above it says nothing.
  const mark = items.slice(0, Math.max(0, first)).some((item) => item.kind !== "day") ? first : -1;
  if (open.size === 0 && mark === -1) return items;
  const rows: FeedRow[] = [];
  for (const [at, item] of items.entries()) {
    if (at === mark) rows.push({ kind: "mark", key: "mark", at: item.at });
    rows.push(item);
    if (item.kind === "row" && open.has(item.key)) rows.push(...linesOf(item).map(partOf));
  }
  return rows;
}

function partOf(item: LineItem): PartRow {
  const known = parts.get(item);
  if (known) return known;
  const { key, seq, fromSeq, at } = item;
  const part: PartRow = { kind: "part", key: `${key}-part`, seq, fromSeq, at, item };
  parts.set(item, part);
  return part;
}

/** The row with this event: in an open one, the line. If it is in none, the next one. */
export function indexOfSeq(rows: readonly FeedRow[], seq: number): number {
  const line = rows.findLastIndex((row) => isFact(row) && isIn(row, seq));
  return line >= 0 ? line : rows.findIndex((row) => isFact(row) && row.seq >= seq);
}

function isIn(row: FactRow, seq: number): boolean {
  if (seq < row.fromSeq || row.seq < seq) return false;
  const { events } = row.kind === "part" ? row.item : row;
  return events.some((event) => event.seq === seq);
}

/** The row that can be opened and contains this event, if any. */
export function foldWith(items: readonly FeedItem[], seq: number): RowItem | undefined {
  const row = items[indexOfSeq(items, seq)];
  return row?.kind === "row" && isFold(row) ? row : undefined;
}

/** What can change the state of a task. */
const STATES = /^task\.|^fanout\.|^session\.(discussion_opened|proposed|re)/;

/** Whether it has more to say than one line. */
export function isFold(row: RowItem): boolean {
  return row.end !== null || linesOf(row).length > 1 || (row.events.length > 1 && usageIn(row) !== null);
}

/** The line that gives its state: what the backlog and others do about it is said in the lines. */
export function headOf(row: RowItem): LineItem {
  const lines = linesOf(row);
  const isOfTask = taskOfRow(row) !== null;
  const own = lines.findLast(({ event }) => {
    const cause = causeOf(event);
    if (isOfTask && STATES.test(event.type)) return cause === row.cause || cause === null;
    return !isOfTask && row.cause !== null && cause === row.cause && (row.isMachinery || !isMachinery(event));
  });
  const head = own ?? lines.find(({ event }) => !isMachinery(event)) ?? lines.at(-1);
  if (!head) throw new Error(`${row.key} has no line`);
  return head;
}

/** The one task that it is about. */
export function taskOfRow({ cause, events }: RowItem): string | null {
  const event = events.find((one) => causeOf(one) === cause);
  return event ? taskOf(event) : null;
}

/** Its result, as far as these events know. */
export function resultIn(events: readonly RoomEvent[], taskId: string | null): TaskResult | null {
  for (const event of events.toReversed()) {
    if (taskId === null || taskOf(event) !== taskId) continue;
    const reported = reportIn(event);
    if (reported) return reported.result;
  }
  return null;
}

/** What was reported meanwhile; `null`: nothing. */
export function usageIn({ events }: RowItem): Usage | null {
  let usage: Usage | null = null;
  for (const event of events)
    if (event.type === "usage.reported") usage = addUsage(usage ?? NO_USAGE, event.data.usage);
  return usage;
}

/** Who finished it, if somebody did. */
export function finishedBy(row: RowItem, names: Names): string | null {
  if (row.end) return row.end.by;
  const { event } = headOf(row);
  if (event.type !== "task.completed") return null;
  // The room completes what was discussed; whoever worked on it took it, and handed it in.
  if (event.actor.kind !== "server") return names.actor(event.actor);
  const claim = row.events.findLast((one) => one.type === "task.claimed" && one.data.taskId === event.data.taskId);
  if (claim?.type === "task.claimed") return names.agent(claim.data.agentId);
  const opened = row.events.findLast((one) => one.type === "session.discussion_opened");
  return opened?.type === "session.discussion_opened" ? opened.data.discussion.by.name : names.actor(event.actor);
}

/** From the first claim to the end, ms; `null` if one of them is not among these events. */
export function tookMs(row: RowItem): number | null {
  const claim = row.events.find((one) => one.type === "task.claimed" && causeOf(one) === row.cause);
  return claim ? (row.end ?? headOf(row)).at - claim.at : null;
}
