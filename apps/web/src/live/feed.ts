import type { EventType, RoomEvent } from "@squadroom/core/log/event";
import { isSameDay } from "../clock/since.ts";

type Event<T extends EventType> = Extract<RoomEvent, { type: T }>;
export type SpokenEvent = Event<"message.sent"> | Event<"handoff.delivered">;

/** One row of the feed. `events` are the facts behind it, oldest first; of a long row, the newest of them. */
export type FeedItem =
  | { kind: "day"; key: string; at: number }
  | {
      kind: "message";
      key: string;
      seq: number;
      /** Of the first event behind it. */
      fromSeq: number;
      at: number;
      event: SpokenEvent;
      events: readonly [SpokenEvent];
    }
  | {
      kind: "line";
      key: string;
      seq: number;
      fromSeq: number;
      at: number;
      event: RoomEvent;
      events: readonly RoomEvent[];
    };

export interface Feed {
  items: readonly FeedItem[];
  /** Sequence numbers of the first and last event in it; 0 while empty. */
  firstSeq: number;
  lastSeq: number;
  events: number;
}

export const emptyFeed: Feed = { items: [], firstSeq: 0, lastSeq: 0, events: 0 };

/** The feed with newer events behind it. They must follow; what is already in is left out. */
export function appendEvents(feed: Feed, events: readonly RoomEvent[]): Feed {
  const fresh = events.filter((event) => event.seq > feed.lastSeq);
  const last = fresh.at(-1);
  if (!last) return feed;
  const items = feed.items.slice();
  for (const event of fresh) addEvent(items, event);
  return {
    items,
    firstSeq: feed.firstSeq || (fresh[0]?.seq ?? 0),
    lastSeq: last.seq,
    events: feed.events + fresh.length,
  };
}

/** The feed with an older page in front of it. */
export function prependEvents(feed: Feed, older: readonly RoomEvent[]): Feed {
  const page = appendEvents(
    emptyFeed,
    older.filter((event) => feed.firstSeq === 0 || event.seq < feed.firstSeq),
  );
  if (page.events === 0) return feed;
  const lastOfPage = page.items.at(-1);
  const [first, ...rest] = feed.items;
  const sameDay =
    first?.kind === "day" && lastOfPage !== undefined && isSameDay(first.at, lastOfPage.at);
  return {
    items: [...page.items, ...(sameDay ? rest : feed.items)],
    firstSeq: page.firstSeq,
    lastSeq: feed.lastSeq || page.lastSeq,
    events: feed.events + page.events,
  };
}

/** At most `most` rows, cut down to `keep` at once, so that a busy room is not trimmed at every event. */
export function trimFeed(feed: Feed, most: number, keep: number): Feed {
  if (feed.items.length <= most) return feed;
  const kept = feed.items.slice(-keep);
  const first = kept.find((item) => item.kind !== "day");
  if (!first) return feed;
  // A line that was told anew has the number of its newest event; the oldest is where the feed begins.
  const { fromSeq: firstSeq } = first;
  const items: FeedItem[] = kept[0]?.kind === "day" ? kept : [dayOf(first.at), ...kept];
  return { items, firstSeq, lastSeq: feed.lastSeq, events: feed.lastSeq - firstSeq + 1 };
}

function dayOf(at: number): FeedItem {
  return { kind: "day", key: `day-${new Date(at).toDateString()}`, at };
}

/** Facts that a row keeps: an agent that reports all day has one row, which must not grow with its day. */
const EVENTS_KEPT = 50;

function addEvent(items: FeedItem[], event: RoomEvent): void {
  const last = items.at(-1);
  if (!last || !isSameDay(last.at, event.at)) items.push(dayOf(event.at));
  else if (last.kind === "line" && continues(last.event, event)) {
    const events = [...last.events.slice(1 - EVENTS_KEPT), event];
    items[items.length - 1] = { ...last, seq: event.seq, event, events };
    return;
  } else if (event.type === "task.started" && joinClaim(items, event)) return;
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
  else
    items.push({
      kind: "line",
      key: `e${event.seq}`,
      seq: event.seq,
      fromSeq: event.seq,
      at: event.at,
      event,
      events: [event],
    });
}

/** Words that one says to another stand in full; handed-on work is a line with its words one click away. */
export function isSpoken(event: RoomEvent): event is SpokenEvent {
  if (event.type === "message.sent") return true;
  return event.type === "handoff.delivered" && event.data.intent !== "work";
}

/** Does `event` only say anew what the line before it says? */
function continues(before: RoomEvent, event: RoomEvent): boolean {
  if (event.type === "task.progressed")
    return before.type === "task.progressed" && before.data.taskId === event.data.taskId;
  if (event.type === "message.delivered")
    return before.type === "message.delivered" && before.data.agentId === event.data.agentId;
  return false;
}

/** Rows to look back for the claim that a start belongs to. */
const CLAIM_REACH = 6;

/** The first sign of work goes to the line of the claim, which already says it all. */
function joinClaim(
  items: FeedItem[],
  event: Extract<RoomEvent, { type: "task.started" }>,
): boolean {
  for (let index = items.length - 1; index >= Math.max(0, items.length - CLAIM_REACH); index--) {
    const item = items[index];
    if (
      item?.kind !== "line" ||
      item.event.type !== "task.claimed" ||
      item.event.data.taskId !== event.data.taskId
    )
      continue;
    items[index] = { ...item, events: [...item.events, event] };
    return true;
  }
  return false;
}

/** Titles of the tasks that these events create, so that later lines can name them. */
export function collectTitles(titles: Map<string, string>, events: readonly RoomEvent[]): void {
  for (const event of events) {
    if (event.type === "task.created")
      for (const task of event.data.tasks) titles.set(task.id, task.title);
    else if (event.type === "message.edited") titles.set(event.data.taskId, event.data.title);
    else if (
      (event.type === "message.sent" || event.type === "handoff.delivered") &&
      event.data.task
    )
      titles.set(event.data.task.id, event.data.task.title);
    else if (event.type === "session.asked" || event.type === "session.rescouted")
      titles.set(event.data.task.id, event.data.task.title);
    else if (event.type === "session.plan_approved" || event.type === "session.reworked")
      for (const { task } of event.data.tasks) titles.set(task.id, task.title);
    else if (event.type === "session.created")
      for (const { id, title } of event.data.sessions) titles.set(sessionKey(id), title);
    else if (event.type === "session.edited")
      titles.set(sessionKey(event.data.sessionId), event.data.title);
  }
}

/** Under which the titles have a session's. */
export function sessionKey(id: number): string {
  return `session ${id}`;
}
