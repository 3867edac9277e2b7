import type { RoomView } from "@squadroom/core/kernel/view";
import { newId } from "../new-id.ts";
import type { RoomBatch } from "./batch.ts";
import type { CachedRoom } from "./cached-room.ts";

/** Caps of one batch. */
const BATCH_COMMANDS = 1_000;
const BATCH_BYTES = 1_000_000;

/**
 * From this many commands that wait or were just answered, a batch takes at most half of them. Callers that are
 * answered together ask together again, and one large batch would have server and database work in turns, each waiting
 * for the other; so one half is decided while the other is written, and uneven halves are even again with the next
 * batch.
 */
const SPLIT_FROM = 8;

/** When a tick may find something in the room. */
export type DueAt = (view: RoomView) => number | null;

/** A room and what it brings to a batch. */
export interface Gathered {
  room: CachedRoom;
  part: RoomBatch;
}

/** Rooms with decided commands, and the batches made of them. */
export function createGathering(dueAt: DueAt) {
  const dirty = new Set<CachedRoom>();
  /** Commands of the previous batch. */
  let answered = 0;

  /** Round-robin over the dirty rooms: each gives what it has, up to its share, and the rest stays in line. */
  function next(): Gathered[] {
    const most = share();
    const batch: Gathered[] = [];
    let commands = 0;
    let bytes = 0;
    for (const room of Array.from(dirty)) {
      dirty.delete(room);
      if (commands >= most || bytes >= BATCH_BYTES) {
        if (room.inLine > 0) dirty.add(room);
        continue;
      }
      const taken = room.take(most - commands);
      if (taken.length === 0) continue;
      commands += taken.length;
      for (const entry of taken) bytes += entry.weight;
      batch.push(of(room));
      if (room.inLine > 0) dirty.add(room);
    }
    answered = commands;
    return batch;
  }

  function share(): number {
    let lively = answered;
    for (const room of dirty) lively += room.inLine;
    return lively < SPLIT_FROM ? BATCH_COMMANDS : Math.min(BATCH_COMMANDS, Math.ceil(lively / 2));
  }

  /** What the room has under way. */
  function of(room: CachedRoom): Gathered {
    const { id, head, flight } = room;
    const after = flight.at(-1)?.decision?.after ?? room.view;
    const isWrite = after.seq > head.seq;
    const part = {
      roomId: id,
      expected: head,
      next: isWrite ? { seq: after.seq, commitId: newId() } : head,
      dueAt: isWrite ? dueAt(after) : null,
      entries: flight,
    };
    return { room, part };
  }

  return {
    add: (room: CachedRoom) => void dirty.add(room),
    next,
    of,
    isLeft: () => [...dirty].some((room) => room.inLine > 0 && !room.isFlying),
  };
}
