import { forgetMail } from "../agent/set.ts";
import { questionOf } from "../decision/asking.ts";
import { discussedAuthor } from "../flow/discussed.ts";
import { nameOf } from "../kernel/actor.ts";
import {
  ANYTHING,
  type AskedOf,
  type EventsOf,
  type FactDef,
  type FactsOf,
  fact,
  NOTHING,
  NOTHING_DONE,
} from "../kernel/event.ts";
import type { AgentId, Fence, RoleName, TaskId, Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { unavailableSince } from "../team/availability.ts";
import type { Target } from "../team/team.ts";
import { openBlockers, withBlockers } from "./blockers.ts";
import type { Doer } from "./doer.ts";
import { rejectionsWith, withoutRejections } from "./lockout.ts";
import type { TaskResult } from "./result.ts";
import type { NewVerdict, Review } from "./review.ts";
import { addTask, endTask, setTask, theTask } from "./set.ts";
import type { AttemptEnd, NewTask, Progress, SubagentAtWork, Task } from "./task.ts";
import { locksOut, ONE_TASK, PARKED, REVIEWED, TRIED, touchTask } from "./touches.ts";

/** Payloads of the task's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** Tasks were created. `blocks`: existing tasks, with the new ones for which they now wait. */
    "task.created": { tasks: NewTask[]; blocks?: { taskId: TaskId; requires: TaskId[] }[] };
    /** An agent took a task. It holds the lease under this fence from now on. */
    "task.claimed": {
      taskId: TaskId;
      agentId: AgentId;
      fence: Fence;
      ttlS: number;
      variant: Word;
      targets: Target[];
      /** Roles available at the claim, which explain the variant. */
      available: RoleName[];
    };
    /** A newer join of its holder took the task over. This fence also refuses a process of the older join. */
    "task.resumed": { taskId: TaskId; agentId: AgentId; fence: Fence; ttlS: number };
    /** The holder of a task began to work. `sign`: what showed it. */
    "task.started": { taskId: TaskId; fence: Fence; sign: "progress" | "message" | "tasks" };
    /** The holder of a task reported its progress. */
    "task.progressed": { taskId: TaskId; fence: Fence; progress: Omit<Progress, "at"> };
    /** Subagents of a task's holder began or stopped working, according to its client: all that work now. */
    "task.subagents_changed": { taskId: TaskId; fence: Fence; atWork: SubagentAtWork[] };
    /** Somebody closed what kept an agent from continuing. */
    "task.blocker_closed": { taskId: TaskId; blockerId: number; note: string };
    /** A task ended with its result, without being passed on. */
    "task.completed": { taskId: TaskId; fence: Fence | null; result: TaskResult };
    /** The answer with the claim did not reach the agent; no attempt. */
    "task.released": { taskId: TaskId; fence: Fence; reason: string };
    /** An attempt ended without a result: the task is pending again, or failed. */
    "task.attempt_ended": {
      taskId: TaskId;
      fence: Fence;
      how: AttemptEnd;
      reason: string;
      /** Attempts that have ended so far; a claim that no call followed does not count. */
      attempts: number;
      /** True if this makes the task `failed`. */
      final: boolean;
    };
    /** A failed task is pending again. `lifts`: agents whose rejections no longer count. */
    "task.retried": { taskId: TaskId; lifts?: AgentId[] };
    /** A task was cancelled for good. `cascade`: dependants cancelled with it. */
    "task.cancelled": { taskId: TaskId; cascade: TaskId[]; reason: string };
    /** A waiting task goes before all others of its role. */
    "task.moved_to_front": { taskId: TaskId };
    /** A lead allowed one task what its boundaries forbid. */
    "task.boundary_lifted": { taskId: TaskId; paths: string[]; reason: string };
    /** Pending tasks wait for a role that has been unavailable for two minutes. */
    "task.parked": { taskIds: TaskId[]; role: RoleName; sinceAt: number; available: RoleName[] };
    /** What waits for a role goes to another; `agentId`: the only agent that may claim it there. */
    "task.reassigned": {
      from: RoleName;
      to: RoleName;
      tasks: { taskId: TaskId; agentId: AgentId | null }[];
      /** What a person said to whoever takes over a plan's task. */
      note?: { text: string; by: Word };
      /** Since when nobody has filled the entry point; the team lets another role act as it. */
      fallback?: { sinceAt: number; available: RoleName[] };
    };
    /** A person lets parked tasks of a role wait, or takes that back. */
    "task.told_to_wait": { role: RoleName; taskIds: TaskId[]; wait: boolean };
    /** The undo of a retry that nobody has taken up. */
    "task.retry_withdrawn": { taskId: TaskId; attempts: number };

    /** The author is done; the reviewers get their tasks. Without reviewers, nobody else is present to look at it. */
    "task.submitted": {
      taskId: TaskId;
      fence: number;
      /** From 1. */
      round: number;
      result: TaskResult;
      by: Doer;
      reviews: { role: RoleName; task: NewTask }[];
    };
    /** A reviewer's verdict, or a person's waiver. */
    "task.reviewed": { taskId: TaskId; round: number; verdict: NewVerdict };
    /** `why`: its reviewers passed it, it was checked by its author alone, or a person said so. */
    "task.passed": {
      taskId: TaskId;
      round: number;
      why: "reviewed" | "self_checked" | "skipped";
      reason: string;
      /** Nobody else looked at it, or not everybody who should have. */
      unreviewed: boolean;
    };
    /**
     * Back to its author or, if the team locks the author out, to another agent, with what was found. `note`: what a
     * person said; `lifts`: agents who may revise it all the same because of that.
     */
    "task.returned": {
      taskId: TaskId;
      round: number;
      note: { text: string; by: Word } | null;
      lifts?: AgentId[];
    };
  }
}

const UNPARKED = { parkedAt: null, toldToWait: false };

export const TASK_FACTS: FactsOf<EventsOf<"task">> = {
  "task.created": fact(
    {
      asks: false,
      touches: (touched, { event }) => {
        for (const { role, waitsFor } of event.data.tasks) {
          touched.roles.add(role);
          if (waitsFor.length > 0) touched.all = true;
        }
        if (event.data.blocks) touched.all = true;
      },
    },
    (next, { data }) => {
      for (const task of data.tasks) addTask(next, task);
      for (const { taskId, requires } of data.blocks ?? [])
        setTask(next, taskId, (task) => ({
          ...task,
          requires: [...task.requires, ...requires],
          waitsFor: [...task.waitsFor, ...requires],
          // It now waits for tasks, no longer for its role.
          ...UNPARKED,
        }));
    },
  ),
  "task.claimed": fact({ ...ONE_TASK, isIdle: true }, (next, { data, at }) => {
    const { taskId, agentId, fence, ttlS, variant, targets } = data;
    next.fence = fence;
    next.totals = { ...next.totals, claims: next.totals.claims + 1 };
    // Whoever takes an interrupt gets its words with the task.
    const { origin } = theTask(next, taskId);
    if (origin.kind === "user_message") forgetMail(next, origin.messageId);
    setTask(next, taskId, (task) => ({
      ...task,
      state: "claimed",
      frontAt: null,
      ...UNPARKED,
      lastHolder: agentId,
      lease: { agentId, fence, claimedAt: at, pausedMs: 0, ttlS, variant, targets },
    }));
  }),
  "task.resumed": fact(NOTHING_DONE, (next, { data: { taskId, fence, ttlS } }) => {
    next.fence = fence;
    setTask(next, taskId, (task) => ({
      ...task,
      // Its holder started over: the subagents that worked for it are gone.
      lease: task.lease && { ...task.lease, ...(task.lease.atWork && { atWork: [] }), fence, ttlS },
    }));
  }),
  "task.started": ofTask(NOTHING_DONE, (task) => ({ ...task, state: "in_progress", unread: 0 })),
  "task.progressed": fact(NOTHING, (next, { data, at }) => {
    const { blockers = [] } = data.progress;
    const askedAt = askedAtIn(next, data.taskId);
    setTask(next, data.taskId, (task) => {
      // What was open keeps its clock paused until it is closed.
      const open = task.progress?.blockers ? { blockers: task.progress.blockers } : {};
      const progress = { ...data.progress, ...open, at };
      return withBlockers({ ...task, progress }, blockers, at, askedAt);
    });
  }),
  "task.subagents_changed": ofTask(NOTHING, (task, { data: { atWork } }) => ({
    ...task,
    lease: task.lease && { ...task.lease, atWork },
  })),
  "task.blocker_closed": fact(ONE_TASK, (next, { data: { taskId, blockerId }, at }) => {
    const askedAt = askedAtIn(next, taskId);
    setTask(next, taskId, (task) => {
      const left = openBlockers(task).filter(({ id }) => id !== blockerId);
      return withBlockers(task, left, at, askedAt);
    });
  }),
  "task.completed": fact(ANYTHING, (next, event) =>
    endTask(next, event.data.taskId, {
      state: "completed",
      by: discussedAuthor(next, event.data.taskId)?.name ?? nameOf(event),
      at: event.at,
      unreviewed: false,
    }),
  ),
  "task.released": ofTask({ ...ONE_TASK, locksOut }, (task) => ({
    ...task,
    state: "pending",
    lease: null,
    unread: task.unread + 1,
  })),
  "task.attempt_ended": ofTask(
    { asks: ({ data }) => data.final, touches: TRIED, locksOut },
    (task, { at, data: { how, reason, attempts, final } }) => ({
      ...task,
      state: final ? "failed" : "pending",
      lease: null,
      attempts,
      lastEnd: { how, reason, at },
    }),
  ),
  // A person knows what kept it, and lets it continue.
  "task.retried": ofTask({ asks: false, touches: TRIED, locksOut }, (task, { data, at }) => ({
    ...withBlockers(task, [], at, null),
    state: "pending",
    attempts: 0,
    unread: 0,
    ...(task.bounce ? { bounce: { ...task.bounce, times: 0 } } : {}),
    rejections: withoutRejections(task.rejections, data.lifts),
    reviewOf: task.reviewOf && { ...task.reviewOf, refusals: [] },
  })),
  "task.cancelled": fact(ANYTHING, (next, event) => {
    const { cascade, taskId } = event.data;
    const end = { state: "cancelled", by: nameOf(event), at: event.at, unreviewed: false } as const;
    for (const id of [...cascade, taskId]) endTask(next, id, end);
  }),
  "task.moved_to_front": ofTask(ONE_TASK, (task, { at }) => ({ ...task, frontAt: at })),
  "task.boundary_lifted": ofTask(ONE_TASK, (task, event) => {
    const { paths, reason } = event.data;
    const lift = { paths, by: nameOf(event), reason, at: event.at };
    const lifted = [...(task.boundaries.lifted ?? []), lift];
    return { ...task, boundaries: { ...task.boundaries, lifted } };
  }),
  "task.retry_withdrawn": ofTask({ asks: true, touches: TRIED }, (task, { data }) => ({
    ...task,
    state: "failed",
    attempts: data.attempts,
    frontAt: null,
    ...UNPARKED,
  })),
  "task.told_to_wait": fact(PARKED, (next, { data }) => {
    for (const id of data.taskIds) setTask(next, id, (task) => ({ ...task, toldToWait: data.wait }));
  }),
  "task.reassigned": fact(
    {
      asks: true,
      touches: (touched, { event }) => {
        touched.roles.add(event.data.from).add(event.data.to);
        for (const { taskId } of event.data.tasks) touched.tasks.add(taskId);
      },
    },
    (next, { data: { tasks, from, to, note }, at }) => {
      const isFilled = Object.values(next.agents).some((agent) => agent.role === to && agent.online);
      for (const { taskId, agentId } of tasks) {
        setTask(next, taskId, (task) => {
          const first = task.reassignedFrom ?? from;
          const reassignedFrom = first === to ? null : first;
          const parkedAt = isFilled ? null : at;
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
    },
  ),
  "task.parked": fact(PARKED, (next, { data: { taskIds, role }, at }) => {
    // Later tasks wait with those of their role that a person told to wait.
    const toldToWait =
      unavailableSince(next, role) !== null && next.tasks.some((task) => task.role === role && task.toldToWait);
    for (const id of taskIds) setTask(next, id, (task) => ({ ...task, parkedAt: at, toldToWait }));
  }),
  "task.submitted": fact(
    {
      asks: false,
      touches: (touched, { event, after }) => {
        touched.sessions = true;
        for (const { role } of event.data.reviews) touched.roles.add(role);
        touchTask(touched, event.data.taskId, after);
      },
    },
    (next, { data: { taskId, round, result, by, reviews }, at }) => {
      for (const { task } of reviews) addTask(next, task);
      setTask(next, taskId, (task) => {
        const { reviewers, verdicts: earlier, note } = reviewOf(task);
        const submitted = { result, by, at };
        const open = reviews.map((review) => ({ role: review.role, taskId: review.task.id }));
        return {
          ...task,
          state: "in_review",
          lease: null,
          // Whoever judges it again checks whether the note was met too.
          review: { reviewers, earlier, round, submitted, open, verdicts: [], note },
        };
      });
    },
  ),
  "task.reviewed": ofTask({ asks: true, touches: REVIEWED }, (task, { data: { verdict }, at }) => {
    const review = reviewOf(task);
    const open = review.open.filter(({ taskId }) => taskId !== verdict.taskId);
    return {
      ...task,
      review: { ...review, open, verdicts: [...review.verdicts, { ...verdict, at }] },
    };
  }),
  "task.passed": fact(ANYTHING, (next, event) => {
    const { taskId, unreviewed } = event.data;
    const author = next.tasks.find(({ id }) => id === taskId)?.review?.submitted?.by.name;
    const by = author ?? nameOf(event);
    endTask(next, taskId, { state: "completed", by, at: event.at, unreviewed });
  }),
  "task.returned": ofTask({ asks: false, touches: REVIEWED, locksOut }, (task, { data: { note, lifts } }) => {
    const review = reviewOf(task);
    return {
      ...task,
      state: "pending",
      attempts: 0,
      lastEnd: null,
      review: { ...review, note },
      rejections: withoutRejections(rejectionsWith({ ...task, review }), lifts),
    };
  }),
};

/** A fact that changes only its task. */
function ofTask<E extends { data: { taskId: TaskId } }>(
  asked: NoInfer<AskedOf<E>>,
  update: (task: Task, event: E) => Task,
): FactDef<E> {
  return fact(asked, (next, event) => setTask(next, event.data.taskId, (task) => update(task, event)));
}

/** Since when the agent that holds it has been waiting for a person's answer. */
function askedAtIn(next: RoomView, id: TaskId): number | null {
  const { lease } = theTask(next, id);
  return (lease && questionOf(next, lease.agentId)?.openedAt) ?? null;
}

function reviewOf({ id, review }: Task): Review {
  if (!review) throw new Error(`task ${id} is not of a plan`);
  return review;
}
