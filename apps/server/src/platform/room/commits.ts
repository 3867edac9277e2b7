import type { RoomId } from "@squadroom/core/kernel/ids";

/** Who waits for what comes next in a room; told after each commit, whichever process made it. */
export function createCommits() {
  const byRoom = new Map<RoomId, Set<() => void>>();

  function watch(roomId: RoomId, look: () => void): () => void {
    const looks = byRoom.get(roomId) ?? new Set();
    byRoom.set(roomId, looks.add(look));
    return () => {
      looks.delete(look);
      if (looks.size === 0 && byRoom.get(roomId) === looks) byRoom.delete(roomId);
    };
  }

  return {
    watch,
    tell: (roomId: RoomId) => {
      for (const look of byRoom.get(roomId) ?? []) look();
    },
    has: (roomId: RoomId) => byRoom.has(roomId),
    rooms: () => [...byRoom.keys()],
  };
}

export type Commits = ReturnType<typeof createCommits>;
