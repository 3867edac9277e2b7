import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { cardOf } from "@squadroom/core/room/card";
import type { RunId } from "@squadroom/core/run/run";
import { createDirectory, createSnapshots } from "../features/room/index.ts";
import { createRunOutput } from "../features/run/index.ts";
import { allowedActions, mayRead } from "../platform/auth/access.ts";
import type { Doorbell } from "../platform/doorbell/doorbell.ts";
import { createHub } from "../platform/live/hub.ts";
import { createKeptCards } from "../platform/live/kept-cards.ts";
import type { DatabaseHealth } from "../platform/outage/database-health.ts";
import type { ServerLog } from "../platform/outage/log.ts";
import type { Database } from "./database.ts";
import type { ServedRooms } from "./served-rooms.ts";

/** What no room's log says: viewers of this process and of the others hear of it. */
export function createTelling({ hub }: Pick<Viewers, "hub">, doorbell: Doorbell) {
  return {
    tellPeople(ids: readonly PersonId[]): void {
      hub.tellPeople(ids);
      doorbell.ringPeople(ids);
    },
    tellOutput(roomId: RoomId, runId: RunId): void {
      hub.output.tell(roomId, runId);
      doorbell.ringOutput(roomId, runId);
    },
  };
}

export type Viewers = ReturnType<typeof createViewers>;

/** Rooms as people look at them, and what ends the look: another history, a credential that ended. */
export function createViewers(
  { sql, clock, auth, history, epoch }: Database,
  { rooms, store, waiters, observations, viewOf }: ServedRooms,
  health: DatabaseHealth,
  leaseS: LeaseTimes,
  log: ServerLog,
) {
  const directory = createDirectory(sql);
  const snapshots = createSnapshots({
    rooms,
    store,
    waiters,
    observations,
    clock,
    leaseS,
    epoch,
    allowedActions,
  });
  const cards = createKeptCards({
    heads: store.heads,
    isInMemory: (roomId) => rooms.known(roomId) !== undefined,
    viewOf,
    cardOf: (view) => cardOf(view, snapshots.observed(view.roomId), clock.now(), leaseS),
  });
  const output = createRunOutput(sql);
  const hub = createHub({
    clock,
    leaseS,
    epoch,
    mayWatch: mayRead,
    snapshot: (principal, roomId) => snapshots.take(principal, roomId),
    eventsSince: snapshots.since,
    observations: snapshots.observed,
    output: {
      async head(roomId, runId) {
        const known = (await viewOf(roomId))?.runs?.number ?? 0;
        return runId > known ? null : output.head(roomId, runId);
      },
      after: output.after,
      newest: async (roomId, runId, limit) =>
        (await output.before(roomId, runId, { n: null, q: undefined, limit })).reverse(),
    },
    roomsOf: async (principal) =>
      (await directory.visibleTo(principal, { after: null, limit: 500 })).map(({ id }) => id),
    cardsOf: cards.of,
    log,
  });

  health.onChanged((trouble) => {
    const since = trouble && clock.now() - Math.round(trouble.forMs);
    hub.tellTrouble(trouble && { state: trouble.state, words: trouble.words, since: since ?? 0 });
  });
  // What is in memory belongs to another history, and so does what viewers see and agents wait in.
  history.onReplaced(() => {
    for (const room of rooms.cached()) rooms.forget(room.id);
    waiters.end("stopping");
    hub.restart();
  });
  auth.onChanged((credentialId) => {
    waiters.end("revoked", credentialId);
    hub.recheck(credentialId).catch((error: unknown) => log.warn({ err: error }, "couldn't check the live sockets"));
  });
  return { directory, snapshots, cards, hub };
}
