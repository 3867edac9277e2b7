import type { RoomId } from "@squadroom/core/kernel/ids";
import type { CachedRoom } from "./cached-room.ts";
import type { Rooms } from "./rooms.ts";
import type { Waiters } from "./waiters.ts";

/** How long nobody here may use a room before rings no longer keep it at its head, ms. */
const IN_USE_MS = 10_000;

export interface Follower {
  /** Rooms that somebody here looks at, waits in or has asked for lately. */
  inUse(): RoomId[];
  /** Brings the room to this seq here: memory, waiting agents, viewers. */
  follow(roomId: RoomId, seq: number): Promise<void>;
  /** Another process says that the log goes this far: followed if anybody here cares. */
  ring(roomId: RoomId, seq: number): void;
}

/** Rooms that other processes moved. */
export function createFollower(options: {
  rooms: Rooms;
  waiters: Waiters;
  /** Somebody looks at the room here, or at all rooms. */
  isWatched: (roomId: RoomId) => boolean;
  /** Rooms that somebody looks at here. */
  watched: () => RoomId[];
  /** Viewers that are not at this seq yet are brought there. */
  tell: (roomId: RoomId, seq: number) => void;
}): Follower {
  const { rooms, waiters, isWatched, watched, tell } = options;
  /** How far the rooms being followed have to be brought. */
  const wanted = new Map<RoomId, number>();

  /** Resolves to whether that tells its viewers: whatever moves a room in memory does, and a busy room's commits do. */
  async function bring(roomId: RoomId, seq: number, isNeeded: boolean): Promise<boolean> {
    const known = rooms.known(roomId);
    if (known) {
      if (known.view.seq >= seq || known.isBusy) return true;
      await rooms.freshen(known);
      return rooms.known(roomId) === known && known.view.seq >= seq;
    }
    if (!isNeeded) return false;
    // A room that was dropped from memory still has waiters and viewers.
    const room = await rooms.read(roomId, seq);
    if (room) waiters.offer(roomId, () => room.pending);
    return false;
  }

  async function follow(roomId: RoomId, seq: number): Promise<void> {
    await bring(roomId, seq, waiters.has(roomId));
    tell(roomId, seq);
  }

  function isOfUse(roomId: RoomId): boolean {
    if (isWatched(roomId) || waiters.has(roomId)) return true;
    const known = rooms.known(roomId);
    return known !== undefined && isAskedFor(known);
  }

  function isAskedFor(room: CachedRoom): boolean {
    return Date.now() - room.usedAt < IN_USE_MS;
  }

  function inUse(): RoomId[] {
    const asked = [...rooms.cached()].filter(isAskedFor).map(({ id }) => id);
    return [...new Set([...watched(), ...waiters.rooms(), ...asked])];
  }

  function ring(roomId: RoomId, seq: number): void {
    const before = wanted.get(roomId);
    if (before === undefined && !isOfUse(roomId)) return;
    wanted.set(roomId, Math.max(seq, before ?? 0));
    // One at a time for each room: rings meanwhile only move the goal.
    if (before === undefined) void answer(roomId);
  }

  async function answer(roomId: RoomId): Promise<void> {
    try {
      for (let done = 0, seq = wanted.get(roomId) ?? 0; done < seq; seq = wanted.get(roomId) ?? 0) {
        if (!(await bring(roomId, seq, true))) tell(roomId, seq);
        done = seq;
      }
    } catch {
      // The sweep meets this room's trouble and reports it.
    } finally {
      wanted.delete(roomId);
    }
  }

  return { inUse, follow, ring };
}
