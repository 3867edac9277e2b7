import type { Step } from "./event.ts";
import type { RoomView } from "./view.ts";

/** A room that exists: its first event has been applied. */
export type Room = RoomView & { team: NonNullable<RoomView["team"]> };

/** Whether it was created and not removed since. */
export function isThere(view: RoomView): view is Room {
  return view.team !== null && view.removedAt === null;
}

/** The room after these events: one that exists never loses its team. */
export function roomAfter(room: Room, steps: readonly Step[]): Room {
  return (steps.at(-1)?.after ?? room) as Room;
}
