import { ANYTHING, type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import type { TaskId, Word } from "../kernel/ids.ts";
import { resumed } from "../kernel/lease.ts";
import type { RoomView } from "../kernel/view.ts";
import {
  ANSWERED_KEPT,
  type Decision,
  type DecisionAnswer,
  type DecisionId,
  MOOT_KEPT,
  type MootDecision,
} from "./decision.ts";

/** Payloads of the decision's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** The room, or an agent, asks people to decide. */
    "decision.opened": { decision: Omit<Decision, "openedAt"> };
    /** What it holds up changed, or what its answers do; then the version rises. */
    "decision.revised": {
      decisionId: DecisionId;
      revision: Pick<Decision, "version" | "question" | "reason" | "options" | "urgency" | "holdsUp">;
    };
    /** A person answered a decision. What the answer does follows as events of the same commit. */
    "decision.answered": { decisionId: DecisionId; answer: Omit<DecisionAnswer, "at"> };
    /** A decision is no longer needed: what it asked about changed. */
    "decision.withdrawn": { decisionId: DecisionId; reason: string };
    /** An undo; what still asks is opened again in the same commit. */
    "decision.superseded": { decisionId: DecisionId; by: { id: Word; name: Word } };
  }
}

export const DECISION_FACTS: FactsOf<EventsOf<"decision">> = {
  "decision.opened": fact(ANYTHING, (next, { data, at }) => {
    const decision: Decision = { ...data.decision, openedAt: at };
    next.decisions = { ...next.decisions, [decision.id]: decision };
  }),
  "decision.revised": fact(NOTHING, (next, { data: { decisionId, revision } }) => {
    const decision = { ...pending(next, decisionId), ...revision };
    next.decisions = { ...next.decisions, [decisionId]: decision };
  }),
  "decision.answered": fact(ANYTHING, (next, { data, at }) => {
    const answered = { ...close(next, data.decisionId, at), answer: { ...data.answer, at } };
    next.answered = [{ ...answered, acted: null }, ...next.answered].slice(0, ANSWERED_KEPT);
  }),
  "decision.withdrawn": fact(ANYTHING, (next, { data: { decisionId, reason }, at }) => {
    const { id } = close(next, decisionId, at);
    remember(next, { id, state: "withdrawn", reason, at });
  }),
  "decision.superseded": fact({ asks: true, touches: "all" }, (next, { data: { decisionId: id, by }, at }) => {
    next.answered = next.answered.filter((decision) => decision.id !== id);
    const reason = `${by.name} took the answer back.`;
    remember(next, { id, state: "superseded", reason, at });
  }),
};

function pending(next: RoomView, id: DecisionId): Decision {
  const decision = next.decisions[id];
  if (!decision) throw new Error(`decision ${id} is not pending in room ${next.roomId}`);
  return decision;
}

function close(next: RoomView, id: DecisionId, at: number): Decision {
  const decision = pending(next, id);
  const { [id]: _, ...rest } = next.decisions;
  next.decisions = rest;
  const { subject, askedBy, openedAt } = decision;
  if (subject.kind === "task" && askedBy) resumeClock(next, subject.taskId, askedBy.agentId, openedAt, at);
  return decision;
}

/** A task's time-out does not count the time that its agent waited for a person. */
function resumeClock(next: RoomView, taskId: TaskId, askerId: string, askedAt: number, at: number): void {
  const place = next.tasks.findIndex((task) => task.id === taskId);
  const task = next.tasks[place];
  if (!task?.lease || task.lease.agentId !== askerId) return;
  const open = (task.progress?.blockers ?? []).map(({ since }) => since);
  const lease = resumed(task.lease, [askedAt, ...open], at, open.length > 0);
  next.tasks = next.tasks.with(place, { ...task, lease });
}

function remember(next: RoomView, moot: MootDecision): void {
  next.moot = [moot, ...next.moot].slice(0, MOOT_KEPT);
}
