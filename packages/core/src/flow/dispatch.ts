import type { TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { HeldStep, Session } from "../session/record/session.ts";
import { findPipelineSession } from "./sessions.ts";

/** How long a coordinator may be away before everything that waits for it starts, ms. */
export const AWAY_MS = 60_000;
/** And how long a present one may take to answer, ms: it may be in the middle of a turn. */
export const ANSWER_MS = 300_000;

/** What keeps a ready task of a pipeline from being taken: the coordinator has not released it yet. */
export function dispatchHold(
  { sessions }: Pick<RoomView, "sessions">,
  { id, sessionId }: { id: TaskId; sessionId: number | null },
): HeldStep | undefined {
  return findPipelineSession(sessions, sessionId)?.dispatch.held.find(({ taskId }) => taskId === id);
}

/** Steps that the coordinator holds; none in a session whose tasks start by themselves. */
export function heldIn(session: Session): readonly HeldStep[] {
  return session.flow === "pipeline" ? session.dispatch.held : [];
}
