import type { RoomEvent } from "@squadroom/core/kernel/event";
import { newTasksIn } from "@squadroom/core/task/in-event";
import { isSameDay } from "../clock/since.ts";
import { type FeedItem, isSpoken, type UsageEvent } from "./feed-item.ts";
import { addTaskEvent, continued, continues, joinRows, lineItem, noteEnd } from "./fold.ts";

export interface Feed {
  items: readonly FeedItem[];
  /** Reports of tasks that have no row yet. */
  loose: readonly UsageEvent[];
  /** Sequence numbers of the first and last event in it; 0 while empty. */
  firstSeq: number;
  lastSeq: number;
  events: number;
}

export const emptyFeed: Feed = { items: [], loose: [], firstSeq: 0, lastSeq: 0, events: 0 };

/** The feed with newer events at its end. They must follow; those already in it are left out. */
export function appendEvents(feed: Feed, events: readonly RoomEvent[]): Feed {
  const fresh = events.filter((event) => event.seq > feed.lastSeq);
  const last = fresh.at(-1);
  if (!last) return feed;
  const items = feed.items.slice();
  const loose = feed.loose.slice();
  for (const event of fresh) addEvent(items, loose, event);
  return {
    items,
    loose,
    firstSeq: feed.firstSeq || (fresh[0]?.seq ?? 0),
    lastSeq: last.seq,
    events: feed.events + fresh.length,
  };
}

/** The feed with an older page before it. */
export function prependEvents(feed: Feed, older: readonly RoomEvent[]): Feed {
  const page = appendEvents(
    emptyFeed,
    older.filter((event) => feed.firstSeq === 0 || event.seq < feed.firstSeq),
  );
  if (page.events === 0) return feed;
  const lastOfPage = page.items.at(-1);
  const [first, ...rest] = feed.items;
  const sameDay = first?.kind === "day" && lastOfPage !== undefined && isSameDay(first.at, lastOfPage.at);
  const loose = page.loose.slice();
  return {
    items: sameDay ? joinRows(page.items.slice(), loose, rest) : [...page.items, ...feed.items],
    loose: [...loose, ...feed.loose],
    firstSeq: page.firstSeq,
    lastSeq: feed.lastSeq || page.lastSeq,
    events: feed.events + page.events,
  };
}

/**
 * At most `most` rows, cut to about `keep` at once, so that a busy room is not trimmed at every event. The cut is where
 * no earlier row has a later event: what is read again later is then complete.
 */
export function trimFeed(feed: Feed, most: number, keep: number): Feed {
  if (feed.items.length <= most) return feed;
  const kept = feed.items.slice(cutAt(feed.items, feed.items.length - keep));
  const first = kept.find((item) => item.kind !== "day");
  if (!first) return feed;
  // A repeated line has the number of its newest event; the feed begins at the oldest.
  const { fromSeq: firstSeq } = first;
  const items: FeedItem[] = kept[0]?.kind === "day" ? kept : [dayOf(first.at), ...kept];
  const { loose, lastSeq } = feed;
  return { items, loose, firstSeq, lastSeq, events: lastSeq - firstSeq + 1 };
}

/** The first clean place at `from` or after it, otherwise the last one before. */
function cutAt(items: readonly FeedItem[], from: number): number {
  let newest = 0;
  let clean = 0;
  for (const [at, item] of items.entries()) {
    if (item.kind === "day" || newest < item.fromSeq) clean = at;
    if (clean >= from) return clean;
    if (item.kind !== "day") newest = Math.max(newest, item.seq);
  }
  return clean;
}

function dayOf(at: number): FeedItem {
  return { kind: "day", key: `day-${new Date(at).toDateString()}`, at };
}

function addEvent(items: FeedItem[], loose: UsageEvent[], event: RoomEvent): void {
  const last = items.at(-1);
  if (event.type !== "usage.reported" && (!last || !isSameDay(last.at, event.at))) items.push(dayOf(event.at));
  if (addTaskEvent(items, loose, event)) return;
  noteEnd(items, event);
  if (isSpoken(event))
    items.push({
      kind: "message",
      key: `e${event.seq}`,
      seq: event.seq,
      fromSeq: event.seq,
      at: event.at,
      event,
      events: [event],
    });
  else if (last?.kind === "line" && items.at(-1) === last && continues(last.event, event))
    items[items.length - 1] = continued(last, lineItem(event));
  else items.push(lineItem(event));
}

/** Titles of the tasks that these events create, so that later lines can name them. */
export function collectTitles(titles: Map<string, string>, events: readonly RoomEvent[]): void {
  for (const event of events) {
    for (const { id, title } of newTasksIn(event)) titles.set(id, title);
    if (event.type === "message.edited") titles.set(event.data.taskId, event.data.title);
    else if (event.type === "session.created")
      for (const { id, title } of event.data.sessions) titles.set(sessionKey(id), title);
    else if (event.type === "session.edited") titles.set(sessionKey(event.data.sessionId), event.data.title);
  }
}

/** The key of a session among the titles. */
export function sessionKey(id: number): string {
  return `session ${id}`;
}
