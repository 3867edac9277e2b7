import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { lettersIn } from "@squadroom/core/kernel/letters";
import { RoomLane } from "./room-lane.ts";
import type { LoadedRoom } from "./store.ts";
import { newestOf, sizeOf, TAIL_KEPT, TAIL_LETTERS } from "./tail.ts";

/** A room in memory: its lane, and its newest events. */
export class CachedRoom extends RoomLane {
  /** The newest events, at most twice as many as may stay: folded since the room was opened, or older and read. */
  tail: RoomEvent[];
  snapshotSeq: number;
  /** The seq at which it was read from the database. */
  readonly loadedSeq: number;
  usedAt = 0;
  private tailBytes: number;
  /** For the view when it was last weighed, and for what was folded since. */
  private viewBytes: number;

  constructor(
    readonly id: RoomId,
    loaded: LoadedRoom,
  ) {
    super(loaded);
    const { events, bytes } = newestOf(loaded.tail);
    this.tail = events;
    this.tailBytes = bytes;
    this.viewBytes = lettersIn(loaded.view);
    this.snapshotSeq = loaded.snapshotSeq;
    this.loadedSeq = loaded.head.seq;
  }

  /** The events that have moved the room on. */
  remember(events: readonly RoomEvent[]): void {
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

  /** Looks at the whole view: what was folded since the last time has mostly replaced something. */
  weigh(): void {
    this.viewBytes = lettersIn(this.view);
  }

  /** Rough size in memory, bytes; between two weighings rather too much than too little. */
  get weight(): number {
    return 4_000 + this.viewBytes + this.tailBytes;
  }
}
