import { forgetMail } from "../agent/set.ts";
import { questionOf } from "../decision/asking.ts";
import { discussedAuthor } from "../flow/discussed.ts";
import { nameOf } from "../kernel/actor.ts";
import {
  ANYTHING,
  type EventsOf,
  type FactsOf,
  fact,
  NOTHING,
  type Touched,
} from "../kernel/event.ts";
import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { unavailableSince } from "../team/availability.ts";
import { openBlockers, withBlockers } from "./blockers.ts";
import { rejectionsWith, withoutRejections } from "./lockout.ts";
import { liveTask } from "./order.ts";
import type { Review } from "./review.ts";
import { addTask, endTask, setTask, theTask } from "./set.ts";
import type { Task } from "./task.ts";
import { isRejected, type OfTask, ONE_TASK, touchTask } from "./touches.ts";

const UNPARKED = { parkedAt: null, toldToWait: false };

/** A scout that fails beside a checkpoint changes what is said there. */
const TRIED = (touched: Touched, { event, after }: OfTask) => {
  touched.sessions ||= (liveTask(after, event.data.taskId)?.sessionId ?? null) !== null;
  touchTask(touched, event.data.taskId, after);
};

const REVIEWED = (touched: Touched, { event, after }: OfTask) => {
  touched.sessions = true;
  touchTask(touched, event.data.taskId, after);
};

const PARKED = {
  asks: true,
  touches: (
    touched: Touched,
    { event }: { event: { data: { taskIds: TaskId[]; role: RoleName } } },
  ) => {
    for (const id of event.data.taskIds) touched.tasks.add(id);
    touched.roles.add(event.data.role);
  },
};

const locksOut = ({ event, after }: { event: OfTask["event"]; after: RoomView }) =>
  isRejected(liveTask(after, event.data.taskId));

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
          // It waits for tasks now, no longer for its role.
          ...UNPARKED,
        }));
    },
  ),
  "task.claimed": fact(ONE_TASK, (next, { data, at }) => {
    const { taskId, agentId, fence, ttlS, variant, targets } = data;
    next.fence = fence;
    next.totals = { ...next.totals, claims: next.totals.claims + 1 };
    // Who takes an interrupt has its words with the task.
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
  "task.resumed": fact(NOTHING, (next, { data: { taskId, fence, ttlS } }) => {
    next.fence = fence;
    setTask(next, taskId, (task) => ({
      ...task,
      // Its holder began anew: what worked for it is gone.
      lease: task.lease && { ...task.lease, ...(task.lease.atWork && { atWork: [] }), fence, ttlS },
    }));
  }),
  "task.started": fact(
    NOTHING,
    ofTask((task) => ({ ...task, state: "in_progress", unread: 0 })),
  ),
  "task.progressed": fact(NOTHING, (next, { data, at }) => {
    const { blockers = [] } = data.progress;
    const askedAt = askedAtIn(next, data.taskId);
    setTask(next, data.taskId, (task) => {
      // What was open keeps its clock still until it is closed.
      const open = task.progress?.blockers ? { blockers: task.progress.blockers } : {};
      const progress = { ...data.progress, ...open, at };
      return withBlockers({ ...task, progress }, blockers, at, askedAt);
    });
  }),
  "task.subagents_changed": fact(
    NOTHING,
    ofTask((task, { data: { atWork } }) => ({
      ...task,
      lease: task.lease && { ...task.lease, atWork },
    })),
  ),
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
  "task.released": fact(
    { ...ONE_TASK, locksOut },
    ofTask((task) => ({
      ...task,
      state: "pending",
      lease: null,
      unread: task.unread + 1,
    })),
  ),
  "task.attempt_ended": fact(
    { asks: ({ data }) => data.final, touches: TRIED, locksOut },
    ofTask((task, { at, data: { how, reason, attempts, final } }) => ({
      ...task,
      state: final ? "failed" : "pending",
      lease: null,
      attempts,
      lastEnd: { how, reason, at },
    })),
  ),
  // A person knows of what kept it, and lets it go on.
  "task.retried": fact(
    { asks: false, touches: TRIED, locksOut },
    ofTask((task, { data, at }) => ({
      ...withBlockers(task, [], at, null),
      state: "pending",
      attempts: 0,
      unread: 0,
      ...(task.bounce ? { bounce: { ...task.bounce, times: 0 } } : {}),
      rejections: withoutRejections(task.rejections, data.lifts),
      reviewOf: task.reviewOf && { ...task.reviewOf, refusals: [] },
    })),
  ),
  "task.cancelled": fact(ANYTHING, (next, event) => {
    const { cascade, taskId } = event.data;
    const end = { state: "cancelled", by: nameOf(event), at: event.at, unreviewed: false } as const;
    for (const id of [...cascade, taskId]) endTask(next, id, end);
  }),
  "task.moved_to_front": fact(
    ONE_TASK,
    ofTask((task, { at }) => ({ ...task, frontAt: at })),
  ),
  "task.boundary_lifted": fact(
    ONE_TASK,
    ofTask((task, event) => {
      const { paths, reason } = event.data;
      const lift = { paths, by: nameOf(event), reason, at: event.at };
      const lifted = [...(task.boundaries.lifted ?? []), lift];
      return { ...task, boundaries: { ...task.boundaries, lifted } };
    }),
  ),
  "task.retry_withdrawn": fact(
    { asks: true, touches: TRIED },
    ofTask((task, { data }) => ({
      ...task,
      state: "failed",
      attempts: data.attempts,
      frontAt: null,
      ...UNPARKED,
    })),
  ),
  "task.told_to_wait": fact(PARKED, (next, { data }) => {
    for (const id of data.taskIds)
      setTask(next, id, (task) => ({ ...task, toldToWait: data.wait }));
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
      const isFilled = Object.values(next.agents).some(
        (agent) => agent.role === to && agent.online,
      );
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
    // What comes later waits with those of its role that a person told to wait.
    const toldToWait =
      unavailableSince(next, role) !== null &&
      next.tasks.some((task) => task.role === role && task.toldToWait);
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
          // Whoever judges it again looks whether the note was met too.
          review: { reviewers, earlier, round, submitted, open, verdicts: [], note },
        };
      });
    },
  ),
  "task.reviewed": fact(
    { asks: true, touches: REVIEWED },
    ofTask((task, { data: { verdict }, at }) => {
      const review = reviewOf(task);
      const open = review.open.filter(({ taskId }) => taskId !== verdict.taskId);
      return {
        ...task,
        review: { ...review, open, verdicts: [...review.verdicts, { ...verdict, at }] },
      };
    }),
  ),
  "task.passed": fact(ANYTHING, (next, event) => {
    const { taskId, unreviewed } = event.data;
    const author = next.tasks.find(({ id }) => id === taskId)?.review?.submitted?.by.name;
    const by = author ?? nameOf(event);
    endTask(next, taskId, { state: "completed", by, at: event.at, unreviewed });
  }),
  "task.returned": fact(
    { asks: false, touches: REVIEWED, locksOut },
    ofTask((task, { data: { note, lifts } }) => {
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
  ),
};

/** What an event about one task makes of it. */
function ofTask<E extends { data: { taskId: TaskId } }>(update: (task: Task, event: E) => Task) {
  return (next: RoomView, event: E): void =>
    setTask(next, event.data.taskId, (task) => update(task, event));
}

/** Since when the agent that has it waits for a person's answer. */
function askedAtIn(next: RoomView, id: TaskId): number | null {
  const { lease } = theTask(next, id);
  return (lease && questionOf(next, lease.agentId)?.openedAt) ?? null;
}

function reviewOf({ id, review }: Task): Review {
  if (!review) throw new Error(`task ${id} is not of a plan`);
  return review;
}
