import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { Observations } from "@squadroom/core/room/card";
import type { RoomSnapshot } from "@squadroom/core/room/contract";
import type { Principal } from "../../platform/auth/principal.ts";
import type { Clock } from "../../platform/room/clock.ts";
import type { ObservationBook } from "../../platform/room/observations.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import type { Store } from "../../platform/room/store.ts";
import type { Waiters } from "../../platform/room/waiters.ts";

/** Events that a viewer who comes back gets one by one; who missed more gets a fresh snapshot. */
const RESUME_MAX = 2_000;
const SNAPSHOT_EVENTS = 200;

export interface SnapshotTools {
  rooms: Rooms;
  store: Store;
  waiters: Waiters;
  observations: ObservationBook;
  clock: Clock;
  leaseS: LeaseTimes;
  epoch: () => number;
  allowedActions: (principal: Principal, roomId: RoomId) => string[];
}

/** A room as the screen opens it, and what it missed since. */
export function createSnapshots(tools: SnapshotTools) {
  const { rooms, store, waiters, observations, clock, leaseS } = tools;

  function observed(roomId: RoomId): Observations {
    return { seenAt: observations.of(roomId), waiting: waiters.agentsIn(roomId) };
  }

  async function take(
    principal: Principal,
    roomId: RoomId,
    options: { minSeq?: number; events?: number } = {},
  ): Promise<RoomSnapshot> {
    const room = await rooms.read(roomId, options.minSeq ?? 0);
    if (!room?.view.team || room.view.removedAt !== null)
      throw refuse("room_unknown", "There is no such room.", {});
    const { view, tail } = room;
    const wanted = Math.min(options.events ?? SNAPSHOT_EVENTS, view.seq);
    const inTail = tail.slice(-wanted);
    const oldest = inTail[0]?.seq ?? view.seq + 1;
    const missing = wanted - inTail.length;
    const older = missing > 0 ? await store.eventsBefore(roomId, oldest, missing) : [];
    return {
      epoch: tools.epoch(),
      view,
      observations: observed(roomId),
      leaseS,
      events: [...older, ...inTail],
      now: clock.now(),
      allowedActions: tools.allowedActions(principal, roomId),
    };
  }

  /** Contiguous events after a seq; `null` when they are too many, or the cursor is ahead of the log. */
  async function since(roomId: RoomId, seq: number): Promise<RoomEvent[] | null> {
    // A viewer may know of more than this process does, from another one.
    const room = await rooms.read(roomId, seq);
    if (!room || seq > room.view.seq || room.view.seq - seq > RESUME_MAX) return null;
    const target = room.view.seq;
    const first = room.tail[0]?.seq ?? target + 1;
    if (seq + 1 >= first)
      return room.tail.filter((event) => event.seq > seq && event.seq <= target);
    return (await store.eventsAfter(roomId, seq, RESUME_MAX)).filter(
      (event) => event.seq <= target,
    );
  }

  return { take, since, observed };
}

export type Snapshots = ReturnType<typeof createSnapshots>;
