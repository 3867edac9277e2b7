import type { TaskId } from "../kernel/ids.ts";
import type { Discussion, PerspectiveTurn } from "../session/record/discussion.ts";
import type { PipelineSession, Sessions } from "../session/record/session.ts";
import type { Task } from "../task/task.ts";
import { findPipelineSession } from "./sessions.ts";

/** The part of a room that is needed here. */
interface Having {
  sessions: Pick<Sessions, "live">;
}

/** What ids of such tasks begin with, whoever has them: `DISCUSS-001` is a round, and no task has such a name. */
export const PERSPECTIVE_PREFIX = "VIEW";

/** Whether a task only judges another's work: nothing else of a session is a branch. */
export function isPerspective({ sessionId, branchOf }: Pick<Task, "branchOf" | "sessionId">): boolean {
  return sessionId !== null && branchOf !== undefined;
}

/** A task that gives one point of view on finished work. */
export interface Perspectival {
  session: PipelineSession;
  discussion: Discussion;
  perspective: PerspectiveTurn;
}

/** The round that waits for this task, and its point of view. */
export function discussedBy(
  { sessions }: Having,
  { id, branchOf, sessionId }: Pick<Task, "id" | "branchOf" | "sessionId">,
): Perspectival | null {
  const session = branchOf === undefined ? undefined : findPipelineSession(sessions, sessionId);
  const discussion = session?.discussions?.find((one) => one.id === branchOf);
  const perspective = discussion?.perspectives.find(({ taskId }) => taskId === id);
  return session && discussion && perspective ? { session, discussion, perspective } : null;
}

/** Who made what a round is about; `undefined`: it was never discussed. */
export function discussedAuthor({ sessions }: Having, taskId: TaskId): Discussion["by"] | undefined {
  for (const { discussions = [] } of sessions.live) {
    const round = discussions.find((one) => one.taskId === taskId);
    if (round) return round.by;
  }
  return undefined;
}
