import type { RoomEvent } from "@squadroom/core/kernel/event";
import { lettersIn } from "@squadroom/core/kernel/letters";

/** Events kept in memory for viewers that come back, and letters of them all together. */
export const TAIL_KEPT = 500;
export const TAIL_LETTERS = 2_000_000;

/** Rough size of an event in memory, bytes. */
export function sizeOf(event: RoomEvent): number {
  return 200 + lettersIn(event.data);
}

/** The newest events that may stay; the last one always does. */
export function newestOf(events: readonly RoomEvent[]): { events: RoomEvent[]; bytes: number } {
  let first = events.length;
  let bytes = 0;
  while (first > 0 && events.length - first < TAIL_KEPT) {
    const size = sizeOf(events[first - 1] as RoomEvent);
    if (first < events.length && bytes + size > TAIL_LETTERS) break;
    bytes += size;
    first--;
  }
  return { events: events.slice(first), bytes };
}
