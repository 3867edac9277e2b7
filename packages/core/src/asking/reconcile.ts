import { type Decision, type DecisionId, subjectKey } from "../decision/decision.ts";
import type { AskedDecision } from "../decision/question.ts";
import type { EventData, Touched } from "../kernel/event.ts";
import type { Room } from "../kernel/room.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { type WaitersByTask, waitersByTask } from "../task/dependants.ts";
import { askedNow, questionOf, whyMoot } from "./questions.ts";

const ALL: Touched = { all: true, tasks: new Set(), roles: new Set(), sessions: true };

/** What the room's state asks of a person, and what it no longer asks. */
export interface Reconciled {
  open: AskedDecision[];
  revise: EventData["decision.revised"][];
  withdraw: { decisionId: DecisionId; reason: string }[];
}

/**
 * Decisions of the room itself follow its state: a failed task and a role that stays away ask, and stop
 * asking when the reason is gone. So none is forgotten and none outlives its reason, whatever led there.
 * An agent's question stands until somebody else takes up its task.
 *
 * @param touched only what can have changed is looked at; by default all
 */
export function reconcileDecisions(room: Room, touched: Touched = ALL): Reconciled {
  const pending = Object.values(room.decisions).filter((decision) => isTouched(decision, touched));
  let known: WaitersByTask | undefined;
  const waiters = () => (known ??= waitersByTask(room));
  const look = { room, touched, waiters };
  const wanted = new Map(askedNow(look).map((asked) => [subjectKey(asked), asked]));

  const revise: Reconciled["revise"] = [];
  const withdraw: Reconciled["withdraw"] = [];
  for (const decision of pending) {
    const key = subjectKey(decision);
    const { stands } = questionOf(decision);
    const asked = stands ? stands(look, decision) : wanted.get(key);
    wanted.delete(key);
    if (asked) {
      const revision = revisionOf(decision, asked);
      if (revision) revise.push({ decisionId: decision.id, revision });
    } else withdraw.push({ decisionId: decision.id, reason: whyMoot(room, decision) });
  }
  return { open: [...wanted.values()], revise, withdraw };
}

/** How a pending decision differs from what is asked now; a new version where an answer means something else. */
function revisionOf(before: Decision, asked: AskedDecision): EventData["decision.revised"]["revision"] | null {
  const { question, reason, options, urgency, holdsUp } = asked;
  const isSame = (...parts: ("question" | "reason" | "options" | "urgency" | "holdsUp")[]) =>
    parts.every((part) => JSON.stringify(before[part]) === JSON.stringify(asked[part]));
  if (isSame("question", "reason", "options", "urgency", "holdsUp")) return null;
  const version = before.version + (isSame("question", "options") ? 0 : 1);
  return { version, question, reason, options, urgency, holdsUp };
}

function isTouched({ subject }: Decision, touched: Touched): boolean {
  if (touched.all) return true;
  switch (subject.kind) {
    case "task":
      return touched.tasks.has(subject.taskId);
    case "role":
      return touched.roles.has(subject.role);
    case "session":
    case "budget":
      return touched.sessions;
    // Anything may mend a branch, end a branch or a lock, or answer a message.
    case "branch":
    case "locks":
    case "message":
      return true;
    case "call":
      return subject.taskId !== null && touched.tasks.has(subject.taskId);
    default:
      return unreachable(subject);
  }
}
