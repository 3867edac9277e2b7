import type { SessionId } from "../kernel/ids.ts";
import type { RoomOptions } from "../log/options.ts";
import type { Session, Sessions } from "../session/record/session.ts";
import { BRAINSTORM } from "./brainstorm.ts";

type Live = Pick<Sessions, "live">;
/** Whether it is one of a pipeline. */
type Kind = { pipeline?: unknown };
export type Places = { sessions: Live; options: Pick<RoomOptions, "pipelinesAtOnce"> };

/** Pipelines that run in a room at once, where it says nothing else. */
export const PIPELINES_AT_ONCE = 3;
export const PIPELINES_AT_ONCE_MAX = 100;

export function findSession({ live }: Live, id: SessionId): Session | undefined {
  return live.find((session) => session.id === id);
}

/** Whether a task is a step of a pipeline. */
export function isOfPipeline(
  { sessions }: { sessions: Live },
  { sessionId }: { sessionId: SessionId | null },
): boolean {
  return sessionId !== null && findSession(sessions, sessionId)?.pipeline !== undefined;
}

/** Those that have a place: they run, or are paused and keep it. */
export function placedSessions({ live }: Live): Session[] {
  return live.filter((session) => session.state !== "queued" && !session.isParked);
}

/** Whether another one like this may start: sessions that are talked through one by one, pipelines as many as the room says. */
export function hasFreePlace(room: Places, of: Kind = {}): boolean {
  return placedLike(room, of).length < capacityFor(room, of);
}

/** Sessions that go before a new one like this: those that keep every place, and those that wait for one. */
export function aheadOf(room: Places, of: Kind): number {
  const alike = room.sessions.live.filter((one) => Boolean(one.pipeline) === Boolean(of.pipeline));
  const queued = alike.filter(({ state }) => state === "queued").length;
  return queued + (hasFreePlace(room, of) ? 0 : placedLike(room, of).length);
}

/** Who keeps the place that this one needs; `undefined`: it has one, or one is free. */
export function inTheWay(room: Places, id: SessionId): Session | undefined {
  const of = findSession(room.sessions, id) ?? {};
  if (hasFreePlace(room, of)) return undefined;
  const placed = placedLike(room, of);
  return placed.some((session) => session.id === id) ? undefined : placed[0];
}

function placedLike({ sessions }: Places, { pipeline }: Kind): Session[] {
  return placedSessions(sessions).filter((one) => Boolean(one.pipeline) === Boolean(pipeline));
}

function capacityFor({ options }: Places, { pipeline }: Kind): number {
  return pipeline ? (options.pipelinesAtOnce ?? PIPELINES_AT_ONCE) : BRAINSTORM.capacity;
}
