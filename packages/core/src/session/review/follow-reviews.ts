import type { RoomEvent } from "../../kernel/event.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { PipelineStep } from "../../pipeline/pipeline.ts";
import { cancelIn } from "../../task/in-event.ts";
import { liveTask } from "../../task/order.ts";
import { handedIn, type TaskOutcome } from "../record/outcome.ts";
import type { Execution } from "../record/session.ts";
import { foundBy, stillThere } from "./findings.ts";

/**
 * What became of a plan's tasks, kept beside the plan: the same object if the event says nothing about them.
 *
 * @param before the room before the event
 * @param steps of the session's pipeline
 */
export function followReviews(
  execution: Execution,
  before: RoomView,
  event: RoomEvent,
  steps: readonly PipelineStep[],
): Execution {
  switch (event.type) {
    case "task.submitted": {
      const { taskId, round, result, by } = event.data;
      return set(execution, taskId, (task) => ({
        ...handedIn(task, result, by),
        rounds: round,
        left: 0,
        carried: [],
        changes: result.changes ?? task.changes,
        reviews: [],
      }));
    }
    case "task.reviewed": {
      const { taskId, verdict } = event.data;
      const { role, by, passed } = verdict;
      const review = { role, by: by?.name ?? null, passed, at: event.at };
      const known = liveTask(before, taskId)?.review ?? null;
      return set(execution, taskId, (task) => ({
        ...foundBy(task, verdict, known),
        reviews: [...task.reviews, review],
      }));
    }
    case "task.passed": {
      const { taskId, why, unreviewed } = event.data;
      const state = why === "skipped" ? "skipped" : "passed";
      const earlier = liveTask(before, taskId)?.review?.earlier ?? [];
      return set(execution, taskId, (task) => ({
        ...(unreviewed && state === "passed" ? stillThere(task, earlier) : task),
        state,
        unreviewed,
      }));
    }
    case "session.discussion_opened": {
      const { taskId, result, by } = event.data.discussion;
      return set(execution, taskId, (task) => handedIn(task, result, by, steps));
    }
    case "task.completed": {
      const { taskId, result } = event.data;
      const { actor } = event;
      return set(execution, taskId, (task) => {
        if (actor.kind !== "agent") return { ...task, state: "passed" };
        const { id: agentId, name, role } = actor;
        return { ...handedIn(task, result, { agentId, name, role }, steps), state: "passed" };
      });
    }
    default:
      return (cancelIn(event)?.taskIds ?? []).reduce(
        (all, taskId) =>
          set(all, taskId, (task) => ({
            ...task,
            state: task.state === "open" ? "cancelled" : task.state,
          })),
        execution,
      );
  }
}

function set(execution: Execution, taskId: TaskId, update: (task: TaskOutcome) => TaskOutcome): Execution {
  const task = execution.outcomes[taskId];
  if (!task) return execution;
  return { ...execution, outcomes: { ...execution.outcomes, [taskId]: update(task) } };
}
