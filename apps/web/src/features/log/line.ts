import type { EventData, RoomEvent } from "@squadroom/core/kernel/event";
import type { FeedItem } from "../../live/feed-item.ts";
import type { Names } from "../../live/names.ts";
import { BACKLOG_TOLD } from "./backlog-line.ts";
import { BRANCH_TOLD } from "./branch-line.ts";
import { COMMENT_TOLD } from "./comment-line.ts";
import { ERROR_TOLD } from "./error-line.ts";
import { FANOUT_TOLD } from "./fanout-line.ts";
import { INTERCHANGE_TOLD } from "./interchange-line.ts";
import { LOCK_TOLD } from "./lock-line.ts";
import { MESSAGE_TOLD } from "./message-line.ts";
import { POLICY_TOLD } from "./policy-line.ts";
import { RETENTION_TOLD } from "./retention-line.ts";
import { ROOM_TOLD } from "./room-line.ts";
import { ROUTING_TOLD } from "./routing-line.ts";
import { RUN_TOLD } from "./run-line.ts";
import type { Line } from "./sentence.ts";
import { SESSION_DONE_TOLD } from "./session-done-line.ts";
import { SESSION_TOLD } from "./session-line.ts";
import { TASK_TOLD } from "./task-line.ts";
import type { FeedFilter, Told, ToldOf } from "./told.ts";
import { USAGE_TOLD } from "./usage-line.ts";
import { WISDOM_TOLD } from "./wisdom-line.ts";

/** What the feed says about every event: one without its words and its filters does not compile. */
const TOLD: ToldOf<EventData> = {
  ...ROOM_TOLD,
  ...MESSAGE_TOLD,
  ...TASK_TOLD,
  ...BACKLOG_TOLD,
  ...SESSION_TOLD,
  ...SESSION_DONE_TOLD,
  ...USAGE_TOLD,
  ...POLICY_TOLD,
  ...RUN_TOLD,
  ...BRANCH_TOLD,
  ...COMMENT_TOLD,
  ...FANOUT_TOLD,
  ...ROUTING_TOLD,
  ...WISDOM_TOLD,
  ...LOCK_TOLD,
  ...ERROR_TOLD,
  ...INTERCHANGE_TOLD,
  ...RETENTION_TOLD,
};

function told({ type }: RoomEvent): Told<RoomEvent> {
  return TOLD[type] as Told<RoomEvent>;
}

/** The sentence for an event. */
export function lineOf(event: RoomEvent, names: Names): Line {
  return told(event).line(event, names, names.actor(event.actor));
}

/** Which filters show this event. */
export function filtersOf(event: RoomEvent): readonly FeedFilter[] {
  const { shown } = told(event);
  return typeof shown === "function" ? shown(event) : shown;
}

/** The rows that a filter shows; a day is shown only if something follows it. */
export function filterFeed(items: readonly FeedItem[], filter: FeedFilter): readonly FeedItem[] {
  if (filter === "all") return items;
  const shown: FeedItem[] = [];
  for (const item of items) {
    if (item.kind === "day") {
      if (shown.at(-1)?.kind === "day") shown.pop();
      shown.push(item);
    } else if (item.kind === "fold" ? filter === "tasks" : filtersOf(item.event).includes(filter)) shown.push(item);
  }
  if (shown.at(-1)?.kind === "day") shown.pop();
  return shown;
}
