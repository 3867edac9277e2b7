import { findSession } from "../flow/sessions.ts";
import type { RoomView } from "../kernel/view.ts";
import { lineageOf } from "../run/lineage.ts";
import { isPassed } from "../task/review.ts";
import type { Task } from "../task/task.ts";
import type { Branch, BranchKey, Merge } from "./branch.ts";

export type Stuck = Branch & { merge: Extract<Merge, { state: "failed" }> };

type View = Pick<RoomView, "branches" | "sessions" | "runs" | "tasks">;

/** Tasks on a branch's line of work; one that passed and only waits to be merged no longer counts. */
export function workOn(view: View, key: BranchKey): Task[] {
  return view.tasks.filter((task) => lineageOf(view, task).key === key && !(task.review && isPassed(task)));
}

/** Branches that could not be merged and that nobody mends: only a person can say what becomes of them. */
export function stuckBranches(view: View): Stuck[] {
  return Object.values(view.branches).filter((one): one is Stuck => {
    const { key, merge, sessionId } = one;
    if (merge?.state !== "failed") return false;
    if (sessionId !== null && !findSession(view.sessions, sessionId)) return false;
    return workOn(view, key).length === 0;
  });
}
