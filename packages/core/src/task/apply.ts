import { forgetMail } from "../agent/set.ts";
import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import { unavailableSince } from "../team/availability.ts";
import { withoutRejections } from "./lockout.ts";
import type { Review } from "./review.ts";
import type { ReviewEventData } from "./review-events.ts";
import { ENDED_KEPT, type EndedTask, type NewTask, type Task } from "./task.ts";

export type TaskEvent = Exclude<
  Extract<RoomEvent, { type: `task.${string}` }>,
  { type: keyof ReviewEventData }
>;

/** Moves `next`, a copy that the caller owns at its first level only. */
export function changeTasks(next: RoomView, event: TaskEvent): void {
  switch (event.type) {
    case "task.created":
      for (const task of event.data.tasks) addTask(next, task);
      for (const { taskId, requires } of event.data.blocks ?? [])
        setTask(next, taskId, (task) => ({
          ...task,
          requires: [...task.requires, ...requires],
          waitsFor: [...task.waitsFor, ...requires],
          // It waits for tasks now, no longer for its role.
          parkedAt: null,
          toldToWait: false,
        }));
      return;
    case "task.claimed": {
      const { taskId, agentId, fence, ttlS, variant, targets } = event.data;
      next.fence = fence;
      next.totals = { ...next.totals, claims: next.totals.claims + 1 };
      // Who takes an interrupt has its words with the task.
      const { origin } = next.tasks[indexOf(next, taskId)] as Task;
      if (origin.kind === "user_message") forgetMail(next, origin.messageId);
      return setTask(next, taskId, (task) => ({
        ...task,
        state: "claimed",
        frontAt: null,
        parkedAt: null,
        toldToWait: false,
        lastHolder: agentId,
        lease: { agentId, fence, claimedAt: event.at, pausedMs: 0, ttlS, variant, targets },
      }));
    }
    case "task.resumed": {
      const { taskId, fence, ttlS } = event.data;
      next.fence = fence;
      return setTask(next, taskId, (task) => ({
        ...task,
        lease: task.lease && { ...task.lease, fence, ttlS },
      }));
    }
    case "task.started":
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        state: "in_progress",
        unread: 0,
      }));
    case "task.progressed":
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        progress: { ...event.data.progress, at: event.at },
      }));
    case "task.completed":
      return endTask(next, event.data.taskId, {
        state: "completed",
        by: nameOf(event),
        at: event.at,
        unreviewed: false,
      });
    case "task.released":
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        state: "pending",
        lease: null,
        unread: task.unread + 1,
      }));
    case "task.attempt_ended": {
      const { how, reason, attempts, final } = event.data;
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        state: final ? "failed" : "pending",
        lease: null,
        attempts,
        lastEnd: { how, reason, at: event.at },
      }));
    }
    case "task.retried":
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        state: "pending",
        attempts: 0,
        unread: 0,
        rejections: withoutRejections(task.rejections, event.data.lifts),
        reviewOf: task.reviewOf && { ...task.reviewOf, refusals: [] },
      }));
    case "task.cancelled": {
      const end = {
        state: "cancelled" as const,
        by: nameOf(event),
        at: event.at,
        unreviewed: false,
      };
      for (const id of [...event.data.cascade, event.data.taskId]) endTask(next, id, end);
      return;
    }
    case "task.moved_to_front":
      return setTask(next, event.data.taskId, (task) => ({ ...task, frontAt: event.at }));
    case "task.boundary_lifted": {
      const { paths, reason } = event.data;
      const lift = { paths, by: nameOf(event), reason, at: event.at };
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        boundaries: { ...task.boundaries, lifted: [...(task.boundaries.lifted ?? []), lift] },
      }));
    }
    case "task.retry_withdrawn":
      return setTask(next, event.data.taskId, (task) => ({
        ...task,
        state: "failed",
        attempts: event.data.attempts,
        frontAt: null,
        parkedAt: null,
        toldToWait: false,
      }));
    case "task.told_to_wait":
      for (const id of event.data.taskIds) {
        setTask(next, id, (task) => ({ ...task, toldToWait: event.data.wait }));
      }
      return;
    case "task.reassigned": {
      const { tasks, from, to, note } = event.data;
      const isFilled = Object.values(next.agents).some(
        (agent) => agent.role === to && agent.online,
      );
      for (const { taskId, agentId } of tasks) {
        setTask(next, taskId, (task) => {
          const first = task.reassignedFrom ?? from;
          const reassignedFrom = first === to ? null : first;
          const parkedAt = isFilled ? null : event.at;
          const review = note && task.review ? { ...task.review, note } : task.review;
          return {
            ...task,
            role: to,
            agentId,
            parkedAt,
            toldToWait: false,
            reassignedFrom,
            review,
          };
        });
      }
      return;
    }
    case "task.parked": {
      const { taskIds, role } = event.data;
      // What comes later waits with those of its role that a person told to wait.
      const toldToWait =
        unavailableSince(next, role) !== null &&
        next.tasks.some((task) => task.role === role && task.toldToWait);
      for (const id of taskIds) {
        setTask(next, id, (task) => ({ ...task, parkedAt: event.at, toldToWait }));
      }
      return;
    }
    default:
      return unreachable(event);
  }
}

export function setTask(next: RoomView, id: TaskId, update: (task: Task) => Task): void {
  const at = indexOf(next, id);
  next.tasks = next.tasks.with(at, update(next.tasks[at] as Task));
}

export function addTask(
  next: RoomView,
  created: NewTask,
  more: Pick<Task, "frontAt" | "said"> = { frontAt: null, said: null },
): void {
  const dash = created.id.lastIndexOf("-");
  const { reviewers, reviewOf } = created;
  // Member by member: objects that begin with a destructured rest have each a shape of its own to V8, so that every
  // look at a task took ten times as long.
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
    reviewOf: reviewOf ? { ...reviewOf, refusals: [] } : null,
  };
  next.tasks = [...next.tasks, task];
  next.numbers = {
    ...next.numbers,
    [created.id.slice(0, dash)]: Number(created.id.slice(dash + 1)),
  };
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
  const { role, title } = next.tasks[indexOf(next, id)] as Task;
  const isCompleted = end.state === "completed";
  const rest: Task[] = [];
  for (const task of next.tasks) {
    if (task.id !== id) rest.push(isCompleted ? withoutRequirement(task, id, heir) : task);
  }
  next.tasks = rest;
  next.ended = [{ id, role, title, ...end }, ...next.ended].slice(0, ENDED_KEPT);
  next.totals = { ...next.totals, [end.state]: next.totals[end.state] + 1 };
}

function withoutRequirement(task: Task, completed: TaskId, heir: TaskId | null): Task {
  if (task.waitsFor.length === 0 || !task.waitsFor.includes(completed)) return task;
  const others = task.waitsFor.filter((id) => id !== completed);
  return { ...task, waitsFor: heir ? [...others, heir] : others };
}

function indexOf(next: RoomView, id: TaskId): number {
  const at = next.tasks.findIndex((task) => task.id === id);
  if (at < 0) throw new Error(`task ${id} is not live in room ${next.roomId}`);
  return at;
}

/** This agent fills the role again: what is for another one alone goes on waiting for that. */
export function unpark(next: RoomView, role: RoleName, agentId: AgentId): void {
  next.tasks = next.tasks.map((task) =>
    task.role === role &&
    (task.agentId === null || task.agentId === agentId) &&
    (task.parkedAt !== null || task.toldToWait)
      ? { ...task, parkedAt: null, toldToWait: false }
      : task,
  );
}

export function nameOf(event: RoomEvent): string {
  return event.actor.kind === "server" ? "Squadroom" : event.actor.name;
}
