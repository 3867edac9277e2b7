import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { Moment } from "@squadroom/core/replay/replay-log";
import { appendEvents, collectTitles, emptyFeed } from "../../live/feed.ts";
import type { RoomState } from "../../live/room-state.ts";

/**
 * A moment in the form of the room's screen. Observations are not part of the log: agents that were online according to
 * it count as seen, and nobody may do anything in the past.
 */
export function pastState({ view, events }: Moment, leaseS: LeaseTimes): RoomState {
  const titles = new Map<string, string>();
  for (const task of [...view.ended, ...view.tasks]) titles.set(task.id, task.title);
  collectTitles(titles, events);
  const online = Object.values(view.agents).filter((agent) => agent.online);
  return {
    epoch: 0,
    view,
    observations: {
      seenAt: Object.fromEntries(online.map(({ id }) => [id, view.at])),
      waiting: [],
      overlaps: [],
    },
    leaseS,
    allowedActions: [],
    feed: appendEvents(emptyFeed, events),
    titles,
    generation: 0,
    isStopped: false,
  };
}
