import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomView } from "@squadroom/core/kernel/view";
import { changesOf } from "@squadroom/core/task/changes";
import { cancelIn, reportIn } from "@squadroom/core/task/in-event";
import { liveTask } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

/** Every task that the event changed, whichever event it was: the view shares everything that did not change. */
export const taskProjection: Projection = (event, before, after) => {
  if (before.tasks === after.tasks) return [];
  const rows: ProjectedRow[] = [];
  const { made, changed, ended } = changesOf(before.tasks, after.tasks);
  for (const task of changed) {
    rows.push({ table: "tasks", row: taskRow(after, task) });
    if (REWRITES.has(event.type)) rows.push(...createdRows(after, task));
    else if (WAITS.has(event.type)) rows.push(...requirementRows(after, task));
  }
  for (const task of made) rows.push({ table: "tasks", row: taskRow(after, task) }, ...createdRows(after, task));
  for (const task of ended) {
    const end = endOf(event, after, task);
    rows.push({
      table: "tasks",
      row: {
        ...taskRow(after, { ...task, lease: null }),
        state: end.state,
        endedAt: end.at,
        unreviewed: end.unreviewed,
      },
    });
  }
  return [...rows, ...resultRows(event, after), ...reviewRows(event, before)];
};

/** Events that let an existing task wait for others. */
const WAITS: ReadonlySet<RoomEvent["type"]> = new Set(["task.created", "fanout.opened"]);

/** Events that change the text of an existing task. */
const REWRITES: ReadonlySet<RoomEvent["type"]> = new Set(["message.edited", "task.boundary_lifted", "comment.added"]);

/** How it ended; a cascade may end more tasks than the view keeps, so for those the event says it. */
function endOf(event: RoomEvent, after: RoomView, task: Task) {
  const kept = after.ended.find((ended) => ended.id === task.id);
  if (kept) return kept;
  if (cancelIn(event)) return { state: "cancelled", at: event.at, unreviewed: false };
  throw new Error(`task ${task.id} left the view without an end`);
}

function taskRow(view: RoomView, task: Task) {
  return {
    roomId: view.roomId,
    id: task.id,
    role: task.role,
    state: task.state as string,
    priority: task.priority,
    holderId: task.lease?.agentId ?? null,
    lastHolderId: task.lastHolder,
    fence: task.lease?.fence ?? null,
    claimedAt: task.lease?.claimedAt ?? null,
    attempts: task.attempts,
    lastEnd: task.lastEnd?.how ?? null,
    frontAt: task.frontAt,
    parkedAt: task.parkedAt,
    createdAt: task.createdAt,
    endedAt: null as number | null,
    unreviewed: false,
  };
}

function createdRows(view: RoomView, task: Task): ProjectedRow[] {
  const { roomId } = view;
  return [
    {
      table: "taskDetails",
      row: {
        roomId,
        taskId: task.id,
        title: task.title,
        instruction: task.instruction,
        agentId: task.agentId,
        timeoutS: task.timeoutS,
        createdBy: task.createdBy,
        origin: task.origin,
        intent: task.intent,
        fromTaskId: task.fromTaskId,
        sessionId: task.sessionId,
        branchOf: task.branchOf ?? null,
        boundaries: task.boundaries,
        outputs: task.outputs,
        successCriteria: task.successCriteria,
      },
    },
    ...requirementRows(view, task),
  ];
}

function requirementRows({ roomId }: RoomView, task: Task): ProjectedRow[] {
  return task.requires.map((requiresId) => ({
    table: "taskRequirements",
    row: { roomId, taskId: task.id, requiresId },
  }));
}

/** What reviewers were asked for, and what they said. */
function reviewRows(event: RoomEvent, before: RoomView): ProjectedRow[] {
  const { roomId } = event;
  if (event.type === "task.submitted") {
    const { taskId, round, reviews } = event.data;
    return reviews.map(({ role, task }) => ({
      table: "taskReviews",
      row: {
        roomId,
        taskId,
        round,
        role,
        reviewTaskId: task.id,
        askedAt: event.at,
        by: null,
        passed: null,
        verdict: null,
        at: null,
      },
    }));
  }
  if (event.type !== "task.reviewed") return [];
  const { taskId, round, verdict } = event.data;
  const { role, by, passed, taskId: reviewTaskId, summary, findings, mustFix, repairs } = verdict;
  const askedAt = liveTask(before, taskId)?.review?.submitted?.at ?? event.at;
  return [
    {
      table: "taskReviews",
      row: {
        roomId,
        taskId,
        round,
        role,
        reviewTaskId,
        askedAt,
        by,
        passed,
        at: event.at,
        verdict: { summary, findings, mustFix, repairs },
      },
    },
  ];
}

function resultRows(event: RoomEvent, after: RoomView): ProjectedRow[] {
  const { roomId } = after;
  const reported = reportIn(event);
  if (reported) return [{ table: "taskResults", row: { roomId, ...reported } }];
  const isChanged =
    event.type === "task.progressed" || event.type === "task.blocker_closed" || event.type === "task.retried";
  if (!isChanged) return [];
  const { taskId } = event.data;
  const progress = liveTask(after, taskId)?.progress ?? null;
  if (progress === null) return [];
  return [{ table: "taskProgress", row: { roomId, taskId, progress } }];
}
