import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../room/room.ts";
import { heldUpBy, type WaitersByTask, waitersByTask } from "../task/dependants.ts";
import { isReady } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { unavailableSince } from "../team/availability.ts";
import { findRole } from "../team/team.ts";
import { aboutFailure, aboutRole } from "./asked.ts";
import { type AskedDecision, type Decision, type DecisionId, subjectKey } from "./decision.ts";
import type { DecisionEventData } from "./events.ts";

/** What the room's state asks of a person, and what it no longer asks. */
export interface Reconciled {
  open: AskedDecision[];
  revise: DecisionEventData["decision.revised"][];
  withdraw: { decisionId: DecisionId; reason: string }[];
}

/**
 * Decisions of the room itself follow its state: a failed task and a role that stays away ask, and stop
 * asking when the reason is gone. So none is forgotten and none outlives its reason, whatever led there.
 * An agent's question stands as long as nobody else took up its task.
 */
export function reconcileDecisions(room: Room): Reconciled {
  const waiters = waitersByTask(room);
  const wanted = new Map<string, AskedDecision>();
  const want = (asked: AskedDecision) => wanted.set(subjectKey(asked), asked);
  for (const task of Object.values(room.tasks))
    if (task.state === "failed") want(aboutFailure(room, task, waiters));
  for (const [role, tasks] of readyOfParkedRoles(room)) want(aboutRole(room, role, tasks, waiters));

  const revise: Reconciled["revise"] = [];
  const withdraw: Reconciled["withdraw"] = [];
  for (const decision of Object.values(room.decisions)) {
    const key = subjectKey(decision);
    const isAgents = decision.kind === "intervention";
    const asked = isAgents ? stillAsked(room, decision, waiters) : wanted.get(key);
    wanted.delete(key);
    if (asked) {
      const revision = revisionOf(decision, asked);
      if (revision) revise.push({ decisionId: decision.id, revision });
    } else {
      const reason = isAgents ? mootQuestion(room, decision) : mootReason(room, decision);
      withdraw.push({ decisionId: decision.id, reason: reason ?? "Nothing asks this any more." });
    }
  }
  return { open: [...wanted.values()], revise, withdraw };
}

/** What an agent asked stays as it is, but for what waits behind its task; `undefined` once it is moot. */
function stillAsked(
  room: Room,
  decision: Decision,
  waiters: WaitersByTask,
): AskedDecision | undefined {
  const { subject } = decision;
  if (subject.kind !== "task" || mootQuestion(room, decision) !== null) return undefined;
  return { ...decision, holdsUp: heldUpBy(waiters, [subject.taskId]) };
}

/** How a pending decision differs from what is asked now; a new version where an answer means something else. */
function revisionOf(
  before: Decision,
  asked: AskedDecision,
): DecisionEventData["decision.revised"]["revision"] | null {
  const { question, reason, options, urgency, holdsUp } = asked;
  const isSame = (...parts: ("question" | "reason" | "options" | "urgency" | "holdsUp")[]) =>
    parts.every((part) => JSON.stringify(before[part]) === JSON.stringify(asked[part]));
  if (isSame("question", "reason", "options", "urgency", "holdsUp")) return null;
  const version = before.version + (isSame("question", "options") ? 0 : 1);
  return { version, question, reason, options, urgency, holdsUp };
}

/** The ready tasks of each role that has parked ones which nobody has told to wait. */
function readyOfParkedRoles(room: Room): Map<RoleName, Task[]> {
  const tasks = Object.values(room.tasks);
  const parked = tasks.filter((task) => task.parkedAt !== null && !task.toldToWait);
  const roles = new Set(parked.map((task) => task.role));
  return new Map(
    [...roles].map((role) => [role, tasks.filter((task) => task.role === role && isReady(task))]),
  );
}

/** Why the room itself no longer asks. */
function mootReason(room: Room, { subject }: Decision): string {
  if (subject.kind === "role") {
    const title = findRole(room.team, subject.role)?.title ?? subject.role;
    const isFilled = unavailableSince(room, subject.role) === null;
    return isFilled
      ? `An agent is there as ${title}.`
      : `Nothing waits for ${title} any more, or it waits as decided.`;
  }
  const task = room.tasks[subject.taskId];
  return task
    ? `${task.id} is ${task.state.replace("_", " ")} again.`
    : `${subject.taskId} has ended.`;
}

/** Why an agent's question is moot; `null` while its task may still get the answer. */
function mootQuestion(room: Room, { subject, askedBy }: Decision): string | null {
  if (subject.kind !== "task") return null;
  const task = room.tasks[subject.taskId];
  if (!task) return `${subject.taskId} has ended.`;
  if (task.state === "failed") return `${task.id} has failed.`;
  if (task.lease === null || task.lease.agentId === askedBy?.agentId) return null;
  const holder = room.agents[task.lease.agentId]?.name ?? "Another agent";
  return `${holder} took up ${task.id}.`;
}
