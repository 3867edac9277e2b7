import type { RoomEvent } from "@squadroom/core/kernel/event";
import { newTasksIn } from "@squadroom/core/task/in-event";
import { isSameDay } from "../clock/since.ts";
import { plainText } from "../words/plain-text.ts";
import { type FeedItem, isSpoken } from "./feed-item.ts";
import { addFact, noteEnd, stretchOf } from "./fold.ts";

export interface Feed {
  items: readonly FeedItem[];
  /** Sequence numbers of the first and last event in it; 0 while empty. */
  firstSeq: number;
  lastSeq: number;
  events: number;
}

export const emptyFeed: Feed = { items: [], firstSeq: 0, lastSeq: 0, events: 0 };

/** The feed with newer events at its end. They must follow; those already in it are left out. */
export function appendEvents(feed: Feed, events: readonly RoomEvent[]): Feed {
  const fresh = events.filter((event) => event.seq > feed.lastSeq);
  const last = fresh.at(-1);
  if (!last) return feed;
  return {
    items: withEvents(feed.items, fresh),
    firstSeq: feed.firstSeq || (fresh[0]?.seq ?? 0),
    lastSeq: last.seq,
    events: feed.events + fresh.length,
  };
}

/** The feed with an older page before it: of what was there, only the first stretch can change. */
export function prependEvents(feed: Feed, older: readonly RoomEvent[]): Feed {
  const page = older.filter((event) => feed.firstSeq === 0 || event.seq < feed.firstSeq);
  const [first] = page;
  if (!first) return feed;
  const { items } = feed;
  const stretch = stretchOf(feed.firstSeq);
  const next = items.findIndex((item) => item.kind !== "day" && stretchOf(item.fromSeq) > stretch);
  const again = next === -1 ? items : items.slice(0, next);
  const joined = withEvents([], [...page, ...eventsOf(again)]);
  keepKeys(joined, again);
  const rest = next === -1 ? [] : items.slice(next);
  const [at, until] = [joined.at(-1)?.at ?? 0, rest[0]?.at ?? 0];
  if (rest.length > 0 && !isSameDay(at, until)) joined.push(dayOf(until));
  return {
    items: [...joined, ...rest],
    firstSeq: first.seq,
    lastSeq: feed.lastSeq || (page.at(-1)?.seq ?? 0),
    events: feed.events + page.length,
  };
}

/** The events of these rows, oldest first. */
export function eventsOf(items: readonly FeedItem[]): RoomEvent[] {
  return items.flatMap((item): readonly RoomEvent[] => (item.kind === "day" ? [] : item.events)).sort(bySeq);
}

const bySeq = (a: RoomEvent, b: RoomEvent): number => a.seq - b.seq;

/** A row that was there keeps its key: it may be on the screen, or open. */
function keepKeys(items: FeedItem[], before: readonly FeedItem[]): void {
  const keys = new Map<number, string>();
  for (const item of before) if (item.kind === "row") for (const { seq } of item.events) keys.set(seq, item.key);
  const taken = new Set<string>();
  for (const [at, item] of items.entries()) {
    if (item.kind !== "row") continue;
    const last = item.events.findLast(({ seq }) => keys.has(seq));
    const known = last && keys.get(last.seq);
    // What became two rows: the second needs a key that no row has had.
    const key = known && !taken.has(known) ? known : `${item.key}-${item.seq}`;
    taken.add(key);
    items[at] = { ...item, key };
  }
}

/** Most events for each row that may be kept, over all: a row can have a thousand. */
const ROW_EVENTS = 5;

/**
 * At most `most` rows, cut to about `keep` at once, so that a busy room is not trimmed at every event. The cut is where
 * no earlier row has a later event: what is read again later is then complete.
 */
export function trimFeed(feed: Feed, most: number, keep: number): Feed {
  if (feed.items.length <= most && feed.events <= most * ROW_EVENTS) return feed;
  const oldest = feed.lastSeq - keep * ROW_EVENTS + 1;
  const kept = feed.items.slice(cutAt(feed.items, feed.items.length - keep, oldest));
  const first = kept.find((item) => item.kind !== "day");
  if (!first) return feed;
  const { fromSeq: firstSeq } = first;
  const items: FeedItem[] = kept[0]?.kind === "day" ? kept : [dayOf(first.at), ...kept];
  return { items, firstSeq, lastSeq: feed.lastSeq, events: feed.lastSeq - firstSeq + 1 };
}

/** The first clean place at these or after them, otherwise the last one before. */
function cutAt(items: readonly FeedItem[], from: number, fromSeq: number): number {
  let newest = 0;
  let clean = 0;
  for (const [at, item] of items.entries()) {
    if (item.kind === "day") continue;
    if (newest < item.fromSeq) clean = at;
    if (clean === at && at >= from && item.fromSeq >= fromSeq) break;
    newest = Math.max(newest, item.seq);
  }
  return clean;
}

function dayOf(at: number): FeedItem {
  return { kind: "day", key: `day-${new Date(at).toDateString()}`, at };
}

function withEvents(before: readonly FeedItem[], events: readonly RoomEvent[]): FeedItem[] {
  const items = before.slice();
  for (const event of events) {
    const last = items.at(-1);
    if (!last || !isSameDay(last.at, event.at)) items.push(dayOf(event.at));
    noteEnd(items, event);
    if (!isSpoken(event)) {
      addFact(items, event);
      continue;
    }
    const { seq, at } = event;
    items.push({ kind: "message", key: `e${seq}`, seq, fromSeq: seq, at, event, events: [event] });
  }
  return items;
}

/** Titles of the tasks that these events create, and what they ask, so that later lines can name them. */
export function collectTitles(titles: Map<string, string>, events: readonly RoomEvent[]): void {
  for (const event of events) {
    for (const { id, title } of newTasksIn(event)) titles.set(id, title);
    if (event.type === "message.edited") titles.set(event.data.taskId, event.data.title);
    else if (event.type === "decision.opened")
      titles.set(event.data.decision.id, plainText(event.data.decision.question));
    else if (event.type === "session.created")
      for (const { id, title } of event.data.sessions) titles.set(sessionKey(id), title);
    else if (event.type === "session.edited") titles.set(sessionKey(event.data.sessionId), event.data.title);
  }
}

/** The key of a session among the titles. */
export function sessionKey(id: number): string {
  return `session ${id}`;
}
