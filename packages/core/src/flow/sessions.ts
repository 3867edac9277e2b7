import type { SessionId } from "../kernel/ids.ts";
import type { RoomOptions } from "../log/options.ts";
import type { PipelineSession, Session, Sessions } from "../session/record/session.ts";
import { BRAINSTORM } from "./brainstorm.ts";

type Live = Pick<Sessions, "live">;
type Flow = Session["flow"];
export type Places = { sessions: Live; options: Pick<RoomOptions, "pipelinesAtOnce"> };

/** Pipelines that run in a room at once, unless it says otherwise. */
export const PIPELINES_AT_ONCE = 3;
export const PIPELINES_AT_ONCE_MAX = 100;

/** How many sessions of a flow have a place in a room at once. */
const CAPACITY: Record<Flow, (options: Places["options"]) => number> = {
  brainstorm: () => BRAINSTORM.capacity,
  pipeline: ({ pipelinesAtOnce }) => pipelinesAtOnce ?? PIPELINES_AT_ONCE,
};

export function findSession({ live }: Live, id: SessionId): Session | undefined {
  return live.find((session) => session.id === id);
}

export function pipelinesIn({ live }: Live): PipelineSession[] {
  return live.filter((session) => session.flow === "pipeline");
}

/** The pipeline session with this id. */
export function findPipelineSession({ live }: Live, id: SessionId | null): PipelineSession | undefined {
  const session = live.find((one) => one.id === id);
  return session?.flow === "pipeline" ? session : undefined;
}

/** Whether a task is a step of a pipeline. */
export function isOfPipeline(
  { sessions }: { sessions: Live },
  { sessionId }: { sessionId: SessionId | null },
): boolean {
  return findPipelineSession(sessions, sessionId) !== undefined;
}

/** Those that have a place: they run, or are paused and keep it. */
export function placedSessions({ live }: Live): Session[] {
  return live.filter((session) => session.state !== "queued" && !session.isParked);
}

/**
 * Whether another session of this flow may start: brainstorms one at a time, pipelines as many as the room's options
 * allow.
 */
export function hasFreePlace(room: Places, { flow }: { flow: Flow } = { flow: "brainstorm" }): boolean {
  return placedIn(room, flow).length < CAPACITY[flow](room.options);
}

/** How many sessions come before a new one of this flow: those that keep every place, and those that wait for one. */
export function aheadOf(room: Places, flow: Flow): number {
  const queued = room.sessions.live.filter((one) => one.flow === flow && one.state === "queued").length;
  return queued + (hasFreePlace(room, { flow }) ? 0 : placedIn(room, flow).length);
}

/** The session that keeps the place that this one needs; `undefined`: it has one, or one is free. */
export function inTheWay(room: Places, id: SessionId): Session | undefined {
  const of = findSession(room.sessions, id);
  if (!of || hasFreePlace(room, of)) return undefined;
  const placed = placedIn(room, of.flow);
  return placed.some((session) => session.id === id) ? undefined : placed[0];
}

function placedIn({ sessions }: Places, flow: Flow): Session[] {
  return placedSessions(sessions).filter((one) => one.flow === flow);
}
