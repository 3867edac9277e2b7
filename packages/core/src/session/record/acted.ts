import type { Undo } from "../../decision/decision.ts";
import { findSession } from "../../flow/sessions.ts";
import { type SessionStep, stepAfter } from "../../flow/steps.ts";
import type { SessionId, TaskId } from "../../kernel/ids.ts";
import { unreachable } from "../../kernel/unreachable.ts";
import type { RoomView } from "../../kernel/view.ts";
import { liveTask } from "../../task/order.ts";
import type { Session, Sessions } from "./session.ts";
import { splitText } from "./split.ts";

/** What the undo of a session's answer takes back. */
export type SessionUndo = Extract<Undo, { sessionId: SessionId }>;

/** What has acted on the answer since; `null` while nothing has. */
export function whatActed(view: RoomView, undo: SessionUndo): string | null {
  const session = findSession(view.sessions, undo.sessionId);
  if (!session) return `Session ${undo.sessionId} is over.`;
  switch (undo.kind) {
    case "session":
      return (
        actedOnSplits(view.sessions, session, undo.scope?.splits ?? []) ??
        actedAround(view, session, undo.from, undo.to)
      );
    case "section":
      if (session.sections[undo.sectionId] === undefined) return "The text was revised after it.";
      // What an agent does with another section leaves this one as it is.
      if (session.step === "design") return null;
      return actedAround(view, session, "design", stepAfter("design", session.complexity));
    case "scope":
      if (session[undo.part] === null) return "The assessment was redone after it.";
      return (
        actedOnSplits(view.sessions, session, undo.splits) ??
        actedAround(view, session, "triage", stepAfter("triage", session.complexity))
      );
    default:
      return unreachable(undo);
  }
}

/** What an answer settled precedes the step that it leads to, or that waits for another answer. */
function actedAround(view: RoomView, session: Session, from: SessionStep, to: SessionStep): string | null {
  const { id, step, work } = session;
  if (step === from) return work === null ? null : `${work.taskId} was asked for after it.`;
  if (step !== to) return `Session ${id} went on to ${step}.`;
  return work === null ? null : actedOnTask(view, work.taskId);
}

/** Who took the task up, or that it has ended; `null` while it waits. */
export function actedOnTask(view: RoomView, taskId: TaskId): string | null {
  const task = liveTask(view, taskId);
  if (!task) return `${taskId} has ended.`;
  if (task.state === "pending") return null;
  const holder = task.lease && view.agents[task.lease.agentId];
  return holder ? `${holder.name} took up ${taskId}.` : `${taskId} is ${task.state}.`;
}

/** A part that people or agents continued with is not taken back. */
function actedOnSplits(sessions: Sessions, parent: Session, ids: readonly SessionId[]): string | null {
  for (const [i, id] of ids.entries()) {
    // It is made later in the commit of the answer.
    if (id > sessions.number) return null;
    const split = findSession(sessions, id);
    const part = parent.splits?.[i];
    if (!split) return `Session ${id} is over.`;
    if (split.state !== "queued") return `Session ${id} has started.`;
    const isAsMade =
      part !== undefined &&
      split.title === part.title &&
      split.description === splitText(parent, part) &&
      split.budget === null;
    if (!isAsMade) return `Session ${id} was edited.`;
  }
  return null;
}
