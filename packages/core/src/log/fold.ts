import { FACTS } from "../fact/facts.ts";
import type { Actor } from "../kernel/actor.ts";
import type { Fact, RoomEvent, Step } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { apply } from "./apply.ts";

/**
 * These facts as the room's next events, each with its change.
 *
 * @param now epoch milliseconds; no event is earlier than the room's last
 */
export function fold(view: RoomView, facts: readonly (Fact & { actor: Actor })[], now: number): Step[] {
  const steps: Step[] = [];
  let before = view;
  for (const fact of facts) {
    // Written out, so that all events have one shape.
    const event = {
      type: fact.type,
      data: fact.data,
      actor: fact.actor,
      roomId: view.roomId,
      seq: before.seq + 1,
      v: FACTS[fact.type].v ?? 1,
      at: Math.max(before.at, now),
    } as RoomEvent;
    const after = apply(before, event);
    steps.push({ event, before, after });
    before = after;
  }
  return steps;
}
