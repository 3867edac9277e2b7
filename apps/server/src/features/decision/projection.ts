import type { AnsweredDecision, Decision } from "@squadroom/core/decision/decision";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

type Row = Extract<ProjectedRow, { table: "decisions" }>["row"];

/** Every decision that the event changed; what an undo can still take back changes with the tasks. */
export const decisionProjection: Projection = (event, before, after) => {
  const rows: Row[] = [];
  if (before.decisions !== after.decisions) {
    for (const decision of Object.values(after.decisions))
      if (before.decisions[decision.id] !== decision) rows.push(pendingRow(after, decision));
  }
  if (before.answered !== after.answered) rows.push(...answeredRows(before, after));
  const ended = endedRow(event, before, after);
  return [...rows, ...(ended ? [ended] : [])].map((row) => ({ table: "decisions", row }));
};

function pendingRow(view: RoomView, decision: Decision): Row {
  const { subject } = decision;
  return {
    roomId: view.roomId,
    id: decision.id,
    kind: decision.kind,
    subjectKind: subject.kind,
    subject: subjectText(subject),
    state: "pending",
    version: decision.version,
    question: decision.question,
    reason: decision.reason,
    options: decision.options,
    urgency: decision.urgency,
    holdsUp: decision.holdsUp,
    openedAt: decision.openedAt,
    askedBy: decision.askedBy,
    askerId: decision.askedBy?.agentId ?? null,
    supersedes: decision.supersedes,
    answer: null,
    answeredBy: null,
    canUndo: false,
    endedAt: null,
    endReason: null,
  };
}

/** As one text; a session's has several parts. */
function subjectText(subject: Decision["subject"]): string {
  switch (subject.kind) {
    case "task":
      return subject.taskId;
    case "role":
      return subject.role;
    case "session": {
      const { sessionId, title, step, part } = subject;
      return JSON.stringify({ sessionId, title, step, part });
    }
    case "budget":
    case "branch":
    case "locks":
    case "message":
    case "call": {
      const { kind: _, ...parts } = subject;
      return JSON.stringify(parts);
    }
    default:
      return unreachable(subject);
  }
}

function answeredRow(view: RoomView, decision: AnsweredDecision, canUndo: boolean): Row {
  const { optionId, label, note, by, at } = decision.answer;
  return {
    ...pendingRow(view, decision),
    state: "answered",
    answer: { optionId, label, note, by, at },
    answeredBy: by.id,
    canUndo,
    endedAt: at,
  };
}

/** Those that changed, and the oldest that the view forgets: its answer is final from then on. */
function answeredRows(before: RoomView, after: RoomView): Row[] {
  const was = new Map(before.answered.map((decision) => [decision.id, decision]));
  const changed = after.answered.filter((decision) => was.get(decision.id) !== decision);
  for (const { id } of after.answered) was.delete(id);
  for (const { id } of after.moot) was.delete(id);
  return [
    ...changed.map((decision) => answeredRow(after, decision, decision.answer.undo !== null)),
    ...[...was.values()].map((decision) => answeredRow(after, decision, false)),
  ];
}

function endedRow(event: RoomEvent, before: RoomView, after: RoomView): Row | null {
  if (event.type !== "decision.withdrawn" && event.type !== "decision.superseded") return null;
  const { decisionId } = event.data;
  const [moot] = after.moot;
  if (moot?.id !== decisionId) throw new Error(`decision ${decisionId} ended without a reason`);
  const end = { state: moot.state, endedAt: moot.at, endReason: moot.reason };
  if (event.type === "decision.withdrawn") {
    const decision = before.decisions[decisionId];
    if (!decision) throw new Error(`decision ${decisionId} was not pending`);
    return { ...pendingRow(after, decision), ...end };
  }
  const answered = before.answered.find((decision) => decision.id === decisionId);
  if (!answered) throw new Error(`decision ${decisionId} was not answered`);
  return { ...answeredRow(after, answered, false), ...end };
}
