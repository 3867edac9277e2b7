import type { RoomId } from "@squadroom/core/kernel/ids";
import { lettersIn } from "@squadroom/core/kernel/letters";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { RoomView } from "@squadroom/core/log/view";
import type { Entry } from "./entry.ts";
import type { Head, LoadedRoom } from "./store.ts";
import { newestOf, sizeOf, TAIL_KEPT, TAIL_LETTERS } from "./tail.ts";

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
  /** The newest events, at most twice what may stay: what was folded since the room was opened, and what was read of older ones. */
  tail: RoomEvent[];
  snapshotSeq: number;
  /** Somebody is catching up or taking the slow road; nothing else touches the room meanwhile. */
  locked: Promise<void> | null = null;
  usedAt = 0;
  private tailBytes: number;
  /** Of the view when it was last weighed, and of what was folded since. */
  private viewBytes: number;

  constructor(
    readonly id: RoomId,
    loaded: LoadedRoom,
  ) {
    this.head = loaded.head;
    this.view = loaded.view;
    this.pending = loaded.view;
    const { events, bytes } = newestOf(loaded.tail);
    this.tail = events;
    this.tailBytes = bytes;
    this.viewBytes = lettersIn(loaded.view);
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
    for (const event of events) {
      this.tail.push(event);
      const size = sizeOf(event);
      this.tailBytes += size;
      this.viewBytes += size;
    }
    if (this.tail.length >= 2 * TAIL_KEPT || this.tailBytes >= 2 * TAIL_LETTERS) this.cutTail();
  }

  private cutTail(): void {
    const { events, bytes } = newestOf(this.tail);
    this.tail = events;
    this.tailBytes = bytes;
  }

  /** Events that were read from the table, unless the tail has moved on meanwhile. */
  prepend(older: readonly RoomEvent[]): void {
    const oldest = this.tail[0]?.seq ?? this.view.seq + 1;
    if (older.at(-1)?.seq !== oldest - 1) return;
    this.tail = [...older, ...this.tail];
    this.cutTail();
  }

  /** Looks at the whole view: what was folded since the last time has mostly taken the place of something. */
  weigh(): void {
    this.viewBytes = lettersIn(this.view);
  }

  /** Rough size in memory, bytes; between two weighings too much rather than too little. */
  get weight(): number {
    return 4_000 + this.viewBytes + this.tailBytes;
  }
}
