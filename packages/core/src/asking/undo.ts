import { type AnsweredDecision, type DecisionId, subjectKey, type Undo } from "../decision/decision.ts";
import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { Fact } from "../kernel/event.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, refused } from "../kernel/ruling.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { reverseInSession } from "../session/undo.ts";
import { MAX_ATTEMPTS } from "../task/task.ts";
import { followUp } from "./follow-up.ts";
import { notPending } from "./not-pending.ts";
import { toldBy } from "./told.ts";

type UndoCommand = CommandOf<"undoDecision">;

/** Takes an answer back while nothing has acted on it; what the room then asks is opened again. */
export function decideUndo(room: Room, command: UndoCommand, context: Context): RulingOn<"undoDecision"> {
  const { decisionId, by } = command;
  if (room.decisions[decisionId]) {
    return refused("decision_pending", "Nobody has answered this yet.", { decisionId });
  }
  const answered = room.answered.find((decision) => decision.id === decisionId);
  if (!answered) return notPending(room, decisionId);
  const { undo, optionId, label } = answered.answer;
  const option = answered.options.find((one) => one.id === optionId);
  if (undo === null) {
    const { acted } = answered;
    const message = option?.canUndo
      ? `“${label}” has been acted on and can no longer be taken back.${acted === null ? "" : ` ${acted}`}`
      : `“${label}” cannot be taken back.`;
    return refused("undo_refused", message, { decisionId, optionId, acted });
  }
  const actor = actorOf(by);
  const superseded: ActedFact = {
    type: "decision.superseded",
    data: { decisionId, by: { id: by.id, name: by.name } },
    actor,
  };
  const facts = [superseded, ...reversalOf(room, answered, undo).map((fact) => ({ ...fact, actor }))];
  const steps = context.fold(room, facts);
  const asked = followUp(room, steps, context);
  const pendingInstead = pendingAfter(room, asked, answered);
  return {
    ok: true,
    events: [...facts, ...asked],
    reply: { decisionId, state: "superseded", pendingInstead },
    steps,
  };
}

function reversalOf(room: Room, { subject }: AnsweredDecision, undo: Undo): Fact[] {
  switch (undo.kind) {
    case "retry":
      return [
        {
          type: "task.retry_withdrawn",
          data: { taskId: undo.taskId, attempts: MAX_ATTEMPTS },
        },
      ];
    case "reroute": {
      if (subject.kind !== "role") throw new Error("a reroute of something that is no role");
      return [
        {
          type: "task.reassigned",
          data: { from: undo.to, to: subject.role, tasks: undo.tasks },
        },
      ];
    }
    case "wait": {
      const waiting = toldBy(room.tasks, undo);
      const data = { role: undo.role, taskIds: waiting.map((task) => task.id), wait: false };
      return [{ type: "task.told_to_wait", data }];
    }
    case "session":
    case "section":
    case "scope":
      return reverseInSession(room, undo);
    default:
      return unreachable(undo);
  }
}

/** The decision that asks in its place: opened by this undo, or already pending about the same subject. */
function pendingAfter(room: Room, asked: ActedFact[], undone: AnsweredDecision): DecisionId | null {
  for (const fact of asked) {
    if (fact.type === "decision.opened" && fact.data.decision.supersedes === undone.id) return fact.data.decision.id;
  }
  const key = subjectKey(undone);
  const ended = asked.flatMap((fact) => (fact.type === "decision.withdrawn" ? fact.data.decisionId : []));
  const pending = Object.values(room.decisions).find((other) => subjectKey(other) === key);
  return pending && !ended.includes(pending.id) ? pending.id : null;
}
