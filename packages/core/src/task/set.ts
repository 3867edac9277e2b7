import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { revisionOf } from "../pipeline/pipeline.ts";
import { waitersOf } from "./order.ts";
import type { Review } from "./review.ts";
import { ENDED_KEPT, type EndedTask, type NewTask, type Task } from "./task.ts";

/** Changes `next`, a copy that the caller owns at its first level only. */
export function setTask(next: RoomView, id: TaskId, update: (task: Task) => Task): void {
  const at = indexOf(next, id);
  next.tasks = next.tasks.with(at, update(next.tasks[at] as Task));
}

export function addTask(
  next: RoomView,
  created: NewTask,
  more: Pick<Task, "frontAt" | "said"> = { frontAt: null, said: null },
): void {
  const { reviewers, reviewOf } = created;
  // Member by member: to V8, each object made by a destructured rest has a shape of its own, which made every look at a
  // task take ten times as long.
  const task: Task = {
    id: created.id,
    role: created.role,
    agentId: created.agentId,
    state: "pending",
    title: created.title,
    instruction: created.instruction,
    priority: created.priority,
    timeoutS: created.timeoutS,
    requires: created.requires,
    waitsFor: created.waitsFor,
    attempts: 0,
    createdAt: created.createdAt,
    frontAt: more.frontAt,
    createdBy: created.createdBy,
    origin: created.origin,
    intent: created.intent,
    fromTaskId: created.fromTaskId,
    ...(created.branchOf === undefined ? {} : { branchOf: created.branchOf }),
    ...(created.bounce ? { bounce: created.bounce } : {}),
    boundaries: created.boundaries,
    outputs: created.outputs,
    successCriteria: created.successCriteria,
    parkedAt: null,
    progress: null,
    lease: null,
    toldToWait: false,
    reassignedFrom: null,
    lastHolder: null,
    unread: 0,
    lastEnd: null,
    usage: null,
    sessionId: created.sessionId ?? null,
    said: more.said,
    review: reviewers ? newReview(reviewers) : null,
    rejections: created.rejections ?? [],
    ...(created.revises ? { revises: created.revises } : {}),
    reviewOf: reviewOf ? { ...reviewOf, refusals: [] } : null,
  };
  next.tasks = [...next.tasks, task];
  // A revision has the number of what it revises.
  if (revisionOf(created.id).revision > 0) return;
  const dash = created.id.lastIndexOf("-");
  const number = Number(created.id.slice(dash + 1));
  next.numbers = { ...next.numbers, [created.id.slice(0, dash)]: number };
}

function newReview(reviewers: RoleName[]): Review {
  return { reviewers, round: 0, submitted: null, open: [], verdicts: [], earlier: [], note: null };
}

/** Takes the task out of the live ones; a completed one is no longer waited for, its heir is instead. */
export function endTask(
  next: RoomView,
  id: TaskId,
  end: Pick<EndedTask, "state" | "by" | "at" | "unreviewed">,
  heir: TaskId | null = null,
): void {
  const { role, title, branchOf, usage, reviewOf } = theTask(next, id);
  const isCompleted = end.state === "completed";
  // The task that joins a fan-out waits for this branch's outcome, which follows in the same commit.
  const joinId = next.fanouts.all.find((fanout) => fanout.id === branchOf)?.joinTaskId;
  const waiters = new Set(isCompleted ? waitersOf(next, id) : []);
  next.tasks = next.tasks.toSpliced(indexOf(next, id), 1);
  if (waiters.size > 0)
    next.tasks = next.tasks.map((task) =>
      waiters.has(task) && task.id !== joinId ? withoutRequirement(task, id, heir) : task,
    );
  const ended: EndedTask = {
    id,
    role,
    title,
    ...end,
    ...(usage ? { usage } : {}),
    ...(reviewOf ? { reviewOf: reviewOf.taskId } : {}),
  };
  next.ended = [ended, ...next.ended].slice(0, ENDED_KEPT);
  next.totals = { ...next.totals, [end.state]: next.totals[end.state] + 1 };
}

function withoutRequirement(task: Task, completed: TaskId, heir: TaskId | null): Task {
  const others = task.waitsFor.filter((id) => id !== completed);
  return { ...task, waitsFor: heir ? [...others, heir] : others };
}

/** The task, which has to be live. */
export function theTask(next: RoomView, id: TaskId): Task {
  return next.tasks[indexOf(next, id)] as Task;
}

function indexOf(next: RoomView, id: TaskId): number {
  const at = next.tasks.findIndex((task) => task.id === id);
  if (at < 0) throw new Error(`task ${id} is not live in room ${next.roomId}`);
  return at;
}

/** This agent fills the role again: what is for another agent alone keeps waiting for that one. */
export function unpark(next: RoomView, role: RoleName, agentId: AgentId): void {
  next.tasks = next.tasks.map((task) =>
    task.role === role &&
    (task.agentId === null || task.agentId === agentId) &&
    (task.parkedAt !== null || task.toldToWait)
      ? { ...task, parkedAt: null, toldToWait: false }
      : task,
  );
}
