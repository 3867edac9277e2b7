import type { Fanout } from "../fanout/fanout.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import { titleOf } from "../kernel/title.ts";
import type { RoomView } from "../kernel/view.ts";
import { liveTask } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import type { Lineage, Runs } from "./run.ts";

/**
 * The tree in which a task is worked on: a review happens where the work is; what is handed on continues in the same
 * place; if one task made several, each has its own tree, merged back into that task's.
 */
export function lineageOf(view: Pick<RoomView, "sessions" | "runs" | "tasks">, task: Task): Lineage {
  if (task.reviewOf) {
    const reviewed = view.tasks.find(({ id }) => id === task.reviewOf?.taskId);
    if (reviewed) return lineageOf(view, reviewed);
  }
  const known = view.runs.lineage[task.id];
  if (known) return known;
  const { id: key, title, sessionId } = task;
  if (sessionId === null) return { key, title: titleOf(title, 40), line: null, lineTitle: "" };
  const session = view.sessions.live.find(({ id }) => id === sessionId);
  return {
    key,
    title: titleOf(title, 40),
    line: sessionKey(sessionId),
    lineTitle: titleOf(session?.title ?? "", 40),
  };
}

/** The tree that a session's tasks are merged into. */
export function sessionKey(sessionId: number): string {
  return `session-${sessionId}`;
}

/** Remembered only for live tasks and those that join results, and only if it differs from the task's own word. */
export function lineageAfter(before: RoomView, next: RoomView, event: RoomEvent): Runs["lineage"] {
  const kept = next.runs.lineage ?? {};
  let lineage: Record<TaskId, Lineage> | null = null;
  const remember = (id: TaskId, one: Lineage) => {
    lineage ??= { ...kept };
    lineage[id] = one;
  };
  if (event.type === "handoff.delivered" && event.data.task) {
    const from = liveTask(before, event.data.fromTaskId);
    if (from) remember(event.data.task.id, lineageOf(before, from));
  }
  const parent = parentOf(before, event);
  if (parent && parent.task.sessionId === null) {
    const { key: line, title: lineTitle } = lineageOf(before, parent.task);
    for (const { id, title } of parent.made) remember(id, { key: id, title: titleOf(title, 40), line, lineTitle });
  }
  if (event.type === "fanout.rejoined") {
    const { fanoutId, task } = event.data;
    const fanout = before.fanouts.all.find(({ id }) => id === fanoutId);
    if (fanout) remember(task.id, joinedIn(before, fanout));
  }
  if (event.type === "task.created" && event.actor.kind !== "agent")
    for (const task of event.data.tasks) {
      if (task.fromTaskId === null) continue;
      // What keeps a branch from its line, and what a person says about it, is mended on that branch.
      const all = Object.values(before.branches);
      const of =
        all.find(({ merge }) => merge?.state === "failed" && merge.taskId === task.fromTaskId) ??
        all.find(({ key, taskId }) => key === task.fromTaskId || taskId === task.fromTaskId);
      if (!of) continue;
      const { key, title, line, lineTitle } = of;
      remember(task.id, { key, title, line, lineTitle });
    }
  const gone = Object.keys(lineage ?? kept).filter((id) => !isWanted(next, id as TaskId));
  if (gone.length > 0) {
    lineage ??= { ...kept };
    for (const id of gone) delete lineage[id as TaskId];
  }
  return lineage ?? kept;
}

/** Later results are joined where the first were, though that task has ended. */
function joinedIn(view: RoomView, { joinTaskId: key, title }: Fanout): Lineage {
  const known = view.runs.lineage[key];
  return known ?? { key, title: titleOf(title, 40), line: null, lineTitle: "" };
}

function isWanted(view: RoomView, id: TaskId): boolean {
  const { all } = view.fanouts;
  return liveTask(view, id) !== undefined || all.some(({ joinTaskId }) => joinTaskId === id);
}

/** The task from which several were made, as seen from these: its agent made them, or asks others about it. */
function parentOf(before: RoomView, event: RoomEvent) {
  if (event.type === "fanout.opened") {
    const task = liveTask(before, event.data.joinTaskId);
    return task && { task, made: event.data.tasks };
  }
  if (event.type !== "task.created" || event.actor.kind !== "agent") return undefined;
  const { id } = event.actor;
  const task = before.tasks.find(({ lease }) => lease?.agentId === id);
  return task && { task, made: event.data.tasks };
}
