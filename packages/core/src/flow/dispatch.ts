import type { TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import type { HeldStep, Session } from "../session/record/session.ts";
import { findPipelineSession } from "./sessions.ts";

/** A coordinator may be away this long before all that waits for it goes, ms. */
export const AWAY_MS = 60_000;
/** And one that is there may take this long to answer, ms: it may be in the middle of a turn. */
export const ANSWER_MS = 300_000;

/** What keeps a ready task of a pipeline from being taken: the coordinator has not let it go yet. */
export function dispatchHold(
  { sessions }: Pick<RoomView, "sessions">,
  { id, sessionId }: { id: TaskId; sessionId: number | null },
): HeldStep | undefined {
  return findPipelineSession(sessions, sessionId)?.dispatch.held.find(({ taskId }) => taskId === id);
}

/** Nothing of a session whose tasks go by themselves. */
export function heldIn(session: Session): readonly HeldStep[] {
  return session.flow === "pipeline" ? session.dispatch.held : [];
}
