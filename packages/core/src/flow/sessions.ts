import type { Session, SessionId, Sessions } from "../session/record/session.ts";
import { BRAINSTORM } from "./brainstorm.ts";

type Live = Pick<Sessions, "live">;

export function findSession({ live }: Live, id: SessionId): Session | undefined {
  return live.find((session) => session.id === id);
}

/** Those that have a place: they run, or are paused and keep it. */
export function placedSessions({ live }: Live): Session[] {
  return live.filter((session) => session.state !== "queued" && !session.isParked);
}

/** Whether another one may start, as far as the flow's capacity goes. */
export function hasFreePlace(sessions: Live): boolean {
  return placedSessions(sessions).length < BRAINSTORM.capacity;
}

/** Who keeps the place that this one needs; `undefined`: it has one, or one is free. */
export function inTheWay(sessions: Live, id: SessionId): Session | undefined {
  if (hasFreePlace(sessions)) return undefined;
  const placed = placedSessions(sessions);
  return placed.some((session) => session.id === id) ? undefined : placed[0];
}
