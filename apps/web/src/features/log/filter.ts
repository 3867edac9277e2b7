import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { FeedItem } from "../../live/feed.ts";

export const FEED_FILTERS = ["all", "messages", "handoffs", "tasks"] as const;
/** What a person may want to see alone. Every event belongs to at least "all". */
export type FeedFilter = (typeof FEED_FILTERS)[number];

/** Which filters show this event. A new type does not compile until it has its place. */
export function filtersOf(event: RoomEvent): readonly FeedFilter[] {
  switch (event.type) {
    case "message.sent":
      return ["messages"];
    case "handoff.delivered":
      return event.data.intent === "work" ? ["handoffs", "tasks"] : ["handoffs", "messages"];
    case "handoff.rerouted":
      return ["handoffs"];
    case "task.created":
    case "task.claimed":
    case "task.started":
    case "task.progressed":
    case "task.completed":
    case "task.released":
    case "task.attempt_ended":
    case "task.retried":
    case "task.cancelled":
    case "task.moved_to_front":
    case "task.parked":
    case "task.reassigned":
    case "task.told_to_wait":
    case "task.retry_withdrawn":
      return ["tasks"];
    case "decision.opened":
    case "decision.answered":
    case "decision.withdrawn":
    case "decision.superseded":
      return ["messages", "tasks"];
    case "room.created":
    case "room.removed":
    case "agent.joined":
    case "agent.left":
    case "agent.came_online":
    case "agent.went_offline":
    case "message.delivered":
    case "decision.revised":
      return [];
    default:
      return unreachable(event);
  }
}

/** The rows that a filter shows; a day stands only where something follows it. */
export function filterFeed(items: readonly FeedItem[], filter: FeedFilter): readonly FeedItem[] {
  if (filter === "all") return items;
  const shown: FeedItem[] = [];
  for (const item of items) {
    if (item.kind === "day") {
      if (shown.at(-1)?.kind === "day") shown.pop();
      shown.push(item);
    } else if (filtersOf(item.event).includes(filter)) shown.push(item);
  }
  if (shown.at(-1)?.kind === "day") shown.pop();
  return shown;
}
