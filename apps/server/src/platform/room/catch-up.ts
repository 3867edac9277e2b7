import type { RoomEvent } from "@squadroom/core/kernel/event";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomBatch } from "./batch.ts";
import { CachedRoom } from "./cached-room.ts";
import { fold, type Store } from "./store.ts";

const PAGE = 1_000;

/**
 * Folds what others have committed. Resolves to whether there was anything.
 *
 * @throws if the head does not extend what is cached: the room has to be dropped
 */
export async function catchUp(
  room: CachedRoom,
  store: Store,
  tell: (room: CachedRoom, events: RoomEvent[]) => void,
): Promise<boolean> {
  for (let hasMoved = false; ; ) {
    const events = await store.eventsAfter(room.id, room.view.seq, PAGE);
    if (events.length > 0) {
      hasMoved = true;
      const view = fold(room.view, events);
      room.moveTo({ seq: view.seq, commitId: room.head.commitId }, view);
      tell(room, events);
    }
    const head = await store.head(room.id);
    if (!head) throw refuse("room_unknown", "There is no such room.", { roomId: room.id });
    if (head.seq === room.view.seq) {
      if (!hasMoved && head.commitId !== room.head.commitId) {
        throw new Error(`room ${room.id} has another history than this process knows`);
      }
      room.moveTo(head, room.view);
      return hasMoved;
    }
    if (head.seq < room.view.seq) throw new Error(`the log of room ${room.id} went back to ${head.seq}`);
  }
}

/** A later state of the room, for reading only, while its own commits keep it from catching up. */
export async function readAhead(room: CachedRoom, store: Store): Promise<CachedRoom> {
  const tail = [...room.tail];
  for (let { view, head, snapshotSeq } = room; ; head = { ...head, seq: view.seq }) {
    const events = await store.eventsAfter(room.id, view.seq, PAGE);
    if (events.length === 0) return new CachedRoom(room.id, { view, head, tail, snapshotSeq });
    view = fold(view, events);
    tail.push(...events);
  }
}

/**
 * A resubmitted batch that lost its swap may have lost it to itself: others continued from it. All of it is compared,
 * since some events are alike whoever makes them.
 */
export async function isLogged(batch: RoomBatch, store: Store): Promise<boolean> {
  const mine = batch.entries.flatMap((entry) => entry.decision?.events ?? []);
  if (mine.length === 0) return false;
  const found: RoomEvent[] = [];
  while (found.length < mine.length) {
    const after = batch.expected.seq + found.length;
    const page = await store.eventsAfter(batch.roomId, after, mine.length - found.length);
    if (page.length === 0) return false;
    found.push(...page);
  }
  return found.length === mine.length && mine.every((event, i) => isSame(event, found[i]));
}

function isSame(one: RoomEvent, other: RoomEvent | undefined): boolean {
  return textOf(one) === (other && textOf(other));
}

function textOf({ seq, type, v, at, actor, data }: RoomEvent): string {
  return JSON.stringify([seq, type, v, at, actor, data]);
}
