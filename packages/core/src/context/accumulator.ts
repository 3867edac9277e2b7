import { findPipelineSession } from "../flow/sessions.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { prefixOf } from "../pipeline/pipeline.ts";
import type { DiscussionVerdict } from "../session/record/discussion.ts";
import type { PipelineSession } from "../session/record/session.ts";
import { loopOf } from "../task/loop.ts";
import type { Task } from "../task/task.ts";
import type { Reported } from "./shared.ts";

/** What one task of a loop produced, for the next ones. @source domain.md § 10 (inner loop) */
export interface Accumulated {
  task: TaskId;
  /** The file that it is about. */
  artifact: string | null;
  keyDecisions: string[];
  /** How its last round of discussion ended; `null`: it was not discussed. */
  consensus: Pick<DiscussionVerdict, "outcome" | "severity"> | null;
  rating: number | null;
  summary: string;
}

/**
 * What a loop has made so far in its pipeline, the oldest first. It is put together from what the room keeps, so that
 * whoever continues has it too.
 *
 * @param reported what tasks of the session reported, in any order
 */
export function accumulatorOf(
  view: Pick<RoomView, "team" | "sessions">,
  { id, role, sessionId }: Pick<Task, "id" | "role" | "sessionId">,
  reported: readonly Reported[],
): Accumulated[] {
  const session = findPipelineSession(view.sessions, sessionId);
  if (!view.team || !session || loopOf(view.team, role) === false) return [];
  const prefix = prefixOf({ id });
  return accumulated(
    session,
    reported.filter(({ taskId }) => taskId !== id && prefixOf({ id: taskId }) === prefix),
  );
}

/** What completed tasks of a pipeline produced, the oldest first; nothing for other sessions. */
export function accumulated(
  session: Pick<PipelineSession, "execution" | "discussions">,
  reported: readonly Pick<Reported, "taskId" | "at" | "state" | "files" | "keyDecisions" | "summary">[],
): Accumulated[] {
  const outcomes = session.execution?.outcomes ?? {};
  return reported
    .filter(({ taskId, state }) => state === "completed" && outcomes[taskId] !== undefined)
    .toSorted((a, b) => a.at - b.at || (a.taskId < b.taskId ? -1 : 1))
    .map(({ taskId, files, keyDecisions, summary }) => {
      const rounds = session.discussions?.filter((one) => one.taskId === taskId) ?? [];
      const verdict = rounds.at(-1)?.verdict ?? null;
      return {
        task: taskId,
        artifact: files[0] ?? null,
        keyDecisions: [...keyDecisions],
        summary,
        consensus: verdict && { outcome: verdict.outcome, severity: verdict.severity },
        rating: verdict?.averageRating ?? null,
      };
    });
}
