import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { CachedRoom } from "./cached-room.ts";
import type { ObservationBook } from "./observations.ts";
import { type Store, UnreadableRoom } from "./store.ts";

export interface RoomCacheOptions {
  store: Store;
  observations: ObservationBook;
  cacheBytes: number;
  /** A room in which somebody waits stays. */
  isWaitedIn: (roomId: RoomId) => boolean;
  log: { error: (details: object, message: string) => void };
}

/** A room that has grown by this much is weighed again, bytes. */
const GROWTH_NOTED = 1_000_000;

/** The rooms that this process has in memory, bounded by bytes. */
export function createRoomCache(options: RoomCacheOptions) {
  const { store, observations, log } = options;
  const rooms = new Map<RoomId, CachedRoom>();
  const loading = new Map<RoomId, Promise<CachedRoom | null>>();
  const unreadable = new Set<RoomId>();

  /** From memory, otherwise from the database, once for all that ask. @throws `room_quarantined` */
  async function open(roomId: RoomId): Promise<CachedRoom | null> {
    const known = rooms.get(roomId);
    if (known) {
      known.usedAt = Date.now();
      return known;
    }
    const pending = loading.get(roomId) ?? load(roomId);
    loading.set(roomId, pending);
    return pending;
  }

  async function load(roomId: RoomId): Promise<CachedRoom | null> {
    try {
      const [loaded] = await Promise.all([store.load(roomId), observations.refresh([roomId])]);
      if (!loaded) return null;
      const room = new CachedRoom(roomId, loaded);
      room.usedAt = Date.now();
      rooms.set(roomId, room);
      unreadable.delete(roomId);
      // In a later turn: by then whoever opened it has put its command in line, and a busy room stays.
      setImmediate(evict);
      return room;
    } catch (error) {
      if (!(error instanceof UnreadableRoom)) throw error;
      unreadable.add(roomId);
      log.error({ err: error, roomId }, "room quarantined: this release can't read its log");
      throw refuse("room_quarantined", "This release can't read something in this room's log.", {
        roomId,
      });
    } finally {
      loading.delete(roomId);
    }
  }

  /** The least recently used go first; a room with pending work or waiting agents stays. */
  function evict(): void {
    let total = 0;
    for (const room of rooms.values()) total += room.weight;
    if (total <= options.cacheBytes) return;
    const oldest = [...rooms.values()].sort((a, b) => a.usedAt - b.usedAt);
    for (const room of oldest) {
      if (total <= options.cacheBytes) return;
      if (room.isBusy || options.isWaitedIn(room.id)) continue;
      total -= room.weight;
      rooms.delete(room.id);
    }
  }

  const weighed = new WeakMap<CachedRoom, number>();

  /** A room has moved: its growth may cost another one's place. */
  function grown(room: CachedRoom): void {
    const before = weighed.get(room);
    if (before !== undefined && room.weight - before < GROWTH_NOTED) return;
    if (before !== undefined) room.weigh();
    weighed.set(room, room.weight);
    if (before !== undefined) evict();
  }

  /** Forgets the room, unless another copy has taken its place. */
  function drop(room: CachedRoom): void {
    if (rooms.get(room.id) === room) rooms.delete(room.id);
  }

  return {
    open,
    get: (roomId: RoomId) => rooms.get(roomId),
    all: () => [...rooms.values()],
    drop,
    grown,
    forget: (roomId: RoomId) => rooms.delete(roomId),
    count: () => rooms.size,
    /** Rooms that could not be read when they were last asked for. */
    quarantined: () => unreadable.size,
  };
}

export type RoomCache = ReturnType<typeof createRoomCache>;
