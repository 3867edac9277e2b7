import { forgetUnsent } from "../features/attachment/index.ts";
import { forgetSessions } from "../features/retention/index.ts";
import { forgetOutput } from "../features/run/index.ts";
import type { ServerLog } from "../platform/outage/log.ts";
import { createFollower } from "../platform/room/follower.ts";
import { createSweeper } from "../platform/room/sweeper.ts";
import type { Database } from "./database.ts";
import type { Processes } from "./processes.ts";
import type { ServedRooms } from "./served-rooms.ts";
import type { Viewers } from "./viewers.ts";

/** What moves rooms besides commands: time, and other processes' commits. */
export function createUpkeep(
  { sql, clock, history }: Database,
  { doorbell, owners }: Processes,
  { store, rooms, waiters, observations, noteOutage }: ServedRooms,
  { hub }: Viewers,
  log: ServerLog,
) {
  const { isWatched, watched, follow: tell } = hub;
  const follower = createFollower({ rooms, waiters, isWatched, watched, tell });
  const sweeper = createSweeper({
    sql,
    store,
    rooms,
    waiters,
    observations,
    clock,
    watched,
    follower,
    isElsewhere: (roomId) => owners.of(roomId) !== null,
    onOutage: noteOutage,
    forgets: [forgetUnsent(sql), forgetOutput(sql), forgetSessions({ sql, rooms })],
    onSweep: async () => {
      hub.output.look();
      await history.look();
    },
    log,
  });
  doorbell.onRing(follower.ring);
  doorbell.onPeople(hub.tellPeople);
  doorbell.onOutput(hub.output.tell);
  doorbell.onGap(() => {
    hub.tellPeople(null);
    void sweeper.sweep();
  });
  return sweeper;
}
