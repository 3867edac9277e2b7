import { stopOf } from "../agent/stopped.ts";
import { budgetHolding, budgetStopping } from "../budget/scope.ts";
import { discussedBy } from "../flow/discussed.ts";
import { dispatchHold } from "../flow/dispatch.ts";
import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import { oncePer } from "../kernel/once-per.ts";
import type { RoomView } from "../kernel/view.ts";
import { lockInFront } from "../lock/in-the-way.ts";
import { revisionOf } from "../pipeline/pipeline.ts";
import type { Session } from "../session/record/session.ts";
import { openBlockers } from "./blockers.ts";
import { isLockedOut } from "./lockout.ts";
import { loopKeeper } from "./loop.ts";
import { PRIORITIES, type Task } from "./task.ts";
import { isOtherModel } from "./worker-model.ts";

/** What was picked from the backlog waits behind everything else of its role, unless somebody sent it to the front. */
export function isLast({ origin, frontAt }: Pick<Task, "origin" | "frontAt">): boolean {
  return origin.kind === "backlog" && frontAt === null;
}

/** What the order of tasks depends on. */
export type Placed = Pick<Task, "id" | "origin" | "frontAt" | "priority" | "createdAt"> & {
  said: unknown;
};

/**
 * The order in which ready tasks are taken: those sent to the front (the latest first), then what users said, then by
 * priority, prefix, number, revision and age; what was picked from the backlog comes last.
 */
export function compareTasks(a: Placed, b: Placed): number {
  if (isLast(a) !== isLast(b)) return isLast(a) ? 1 : -1;
  if (a.frontAt !== b.frontAt) return (b.frontAt ?? 0) - (a.frontAt ?? 0);
  if ((a.said === null) !== (b.said === null)) return a.said === null ? 1 : -1;
  if (a.priority !== b.priority) return PRIORITIES.indexOf(a.priority) - PRIORITIES.indexOf(b.priority);
  return compareIds(a.id, b.id) || a.createdAt - b.createdAt;
}

/** By prefix, then by number, then by revision; for ids of one length that is their order as text. */
function compareIds(a: string, b: string): number {
  if (a.length === b.length && a.lastIndexOf("-") === b.lastIndexOf("-")) return a === b ? 0 : a < b ? -1 : 1;
  const [prefixA, numberA, revisionA] = splitId(a);
  const [prefixB, numberB, revisionB] = splitId(b);
  if (prefixA !== prefixB) return prefixA < prefixB ? -1 : 1;
  return numberA - numberB || revisionA - revisionB;
}

function splitId(id: string): [string, number, number] {
  const { first, revision } = revisionOf(id);
  const dash = first.lastIndexOf("-");
  return [first.slice(0, dash), Number(first.slice(dash + 1)), revision];
}

export function isReady(task: Task): boolean {
  return task.state === "pending" && task.waitsFor.length === 0 && openBlockers(task).length === 0;
}

/** The session of a task, if it is paused: nobody gets the task until it resumes. */
export function pausedSession({ sessions }: Pick<RoomView, "sessions">, task: Task): Session | undefined {
  if (task.sessionId === null) return undefined;
  return sessions.live.find(({ id, state }) => id === task.sessionId && state === "paused");
}

/**
 * Whether nobody gets it now, though it is ready: the room or its session is paused, a budget is used, its files are locked, or the
 * coordinator has not released it.
 */
export function isHeldBack(view: RoomView, task: Task): boolean {
  return (
    view.paused !== null ||
    pausedSession(view, task) !== undefined ||
    dispatchHold(view, task) !== undefined ||
    budgetHolding(view, task) !== undefined ||
    lockInFront(view, task) !== undefined
  );
}

/**
 * The agent that this task is kept for while another one asks: findings go back to whoever did the work, as long as
 * that agent is present and not locked out; nobody judges their own work as long as somebody else can; and whoever has
 * a pipeline's prefix in its loop keeps it.
 */
export function keptFor(view: RoomView, task: Task, agentId: AgentId): AgentId | null {
  const isHere = (id: AgentId) => {
    const agent = view.agents[id];
    return agent?.online === true && agent.role === task.role;
  };
  const keeper = loopKeeper(view, task);
  if (keeper !== null && keeper !== agentId && isHere(keeper) && !stopOf(view, keeper)) return keeper;
  if (!task.reviewOf && !task.review && !isSessionRework(task)) return null;
  if (task.reviewOf && task.reviewOf.authorId === agentId) {
    const other = Object.values(view.agents).find(({ id }) => id !== agentId && isHere(id));
    return other?.id ?? null;
  }
  const authors = authorsOf(task);
  if (authors.includes(agentId)) return null;
  return authors.findLast((id) => isHere(id) && !isLockedOut(view, task, id) && !isOtherModel(view, task, id)) ?? null;
}

/** Whether it is a point of view on what this agent made: an author discusses its work only with others. */
export function isOwnWork(view: RoomView, task: Task, agentId: AgentId): boolean {
  return discussedBy(view, task)?.discussion.by.agentId === agentId;
}

/** What a review of a whole session found, as one task. */
function isSessionRework({ sessionId, intent }: Task): boolean {
  return sessionId !== null && intent === "findings";
}

/** The authors of the work that the findings are about. */
function authorsOf({ review, rejections }: Task): AgentId[] {
  if (!review) return rejections.map(({ agentId }) => agentId);
  return review.submitted ? [review.submitted.by.agentId] : [];
}

/** The ready tasks of a role in the order in which they are taken: what one of its agents held continues first. */
export function readyTasks(view: RoomView, role: RoleName): Task[] {
  return view.tasks
    .filter((task) => task.role === role && isReady(task))
    .sort(
      (a, b) =>
        Number(isLast(a)) - Number(isLast(b)) ||
        Number(goesOn(view, b)) - Number(goesOn(view, a)) ||
        compareTasks(a, b),
    );
}

/** The agent that had it last is present, and takes it up before anything else. */
export function goesOn(view: RoomView, { lastHolder, role }: Task): boolean {
  const agent = lastHolder === null ? undefined : view.agents[lastHolder];
  return agent?.online === true && agent.role === role;
}

/** The task that this agent gets at its next claim; one that it held before comes first, so that it resumes. */
export function nextTask(view: RoomView, agentId: AgentId, role: RoleName): Task | undefined {
  if (budgetStopping(view, agentId) || stopOf(view, agentId)) return undefined;
  let best: Task | undefined;
  for (const task of view.tasks) {
    if (task.role !== role || task.state !== "pending") continue;
    // Few are checked for whether they may be taken: those that would come before the best so far.
    if (best && !comesFirst(task, best, agentId)) continue;
    if (mayTake(view, task, agentId)) best = task;
  }
  return best;
}

function comesFirst(task: Task, best: Task, agentId: AgentId): boolean {
  if (isLast(task) !== isLast(best)) return isLast(best);
  const goesOn = task.lastHolder === agentId;
  if (goesOn !== (best.lastHolder === agentId)) return goesOn;
  return compareTasks(task, best) < 0;
}

function mayTake(view: RoomView, task: Task, agentId: AgentId): boolean {
  if (!isReady(task) || isHeldBack(view, task)) return false;
  if (task.agentId !== null && task.agentId !== agentId) return false;
  if (isLockedOut(view, task, agentId) || keptFor(view, task, agentId) !== null) return false;
  return !isOwnWork(view, task, agentId) && !isOtherModel(view, task, agentId);
}

/**
 * Whom ready tasks wait for: anybody of some roles, or certain agents. Nobody else's `nextTask` finds one; theirs may
 * still find none, if a task is kept for another.
 */
export function wantedTakers(view: RoomView): { roles: Set<RoleName>; agents: Set<AgentId> } {
  const roles = new Set<RoleName>();
  const agents = new Set<AgentId>();
  for (const task of view.tasks) {
    if (!isReady(task)) continue;
    if (task.agentId === null) roles.add(task.role);
    else agents.add(task.agentId);
  }
  return { roles, agents };
}

/** The task with this id, unless it has ended. */
export function liveTask(view: RoomView, id: TaskId): Task | undefined {
  return view.tasks.find((task) => task.id === id);
}

/** The task that this agent holds. */
export function heldTask(view: RoomView, agentId: AgentId): Task | undefined {
  for (const task of view.tasks) if (task.lease?.agentId === agentId) return task;
  return undefined;
}

/** Tasks that wait for this one. */
export function waitersOf({ tasks }: Pick<RoomView, "tasks">, id: TaskId): readonly Task[] {
  return waitersIn(tasks).get(id) ?? [];
}

const waitersIn = oncePer((tasks: RoomView["tasks"]): ReadonlyMap<TaskId, readonly Task[]> => {
  const waiters = new Map<TaskId, Task[]>();
  for (const task of tasks) for (const id of task.waitsFor) waiters.set(id, [...(waiters.get(id) ?? []), task]);
  return waiters;
});

/** Held tasks, by holder. */
export function tasksInHand(view: RoomView): ReadonlyMap<AgentId, Task> {
  return inHandOf(view.tasks);
}

const inHandOf = oncePer((tasks: RoomView["tasks"]): ReadonlyMap<AgentId, Task> => {
  const inHand = new Map<AgentId, Task>();
  for (const task of tasks) if (task.lease) inHand.set(task.lease.agentId, task);
  return inHand;
});
