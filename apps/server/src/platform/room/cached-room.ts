import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { RoomView } from "@squadroom/core/log/view";
import type { Entry } from "./entry.ts";
import { type Head, type LoadedRoom, TAIL_KEPT } from "./store.ts";

/**
 * A room in memory: its committed view at the head, and the pending view that later commands are
 * decided on. Immutable views, so that going back to the committed one is dropping the other.
 */
export class CachedRoom {
  head: Head;
  view: RoomView;
  /** View after everything that is decided and not committed yet. */
  pending: RoomView;
  /** Decided, waiting for the next batch. */
  queue: Entry[] = [];
  /** In the batch under way; at most one batch of a room at a time. */
  flight: Entry[] = [];
  /** The newest events, at most twice `TAIL_KEPT`: what was folded since the room was opened, and what was read of older ones. */
  tail: RoomEvent[];
  snapshotSeq: number;
  /** Somebody is catching up or taking the slow road; nothing else touches the room meanwhile. */
  locked: Promise<void> | null = null;
  usedAt = 0;

  constructor(
    readonly id: RoomId,
    loaded: LoadedRoom,
  ) {
    this.head = loaded.head;
    this.view = loaded.view;
    this.pending = loaded.view;
    this.tail = [...loaded.tail];
    this.snapshotSeq = loaded.snapshotSeq;
  }

  get isBusy(): boolean {
    return this.queue.length > 0 || this.flight.length > 0 || this.locked !== null;
  }

  /** Moves the committed view on; the caller has folded the events. */
  advance(view: RoomView, head: Head, events: RoomEvent[]): void {
    this.view = view;
    this.head = head;
    // Cut now and then, not copied with every commit.
    for (const event of events) this.tail.push(event);
    if (this.tail.length >= 2 * TAIL_KEPT) this.tail = this.tail.slice(-TAIL_KEPT);
  }

  /** Events that were read from the table, unless the tail has moved on meanwhile. */
  prepend(older: readonly RoomEvent[]): void {
    const oldest = this.tail[0]?.seq ?? this.view.seq + 1;
    if (older.at(-1)?.seq === oldest - 1) this.tail = [...older, ...this.tail];
  }

  /** Rough size in memory, bytes. */
  get weight(): number {
    return 4_000 + this.view.tasks.length * 1_500 + this.tail.length * 700;
  }
}
