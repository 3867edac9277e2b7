import type { TaskId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import { actedOnTask, whatActed } from "../session/acted.ts";
import { liveTask } from "../task/order.ts";
import {
  ANSWERED_KEPT,
  type AnsweredDecision,
  type Decision,
  type DecisionId,
  MOOT_KEPT,
  type MootDecision,
  type Undo,
} from "./decision.ts";
import { toldBy } from "./told.ts";

export type DecisionEvent = Extract<RoomEvent, { type: `decision.${string}` }>;

/** Moves `next`, a copy that the caller owns at its first level only. */
export function changeDecisions(next: RoomView, event: DecisionEvent): void {
  switch (event.type) {
    case "decision.opened": {
      const decision: Decision = { ...event.data.decision, openedAt: event.at };
      next.decisions = { ...next.decisions, [decision.id]: decision };
      return;
    }
    case "decision.revised": {
      const { decisionId, revision } = event.data;
      const decision = { ...pending(next, decisionId), ...revision };
      next.decisions = { ...next.decisions, [decisionId]: decision };
      return;
    }
    case "decision.answered": {
      const decision = close(next, event.data.decisionId, event.at);
      const answer = { ...event.data.answer, at: event.at };
      next.answered = [{ ...decision, answer, acted: null }, ...next.answered].slice(
        0,
        ANSWERED_KEPT,
      );
      return;
    }
    case "decision.withdrawn": {
      const { id } = close(next, event.data.decisionId, event.at);
      return remember(next, { id, state: "withdrawn", reason: event.data.reason, at: event.at });
    }
    case "decision.superseded": {
      const { decisionId: id, by } = event.data;
      next.answered = next.answered.filter((decision) => decision.id !== id);
      const reason = `${by.name} took the answer back.`;
      return remember(next, { id, state: "superseded", reason, at: event.at });
    }
    default:
      return unreachable(event);
  }
}

function pending(next: RoomView, id: DecisionId): Decision {
  const decision = next.decisions[id];
  if (!decision) throw new Error(`decision ${id} is not pending in room ${next.roomId}`);
  return decision;
}

function close(next: RoomView, id: DecisionId, at: number): Decision {
  const decision = pending(next, id);
  const { [id]: _, ...rest } = next.decisions;
  next.decisions = rest;
  const { kind, subject, askedBy, openedAt } = decision;
  if (kind === "intervention" && subject.kind === "task" && askedBy)
    resumeClock(next, subject.taskId, askedBy.agentId, openedAt, at);
  return decision;
}

/** The time-out of a task does not count what its agent waited for a person. */
function resumeClock(
  next: RoomView,
  taskId: TaskId,
  askerId: string,
  askedAt: number,
  at: number,
): void {
  const place = next.tasks.findIndex((task) => task.id === taskId);
  const task = next.tasks[place];
  if (!task?.lease || task.lease.agentId !== askerId) return;
  const waitedMs = at - Math.max(askedAt, task.lease.claimedAt);
  const lease = { ...task.lease, pausedMs: task.lease.pausedMs + waitedMs };
  next.tasks = next.tasks.with(place, { ...task, lease });
}

function remember(next: RoomView, moot: MootDecision): void {
  next.moot = [moot, ...next.moot].slice(0, MOOT_KEPT);
}

/** Ends the undo of answers that something acted on; called whenever the tasks have changed. */
export function closeUndos(next: RoomView): void {
  if (next.answered.every((decision) => decision.answer.undo === null)) return;
  let hasChanged = false;
  const sections = new Set<string>();
  const answered = next.answered.map((decision): AnsweredDecision => {
    const { undo } = decision.answer;
    if (undo === null) return decision;
    const rest = isOvertaken(undo, sections)
      ? { undo: null, acted: "The section was approved again after it." }
      : whatIsLeft(next, undo);
    if (rest.undo === undo) return decision;
    hasChanged = true;
    return {
      ...decision,
      answer: { ...decision.answer, undo: rest.undo },
      acted: rest.acted,
    };
  });
  if (hasChanged) next.answered = answered;
}

/** Only the latest approval of a section can be taken back. @param seen of later answers */
function isOvertaken(undo: Undo, seen: Set<string>): boolean {
  if (undo.kind !== "section") return false;
  const key = `${undo.sessionId} ${undo.sectionId}`;
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

/** What an undo could still take back, and else what acted: tasks that somebody took up stay where they are. */
function whatIsLeft(view: RoomView, undo: Undo): { undo: Undo | null; acted: string | null } {
  const kept = { undo, acted: null };
  const gone = (acted: string | null) => (acted === null ? kept : { undo: null, acted });
  switch (undo.kind) {
    case "retry":
      return gone(actedOnTask(view, undo.taskId));
    case "reroute": {
      const left = undo.tasks.filter(({ taskId }) => {
        const task = liveTask(view, taskId);
        return task?.state === "pending" && task.role === undo.to;
      });
      if (left.length === undo.tasks.length) return kept;
      if (left.length > 0) return { undo: { ...undo, tasks: left }, acted: null };
      return gone("What waited was taken up, or has ended.");
    }
    case "session":
    case "section":
    case "scope":
      return gone(whatActed(view, undo));
    case "wait":
      return toldBy(view.tasks, undo).length > 0
        ? kept
        : gone("Nothing waits as decided any more.");
    default:
      return unreachable(undo);
  }
}
