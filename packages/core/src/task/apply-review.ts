import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import { addTask, endTask, nameOf, setTask } from "./apply.ts";
import { withoutRejections, withRejection } from "./lockout.ts";
import type { Review } from "./review.ts";
import type { ReviewEventData } from "./review-events.ts";
import type { Task } from "./task.ts";

export type ReviewEvent = Extract<RoomEvent, { type: keyof ReviewEventData }>;

/** Moves `next`, a copy that the caller owns at its first level only. */
export function changeReviews(next: RoomView, event: ReviewEvent): void {
  switch (event.type) {
    case "task.submitted": {
      const { taskId, round, result, by, reviews } = event.data;
      for (const { task } of reviews) addTask(next, task);
      return setTask(next, taskId, (task) => ({
        ...task,
        state: "in_review",
        lease: null,
        review: {
          reviewers: reviewOf(task).reviewers,
          earlier: reviewOf(task).verdicts,
          round,
          submitted: { result, by, at: event.at },
          open: reviews.map((review) => ({ role: review.role, taskId: review.task.id })),
          verdicts: [],
          // Whoever judges it again looks whether that was met too.
          note: reviewOf(task).note,
        },
      }));
    }
    case "task.reviewed": {
      const { taskId, verdict } = event.data;
      return setTask(next, taskId, (task) => {
        const review = reviewOf(task);
        return {
          ...task,
          review: {
            ...review,
            open: review.open.filter((open) => open.taskId !== verdict.taskId),
            verdicts: [...review.verdicts, { ...verdict, at: event.at }],
          },
        };
      });
    }
    case "task.passed": {
      const { taskId, unreviewed } = event.data;
      const author = next.tasks.find(({ id }) => id === taskId)?.review?.submitted?.by.name;
      const by = author ?? nameOf(event);
      return endTask(next, taskId, { state: "completed", by, at: event.at, unreviewed });
    }
    case "task.returned": {
      const { taskId, note, lifts } = event.data;
      return setTask(next, taskId, (task) => {
        const review = reviewOf(task);
        const author = review.submitted?.by;
        const rejections = author ? withRejection(task.rejections, author) : task.rejections;
        return {
          ...task,
          state: "pending",
          attempts: 0,
          lastEnd: null,
          review: { ...review, note },
          rejections: withoutRejections(rejections, lifts),
        };
      });
    }
    default:
      return unreachable(event);
  }
}

function reviewOf({ id, review }: Task): Review {
  if (!review) throw new Error(`task ${id} is not of a plan`);
  return review;
}
