import { aboutStuck, mootMerge } from "../branch/stuck.ts";
import { stuckBranches } from "../branch/stuck-branches.ts";
import { scopeAsks } from "../budget/ask.ts";
import {
  type AskedDecision,
  type Decision,
  type DecisionId,
  type DecisionOption,
  subjectKey,
} from "../decision/decision.ts";
import { findSession, placedSessions } from "../flow/sessions.ts";
import type { EventData, Touched } from "../kernel/event.ts";
import type { RoleName, SessionId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { circlesOf } from "../lock/waiting.ts";
import { aboutMessage, stuckMessages } from "../message/asked.ts";
import { sessionAsks } from "../session/brainstorm.ts";
import { isRevisionAsked } from "../session/pipeline/revise.ts";
import { nextAsks } from "../session/record/next.ts";
import { heldUpBy, type WaitersByTask, waitersByTask } from "../task/dependants.ts";
import { isReady, liveTask, readyTasks } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { missedSince, unavailableSince } from "../team/availability.ts";
import { lockoutAfter } from "../team/lockout.ts";
import { findRole } from "../team/team.ts";
import { aboutFailure, aboutRole } from "./asked.ts";
import { aboutCircle, mootCircle } from "./deadlock.ts";
import { aboutLockout, isLocked } from "./lockout.ts";
import { aboutMissing } from "./missing-agent.ts";

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
 * An agent's question stands as long as nobody else took up its task.
 *
 * @param touched only what can have changed is looked at; by default all
 */
export function reconcileDecisions(room: Room, touched: Touched = ALL): Reconciled {
  const pending = Object.values(room.decisions).filter((decision) => isTouched(decision, touched));
  const failed = failedTasks(room, touched);
  const locked = lockedTasks(room, touched);
  const parked = parkedRoles(room, touched);
  const missed = missedTasks(room, touched);
  const asking = touched.all || touched.sessions ? askingSessions(room) : [];
  const stuck = stuckBranches(room);
  const circles = circlesOf(room.locks.live);
  const silent = stuckMessages(room);
  if (
    [pending, failed, locked, parked, missed, asking, stuck, circles, silent].every(
      ({ length }) => length === 0,
    )
  )
    return { open: [], revise: [], withdraw: [] };

  const waiters = waitersByTask(room);
  const wanted = new Map<string, AskedDecision>();
  const want = (asked: AskedDecision) => wanted.set(subjectKey(asked), asked);
  for (const task of failed) want(aboutFailure(room, task, waiters));
  for (const task of locked) want(aboutLockout(room, task, waiters));
  for (const role of parked) want(aboutRole(room, role, readyTasks(room, role), waiters));
  for (const task of missed) want(aboutMissing(room, task, waiters));
  for (const asked of asking) want(asked);
  for (const circle of circles) want(aboutCircle(room, circle, waiters));
  for (const branch of stuck) want(aboutStuck(room, branch, waiters));
  for (const message of silent) want(aboutMessage(room, message, waiters));

  const revise: Reconciled["revise"] = [];
  const withdraw: Reconciled["withdraw"] = [];
  for (const decision of pending) {
    const key = subjectKey(decision);
    const isAgents = decision.kind === "intervention" || decision.kind === "permission";
    const asked = isAgents ? stillAsked(room, decision, waiters) : wanted.get(key);
    wanted.delete(key);
    if (asked) {
      const revision = revisionOf(decision, asked);
      if (revision) revise.push({ decisionId: decision.id, revision });
    } else {
      const isTasks = isAgents && decision.subject.kind !== "session";
      const reason = isTasks ? mootQuestion(room, decision) : mootReason(room, decision);
      withdraw.push({ decisionId: decision.id, reason: reason ?? "It settled itself." });
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
  if (mootQuestion(room, decision) !== null) return undefined;
  if (subject.kind === "call") return decision;
  if (subject.kind === "session") return isRevisionAsked(room, decision) ? decision : undefined;
  if (subject.kind !== "task") return undefined;
  const options = decision.options.filter((option) => !leadsToGone(room, option));
  return { ...decision, options, holdsUp: heldUpBy(waiters, [subject.taskId]) };
}

/** An answer that hands the task to a role which the team no longer has. */
function leadsToGone(room: Room, { act }: DecisionOption): boolean {
  return act.kind === "hand_on" && !findRole(room.team, act.role);
}

/** How a pending decision differs from what is asked now; a new version where an answer means something else. */
function revisionOf(
  before: Decision,
  asked: AskedDecision,
): EventData["decision.revised"]["revision"] | null {
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
    // What mends a branch, ends that or a lock, or answers a message, may be anything.
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

/** What the sessions that run ask now, the queue where a place is free, and budgets that are used. */
function askingSessions(room: Room): AskedDecision[] {
  const asked = placedSessions(room.sessions).flatMap((session) => sessionAsks(room, session));
  return [...asked, ...nextAsks(room), ...scopeAsks(room)];
}

function failedTasks(room: Room, { all, tasks }: Touched): Task[] {
  // A branch that fails is told to who joins the results, and stops nothing but an agent with too many errors.
  const asks = ({ state, branchOf, lastEnd }: Task) =>
    state === "failed" && (branchOf === undefined || lastEnd?.how === "stopped");
  if (all) return room.tasks.filter(asks);
  return [...tasks].flatMap((id) => {
    const task = liveTask(room, id);
    return task && asks(task) ? [task] : [];
  });
}

function lockedTasks(room: Room, { all, tasks }: Touched): Task[] {
  if (lockoutAfter(room.team) === null) return [];
  return room.tasks.filter((task) => (all || tasks.has(task.id)) && isLocked(room, task));
}

/** The roles that have parked tasks which nobody has told to wait. */
function parkedRoles(room: Room, { all, roles }: Touched): RoleName[] {
  if (!all && roles.size === 0) return [];
  const parked = room.tasks.filter(
    (task) => task.parkedAt !== null && !task.toldToWait && missedSince(room, task) === null,
  );
  return [...new Set(parked.map((task) => task.role))].filter((role) => all || roles.has(role));
}

/** Parked tasks for one agent alone, which is away though its role is filled. */
function missedTasks(room: Room, { all, tasks }: Touched): Task[] {
  return room.tasks.filter(
    (task) =>
      (all || tasks.has(task.id)) &&
      task.parkedAt !== null &&
      !task.toldToWait &&
      isReady(task) &&
      missedSince(room, task) !== null,
  );
}

/** Why the room itself no longer asks. */
function mootReason(room: Room, { kind, subject }: Decision): string {
  if (subject.kind === "session") return mootInSession(room, subject.sessionId);
  if (subject.kind === "role") {
    const title = findRole(room.team, subject.role)?.title ?? subject.role;
    const isFilled = unavailableSince(room, subject.role) === null;
    return isFilled
      ? `An agent is connected as ${title}.`
      : `Nothing is waiting for ${title} any more, or somebody chose to wait.`;
  }
  if (subject.kind === "call") return "The call is over.";
  if (subject.kind === "budget") return `${subject.name} may go on.`;
  if (subject.kind === "branch") return mootMerge(room, subject.key);
  if (subject.kind === "locks") return mootCircle(room, subject.lockIds);
  if (subject.kind === "message") return "It has its answer, or nobody waits for it any more.";
  const task = liveTask(room, subject.taskId);
  if (task && kind === "role_unavailable")
    return `The agent that ${task.id} is for is back, or somebody chose to wait.`;
  if (task && kind === "lockout") return `${task.id} may be taken again.`;
  return task
    ? `${task.id} is ${task.state.replace("_", " ")} again.`
    : `${subject.taskId} has ended.`;
}

function mootInSession(room: Room, id: SessionId): string {
  const session = findSession(room.sessions, id);
  if (!session) return `Session ${id} is over.`;
  if (session.state === "queued") return "Another session is next, or the room no longer asks.";
  if (session.state !== "running") return `Session ${id} is ${session.state}.`;
  if (session.pipeline) return `Session ${id} has gone on since then.`;
  return session.work === null
    ? `Session ${id} moved on to ${session.step}.`
    : `An agent is working on it again (${session.work.taskId}).`;
}

/** Why an agent's question is moot; `null` while its task may still get the answer. */
function mootQuestion(room: Room, { subject, askedBy }: Decision): string | null {
  if (subject.kind === "call") {
    const { name, online, offlineReason } = room.agents[subject.agentId] ?? {};
    if (!online && offlineReason !== "silent") return `${name ?? "Its agent"} left the room.`;
    const task = subject.taskId === null ? null : liveTask(room, subject.taskId);
    return task === undefined ? `${subject.taskId} has ended, so the call was denied.` : null;
  }
  if (subject.kind !== "task") return null;
  const task = liveTask(room, subject.taskId);
  if (!task) return `${subject.taskId} has ended.`;
  if (task.state === "failed") return `${task.id} has failed.`;
  if (task.lease === null || task.lease.agentId === askedBy?.agentId) return null;
  const holder = room.agents[task.lease.agentId]?.name ?? "Another agent";
  return `${holder} took up ${task.id}.`;
}
