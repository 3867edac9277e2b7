import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Observations } from "@squadroom/core/room/card";
import type { RoomSnapshot } from "@squadroom/core/room/contract";
import type { Principal } from "../../platform/auth/principal.ts";
import type { WrittenSnapshot } from "../../platform/live/viewer.ts";
import type { CachedRoom } from "../../platform/room/cached-room.ts";
import type { Clock } from "../../platform/room/clock.ts";
import type { ObservationBook } from "../../platform/room/observations.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import type { Store } from "../../platform/room/store.ts";
import { sizeOf } from "../../platform/room/tail.ts";
import type { Waiters } from "../../platform/room/waiters.ts";

/** Most events that a returning viewer gets one by one; one that missed more gets a fresh snapshot. */
const RESUME_MAX = 2_000;
const SNAPSHOT_EVENTS = 200;
/** How many bytes of events come with a room that is opened, if they are large. */
const SNAPSHOT_EVENTS_BYTES = 1_000_000;
/** Bytes of rooms kept as they were last opened. */
const WRITTEN_MAX = 8_000_000;

/** A view and the latest events before it, as JSON that still has to be closed. */
interface Written {
  view: RoomView;
  count: number;
  json: Buffer;
}

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

/** A room as the screen opens it, and what the screen missed since. */
export function createSnapshots(tools: SnapshotTools) {
  const { rooms, store, waiters, observations, clock, leaseS } = tools;

  const written = new Map<RoomId, Written>();

  function observed(roomId: RoomId): Observations {
    const view = rooms.known(roomId)?.view;
    const overlaps = view ? observations.touches.overlapsOf(view) : [];
    return { seenAt: observations.of(roomId), waiting: waiters.agentsIn(roomId), overlaps };
  }

  /** A `RoomSnapshot` in its wire form. */
  async function take(
    principal: Principal,
    roomId: RoomId,
    options: { minSeq?: number; events?: number } = {},
  ): Promise<WrittenSnapshot> {
    const room = await rooms.read(roomId, options.minSeq ?? 0);
    if (!room?.view.team || room.view.removedAt !== null) throw refuse("room_unknown", "There is no such room.", {});
    const { seq } = room.view;
    const count = Math.min(options.events ?? SNAPSHOT_EVENTS, seq);
    const json = await write(room, count);
    const rest: Omit<RoomSnapshot, "view" | "events"> = {
      epoch: tools.epoch(),
      observations: observed(roomId),
      leaseS,
      now: clock.now(),
      allowedActions: tools.allowedActions(principal, roomId),
    };
    return { seq, json: Buffer.concat([json, Buffer.from(JSON.stringify(rest).slice(1))]) };
  }

  /** The room's present view and latest events, written once for everybody who opens it between two events. */
  async function write(room: CachedRoom, count: number): Promise<Buffer> {
    const { view } = room;
    const known = written.get(room.id);
    if (known?.view === view && known.count === count) return known.json;
    const events = await latestEvents(room, count);
    const json = Buffer.from(`${JSON.stringify({ view, events }).slice(0, -1)},`);
    keep(room.id, { view, count, json });
    return json;
  }

  function keep(roomId: RoomId, one: Written): void {
    written.delete(roomId);
    written.set(roomId, one);
    let bytes = 0;
    for (const { json } of written.values()) bytes += json.length;
    for (const [oldest, { json }] of written) {
      if (bytes <= WRITTEN_MAX) return;
      written.delete(oldest);
      bytes -= json.length;
    }
  }

  /** What had to be read stays with the room: the next one to open it finds it there. */
  async function latestEvents(room: CachedRoom, count: number): Promise<RoomEvent[]> {
    const inTail = count === 0 ? [] : room.tail.slice(-count);
    const missing = count - inTail.length;
    const shown = newest(inTail);
    if (missing === 0 || shown.length < inTail.length) return shown;
    const oldest = inTail[0]?.seq ?? room.view.seq + 1;
    const older = await store.eventsBefore(room.id, oldest, missing);
    room.prepend(older);
    return newest([...older, ...inTail]);
  }

  function newest(events: RoomEvent[]): RoomEvent[] {
    let first = events.length;
    for (let bytes = 0; first > 0 && bytes < SNAPSHOT_EVENTS_BYTES; first--)
      bytes += sizeOf(events[first - 1] as RoomEvent);
    return first === 0 ? events : events.slice(first);
  }

  /** Contiguous events after a seq, all or the first; `null` if too many, or the cursor is ahead of the log. */
  async function since(roomId: RoomId, seq: number): Promise<RoomEvent[] | null> {
    // A viewer may know more than this process does, from another one.
    const room = await rooms.read(roomId, seq);
    if (!room || seq > room.view.seq || room.view.seq - seq > RESUME_MAX) return null;
    const target = room.view.seq;
    if (seq === target) return [];
    const first = room.tail[0]?.seq ?? target + 1;
    if (seq + 1 >= first) return room.tail.filter((event) => event.seq > seq && event.seq <= target);
    return (await store.eventsAfter(roomId, seq, RESUME_MAX)).filter((event) => event.seq <= target);
  }

  return { take, since, observed };
}

export type Snapshots = ReturnType<typeof createSnapshots>;
