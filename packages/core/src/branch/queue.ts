import type { TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { lineageOf } from "../run/lineage.ts";
import type { RunnerId } from "../run/run.ts";
import type { Task } from "../task/task.ts";
import type { Branch, BranchKey, Merge } from "./branch.ts";
import { mergeOrder } from "./merge-order.ts";

type View = Pick<RoomView, "branches" | "tasks">;
type Waiting = Branch & { line: BranchKey; merge: Extract<Merge, { state: "waiting" }> };

/** A merge to be made, and why it has this place. */
export interface QueuedMerge {
  branch: Waiting;
  why: string;
}

/** What waits to be merged on this runner's machine, each line's in its order. */
export function mergeQueue(view: View, runnerId: RunnerId | null): QueuedMerge[] {
  const waiting = Object.values(view.branches).filter(
    (one): one is Waiting =>
      one.line !== null && one.merge?.state === "waiting" && (runnerId === null || one.runnerId === runnerId),
  );
  const lines = new Set(waiting.map(({ line }) => line));
  return [...lines].flatMap((line) => {
    const own = waiting.filter((one) => one.line === line);
    const byTask = new Map(own.map((one) => [one.merge.taskId, one]));
    const steps = mergeOrder(
      own.map(({ merge, changes }) => ({
        taskId: merge.taskId,
        requires: requirementsOf(view, merge.taskId),
        files: (changes?.files ?? []).map((path) => ({ path, ranges: [] })),
        completedAt: merge.since,
      })),
    );
    return steps.flatMap(({ taskId, why }) => {
      const branch = byTask.get(taskId);
      return branch ? [{ branch, why }] : [];
    });
  });
}

/**
 * The branch, by git's name, that is merged in before this task continues: the two don't fit, and mending that is the
 * task's work. Anybody else who works there, such as a reviewer, would leave the conflict marks in place.
 */
export function takesIn(view: RoomView, task: Task): string | null {
  const { key, line } = lineageOf(view, task);
  const merge = view.branches[key]?.merge;
  const isMended = merge?.state === "failed" && merge.why !== "refused";
  const mends = task.intent === "findings" || (task.review !== null && task.id === key);
  return isMended && mends ? (view.branches[line ?? ""]?.name ?? null) : null;
}

function requirementsOf(view: View, id: TaskId): readonly TaskId[] {
  return view.tasks.find((task) => task.id === id)?.requires ?? [];
}
