import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Cursor } from "@squadroom/core/live/protocol";
import { apply } from "@squadroom/core/log/apply";
import type { Observations } from "@squadroom/core/room/card";
import type { RoomSnapshot } from "@squadroom/core/room/contract";
import { plainText } from "../words/plain-text.ts";
import { appendEvents, collectTitles, emptyFeed, type Feed, prependEvents, sessionKey, trimFeed } from "./feed.ts";

/** A room as this page knows it: the view at a seq, observations, and the latest stretch of its log. */
export interface RoomState {
  epoch: number;
  view: RoomView;
  observations: Observations;
  leaseS: LeaseTimes;
  allowedActions: readonly string[];
  feed: Feed;
  /** Titles of tasks and questions of decisions by id, from the snapshot and every event seen; grows in place. */
  titles: Map<string, string>;
  /** Rises with each new snapshot: what was on the screen before does not connect to it. */
  generation: number;
  /** An event arrived that this page cannot read: it must not continue as if it had not. */
  isStopped: boolean;
}

/** Most feed rows kept while the newest are in sight; older ones are one scroll away. */
const FEED_MOST = 2_000;
const FEED_KEEP = 1_200;
/** Most rows kept while somebody reads older ones. */
const FEED_LIMIT = 20_000;

/** What the socket brings for one room, in order. */
export type RoomMessage =
  | { type: "snapshot"; snapshot: RoomSnapshot }
  | { type: "events"; epoch: number; events: readonly RoomEvent[] }
  | { type: "observations"; observations: Observations };

export function stateOf(snapshot: RoomSnapshot, before?: RoomState): RoomState {
  const titles = new Map<string, string>();
  for (const task of [...snapshot.view.tasks, ...snapshot.view.ended]) titles.set(task.id, task.title);
  const { live, ended } = snapshot.view.sessions;
  for (const { id, title } of [...live, ...ended]) titles.set(sessionKey(id), title);
  for (const { id, question } of Object.values(snapshot.view.decisions)) titles.set(id, plainText(question));
  collectTitles(titles, snapshot.events);
  return {
    epoch: snapshot.epoch,
    view: snapshot.view,
    observations: snapshot.observations,
    leaseS: snapshot.leaseS,
    allowedActions: snapshot.allowedActions,
    feed: appendEvents(emptyFeed, snapshot.events),
    titles,
    generation: (before?.generation ?? 0) + 1,
    isStopped: false,
  };
}

export function cursorOf(state: RoomState): Cursor {
  return { epoch: state.epoch, seq: state.view.seq };
}

/** The state after these messages, in order. `undefined` before the first snapshot. */
export function receive(state: RoomState | undefined, messages: readonly RoomMessage[]): RoomState | undefined {
  let next = state;
  let events: RoomEvent[] = [];
  const settle = (): void => {
    if (next && events.length > 0) next = fold(next, events);
    events = [];
  };
  for (const message of messages) {
    switch (message.type) {
      case "snapshot":
        settle();
        next = stateOf(message.snapshot, next);
        break;
      case "events":
        if (next && message.epoch === next.epoch) events.push(...message.events);
        break;
      case "observations":
        settle();
        if (next) next = { ...next, observations: message.observations };
        break;
      default:
        return unreachable(message);
    }
  }
  settle();
  return next;
}

/** Events in one piece. */
const PIECE = 100;
/** Messages processed between two looks at the clock. */
const MESSAGES = 4;

/** A long stretch of events in pieces, so that a frame can stop between them. */
export function inPieces(events: readonly RoomEvent[], epoch: number): RoomMessage[] {
  const pieces: RoomMessage[] = [];
  for (let at = 0; at < events.length; at += PIECE)
    pieces.push({ type: "events", epoch, events: events.slice(at, at + PIECE) });
  return pieces;
}

/** The state after as many of these messages as there is time for, at least the first few. */
export function receiveSome(
  state: RoomState,
  messages: readonly RoomMessage[],
  withinMs: number,
  now: () => number,
): { state: RoomState; count: number } {
  const until = now() + withinMs;
  let next = state;
  let count = 0;
  do {
    const some = messages.slice(count, count + MESSAGES);
    try {
      next = receive(next, some) ?? next;
    } catch {
      return { state: { ...next, isStopped: true }, count: messages.length };
    }
    count += some.length;
  } while (count < messages.length && now() < until);
  return { state: next, count };
}

/** Events that are already in it are left out: a snapshot and the stream may overlap. */
function fold(state: RoomState, events: readonly RoomEvent[]): RoomState {
  let view = state.view;
  const fresh: RoomEvent[] = [];
  for (const event of events) {
    if (event.seq <= view.seq) continue;
    view = apply(view, event);
    fresh.push(event);
  }
  if (fresh.length === 0) return state;
  collectTitles(state.titles, fresh);
  return {
    ...state,
    view,
    feed: trimFeed(appendEvents(state.feed, fresh), FEED_LIMIT, FEED_LIMIT / 2),
  };
}

/** An older page of the log before the feed. */
export function prependPage(state: RoomState, events: readonly RoomEvent[]): RoomState {
  const older = new Map<string, string>();
  collectTitles(older, events);
  // A title that has changed since is already known.
  for (const [id, title] of older) if (!state.titles.has(id)) state.titles.set(id, title);
  return { ...state, feed: prependEvents(state.feed, events) };
}

/** Drops old rows: called while the newest are in sight. */
export function trimmed(state: RoomState): RoomState {
  const feed = trimFeed(state.feed, FEED_MOST, FEED_KEEP);
  return feed === state.feed ? state : { ...state, feed };
}
