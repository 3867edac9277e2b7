import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Registry, ServerProcess } from "./registry.ts";

/** Most rooms whose owner is remembered until the processes change. */
const REMEMBERED = 20_000;

export interface Owners {
  /** The process that should have the room in memory; `null`: this one. */
  of(roomId: RoomId): ServerProcess | null;
}

/**
 * The soft owner of each room: the live process of this release with the highest hash of both, so that all processes
 * agree without asking, and one that comes or goes moves only its own share.
 */
export function createOwners(registry: Registry): Owners {
  const known = new Map<RoomId, ServerProcess | null>();
  registry.onChanged(() => known.clear());
  return {
    of(roomId) {
      const { self } = registry;
      const siblings = registry.siblings();
      if (!self || siblings.length === 0) return null;
      const found = known.get(roomId);
      if (found !== undefined) return found;
      if (known.size >= REMEMBERED) known.clear();
      const others = siblings.filter((process) => process.version === self.version && !isPredecessor(process, self));
      const owner = ownerAmong([self, ...others], roomId);
      const elsewhere = owner.id === self.id || !isReachable(owner, self) ? null : owner;
      known.set(roomId, elsewhere);
      return elsewhere;
    },
  };
}

/** The highest of the hashes of room and process. */
export function ownerAmong<P extends { id: string }>(processes: readonly [P, ...P[]], roomId: string): P {
  let [best] = processes;
  let highest = -1;
  for (const process of processes) {
    const weight = hash(`${process.id} ${roomId}`);
    if (weight < highest || (weight === highest && process.id > best.id)) continue;
    highest = weight;
    best = process;
  }
  return best;
}

/** Another machine's loopback is not reachable from here. */
function isReachable(owner: ServerProcess, self: ServerProcess): boolean {
  const { hostname } = new URL(owner.address);
  const isLoopback = /^(localhost|127\..*|\[::1\])$/.test(hostname);
  return !isLoopback || owner.machine === self.machine;
}

/** It was killed a moment ago and this one has its address: calls to it arrive here. */
function isPredecessor(other: ServerProcess, self: ServerProcess): boolean {
  return other.address === self.address && isReachable(other, self);
}

/** FNV-1a with MurmurHash3's finish, so that ids of the same moment differ in all bits. */
function hash(text: string): number {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
