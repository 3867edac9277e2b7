import type { RoomEvent } from "@squadroom/core/kernel/event";
import { reportIn } from "@squadroom/core/task/in-event";
import type { TaskResult } from "@squadroom/core/task/result";
import type { FeedItem, FoldItem, LineItem } from "../../live/feed-item.ts";
import { taskOf } from "../../live/fold.ts";
import type { Names } from "../../live/names.ts";

/** A line of an open fold, in a row of its own below it. */
export interface PartRow {
  kind: "part";
  key: string;
  seq: number;
  fromSeq: number;
  at: number;
  item: LineItem;
}

export type FeedRow = FeedItem | PartRow;

const parts = new WeakMap<LineItem, PartRow>();

/** What the list draws: the feed's rows, and below each open fold its lines. */
export function rowsOf(items: readonly FeedItem[], open: ReadonlySet<string>): readonly FeedRow[] {
  if (open.size === 0) return items;
  const rows: FeedRow[] = [];
  for (const item of items) {
    rows.push(item);
    if (item.kind === "fold" && open.has(item.key)) rows.push(...item.lines.map(partOf));
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

/** The row with this event: in an open fold, the line. If it is in none, the next one. */
export function indexOfSeq(rows: readonly FeedRow[], seq: number): number {
  const line = rows.findLastIndex((row) => row.kind !== "day" && isIn(row, seq));
  return line >= 0 ? line : rows.findIndex((row) => row.kind !== "day" && row.seq >= seq);
}

function isIn(row: Exclude<FeedRow, { kind: "day" }>, seq: number): boolean {
  if (seq < row.fromSeq || row.seq < seq) return false;
  return factsOf(row.kind === "part" ? row.item : row).some((event) => event.seq === seq);
}

/** The fold that contains this event, if any. */
export function foldWith(items: readonly FeedItem[], seq: number): FoldItem | undefined {
  const row = items[indexOfSeq(items, seq)];
  return row?.kind === "fold" ? row : undefined;
}

/** The events behind a row, oldest first; for a long row, the newest of them. */
export function factsOf(item: Exclude<FeedItem, { kind: "day" }>): readonly RoomEvent[] {
  if (item.kind !== "fold") return item.events;
  const events: RoomEvent[] = item.lines.flatMap((line) => line.events.slice());
  return [...events, ...item.reports].sort((a, b) => a.seq - b.seq);
}

/** The line that gives its state: what the backlog does about it is said in the lines. */
export function headOf(fold: FoldItem): LineItem {
  const own = fold.lines.findLast(({ event }) => /^task\.|^fanout\.|_opened$/.test(event.type));
  const head = own ?? fold.lines.at(-1);
  if (!head) throw new Error(`${fold.key} has no line`);
  return head;
}

/** Its result, as far as these lines know. */
export function resultIn(lines: readonly LineItem[]): TaskResult | null {
  for (const { event } of lines.toReversed()) {
    const reported = taskOf(event) === null ? null : reportIn(event);
    if (reported) return reported.result;
  }
  return null;
}

/** Who finished it, if somebody did. */
export function finishedBy(fold: FoldItem, names: Names): string | null {
  if (fold.end) return fold.end.by;
  const { event } = headOf(fold);
  if (event.type !== "task.completed") return null;
  // The room completes what was discussed; whoever worked on it took it.
  const claim = fold.lines.findLast((one) => one.event.type === "task.claimed")?.event;
  return event.actor.kind === "server" && claim?.type === "task.claimed"
    ? names.agent(claim.data.agentId)
    : names.actor(event.actor);
}

/** From the first claim to the end, ms; `null` if one of them is not among these lines. */
export function tookMs(fold: FoldItem): number | null {
  const claim = fold.lines.find(({ event }) => event.type === "task.claimed");
  return claim ? (fold.end ?? headOf(fold)).at - claim.at : null;
}
