import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Sql } from "postgres";
import type { Config } from "../config.ts";
import { projectAll } from "../features/projections.ts";
import type { ServerLog } from "../platform/outage/log.ts";
import { createAppender } from "../platform/room/appender.ts";
import { createErasing } from "../platform/room/erasing.ts";
import { createObservations } from "../platform/room/observations.ts";
import { createRooms } from "../platform/room/rooms.ts";
import { createSlowRoad } from "../platform/room/slow-road.ts";
import { createStore } from "../platform/room/store.ts";
import { createWaiters } from "../platform/room/waiters.ts";
import type { Database } from "./database.ts";

/** For how long after an outage nobody silent is given up, as a share of the shortest lease. */
const GRACE_SHARE = 4;

export interface ServedRoomsOptions {
  config: Config;
  databaseUrl: string;
  /** For tests: comes between the committer and the database. */
  connect?: (url: string) => Sql;
}

export type ServedRooms = ReturnType<typeof createServedRooms>;

/** The rooms of this process, and who waits in them. */
export function createServedRooms(
  { config, databaseUrl, connect }: ServedRoomsOptions,
  { sql, clock, history, auth }: Database,
  told: {
    onJudged: (tookMs: number) => void;
    /** Committed events of a room, in order. */
    publish: (room: { id: RoomId }, events: RoomEvent[]) => void;
    ring: (roomId: RoomId, seq: number) => void;
  },
  log: ServerLog,
) {
  const { leaseS, settleMs, cacheBytes } = config;
  let graceUntil = 0;
  function beginGrace(): void {
    graceUntil = clock.now() + (Math.min(...Object.values(leaseS)) * 1000) / GRACE_SHARE;
  }
  beginGrace();

  /** The database was away, or this process stood still: its history may now be another. */
  function noteOutage(): void {
    beginGrace();
    void history.refresh().catch(() => undefined);
  }

  const store = createStore(sql);
  const observations = createObservations(sql, clock, leaseS);
  const waiters = createWaiters();
  const appender = createAppender({
    url: databaseUrl,
    settleMs,
    now: clock.now,
    log: (line, error) => log.warn({ err: error }, line),
    onJudged: told.onJudged,
    ...(connect ? { connect } : {}),
  });
  appender.onRecovered(noteOutage);
  const rooms = createRooms({
    store,
    appender,
    slowRoad: createSlowRoad(sql, clock),
    erasing: createErasing(sql, clock, projectAll),
    clock,
    observations,
    waiters,
    project: projectAll,
    leaseS,
    graceUntil: () => graceUntil,
    publish(room, events) {
      told.publish(room, events);
      waiters.tell(room.id);
    },
    ring: told.ring,
    onRevoked: () => void auth.refresh().catch(() => undefined),
    cacheBytes,
    log,
  });

  return {
    rooms,
    store,
    observations,
    waiters,
    noteOutage,
    viewOf: async (roomId: RoomId): Promise<RoomView | null> => (await rooms.read(roomId))?.view ?? null,
    async close() {
      await observations.close().catch(() => undefined);
      await appender.close();
    },
  };
}
