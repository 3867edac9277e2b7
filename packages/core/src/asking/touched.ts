import { FACTS } from "../fact/facts.ts";
import type { FactDef, RoomEvent, Step, Touched } from "../kernel/event.ts";

/** Derived from the events alone, so that events that change nothing here cost no look at the tasks. */
export function touchedBy(steps: readonly Step[]): Touched {
  const touched: Touched = {
    all: false,
    tasks: new Set(),
    roles: new Set(),
    sessions: false,
  };
  for (const step of steps) {
    const { touches } = factOf(step.event);
    if (typeof touches === "function") touches(touched, step);
    else if (touches !== null) touched[touches] = true;
  }
  return touched;
}

/** Whether the room may now ask what it did not ask before. */
export function mayAsk(event: RoomEvent): boolean {
  const { asks } = factOf(event);
  return typeof asks === "function" ? asks(event) : asks;
}

/** Whether it may leave nobody to revise rejected work; asked only if the team locks authors out. */
export function mayLockOut(step: Step): boolean {
  return factOf(step.event).locksOut?.(step) ?? false;
}

function factOf({ type }: RoomEvent): FactDef<RoomEvent> {
  return FACTS[type] as FactDef<RoomEvent>;
}
