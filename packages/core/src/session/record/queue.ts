import { positionBetween, positionsBehind } from "../../backlog/position.ts";
import { hasFreePlace } from "../../flow/sessions.ts";
import type { SessionId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import type { RoomView } from "../../kernel/view.ts";
import { queuedSessions, type Session } from "./session.ts";

/** Places after all that wait. */
export function lastPlaces(room: Room, count: number): string[] {
  return positionsBehind(queuedSessions(room.sessions).at(-1)?.position ?? null, count);
}

/** Places before all that wait: what was split off comes next. */
export function firstPlaces(room: Room, count: number): string[] {
  const first = queuedSessions(room.sessions)[0]?.position ?? null;
  return first === null ? positionsBehind(null, count) : between(first, count);
}

function between(first: string, count: number): string[] {
  const places: string[] = [];
  let before: string | null = null;
  for (let i = 0; i < count; i++) {
    const place: string = positionBetween(before, first);
    places.push(place);
    before = place;
  }
  return places;
}

/** Where a queued session goes: before another one, after it, or to an end; `null`: there is no such neighbour. */
export function placeAt(
  room: Room,
  id: SessionId,
  to: "first" | "last" | { before: SessionId } | { after: SessionId },
): string | null {
  const others = queuedSessions(room.sessions).filter((session) => session.id !== id);
  if (to === "first") return positionBetween(null, others[0]?.position ?? null);
  if (to === "last") return positionBetween(others.at(-1)?.position ?? null, null);
  const neighbour = "before" in to ? to.before : to.after;
  const at = others.findIndex((session) => session.id === neighbour);
  if (at < 0) return null;
  const place = "before" in to ? at : at + 1;
  return positionBetween(others[place - 1]?.position ?? null, others[place]?.position ?? null);
}

/** The first of the queue for which there is a place. */
export function nextInQueue(room: Pick<RoomView, "sessions" | "options">): Session | undefined {
  return queuedSessions(room.sessions).find((session) => hasFreePlace(room, session));
}
