import { apply } from "./apply.ts";
import type { Actor, Fact, RoomEvent } from "./event.ts";
import type { RoomView } from "./view.ts";

/**
 * The view as it will be once these facts are in the log; for rulings that depend on what they cause.
 *
 * @param now epoch milliseconds
 */
export function foresee(
  view: RoomView,
  facts: readonly (Fact & { actor: Actor })[],
  now: number,
): RoomView {
  return facts.reduce((before, fact) => {
    const at = Math.max(before.at, now);
    const event = { ...fact, roomId: before.roomId, seq: before.seq + 1, v: 1, at };
    return apply(before, event as RoomEvent);
  }, view);
}
