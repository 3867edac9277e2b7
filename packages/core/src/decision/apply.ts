import type { TaskId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import {
  ANSWERED_KEPT,
  type Decision,
  type DecisionId,
  MOOT_KEPT,
  type MootDecision,
} from "./decision.ts";

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
