import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { FeedItem } from "../../live/feed-item.ts";

export const FEED_FILTERS = ["all", "messages", "handoffs", "tasks"] as const;
/** What a person may want to see alone. Every event belongs to at least "all". */
export type FeedFilter = (typeof FEED_FILTERS)[number];

/** Which filters show this event. A new type does not compile until it has its place. */
export function filtersOf(event: RoomEvent): readonly FeedFilter[] {
  switch (event.type) {
    case "message.sent":
    case "message.edited":
    case "message.withdrawn":
      return ["messages"];
    case "handoff.delivered":
      return event.data.intent === "work" ? ["handoffs", "tasks"] : ["handoffs", "messages"];
    case "handoff.rerouted":
      return ["handoffs"];
    case "task.created":
    case "task.claimed":
    case "task.resumed":
    case "task.started":
    case "task.progressed":
    case "task.completed":
    case "task.released":
    case "task.attempt_ended":
    case "task.retried":
    case "task.cancelled":
    case "task.boundary_lifted":
    case "task.moved_to_front":
    case "task.parked":
    case "task.reassigned":
    case "task.told_to_wait":
    case "task.retry_withdrawn":
    case "task.submitted":
    case "task.reviewed":
    case "task.passed":
    case "task.returned":
    case "backlog.added":
    case "backlog.edited":
    case "backlog.moved":
    case "backlog.picked":
    case "backlog.deferred":
    case "backlog.finished":
    case "backlog.returned":
    case "backlog.closed":
    case "backlog.dropped":
    case "backlog.reopened":
    case "backlog.mode_changed":
    case "backlog.clearing_paused":
    case "backlog.clearing_resumed":
    case "session.created":
    case "session.edited":
    case "session.moved":
    case "session.started":
    case "session.asked":
    case "session.proposed":
    case "session.reply_refused":
    case "session.remarked":
    case "session.question_answered":
    case "session.level_set":
    case "session.batches_set":
    case "session.splits_set":
    case "session.approach_chosen":
    case "session.section_approved":
    case "scout.saved":
    case "session.section_reopened":
    case "session.scope_reopened":
    case "session.step_entered":
    case "session.plan_approved":
    case "session.reworked":
    case "session.review_overridden":
    case "session.rescouted":
    case "session.next_held":
    case "budget.set":
    case "budget.warned":
    case "session.gate_overridden":
    case "session.batch_ended":
    case "session.batches_adjusted":
    case "session.paused":
    case "session.resumed":
    case "session.parked":
    case "session.ended":
      return ["tasks"];
    case "decision.opened":
    case "decision.answered":
    case "decision.withdrawn":
    case "decision.superseded":
      return ["messages", "tasks"];
    case "usage.reported":
    case "room.options_set":
    case "room.created":
    case "room.removed":
    case "room.gate_preset_set":
    case "team.changed":
    case "agent.joined":
    case "agent.left":
    case "agent.came_online":
    case "agent.went_offline":
    case "message.delivered":
    case "decision.revised":
    case "session.section_shown":
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
    } else if (item.kind === "fold" ? filter === "tasks" : filtersOf(item.event).includes(filter))
      shown.push(item);
  }
  if (shown.at(-1)?.kind === "day") shown.pop();
  return shown;
}
