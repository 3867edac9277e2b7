import type { RoomView } from "../kernel/view.ts";
import { lineageOf } from "../run/lineage.ts";
import type { Branch } from "./branch.ts";
import { stuckBranches } from "./stuck-branches.ts";

/**
 * Where a branch stands. `open`: somebody works on it, or on what goes into it. `merging`: it, or what goes into it, waits
 * to be merged. `mending`: it didn't fit, and somebody mends it; `stuck`: nobody does, and a person is asked. `ready`: a
 * person may take it. `unfinished`: the same, but its task failed or was cancelled.
 */
export const BRANCH_STATES = [
  ...(["open", "merging", "mending", "stuck", "merged", "left_out"] as const),
  ...(["ready", "unfinished", "taken", "pushed"] as const),
] as const;
export type BranchState = (typeof BRANCH_STATES)[number];

type View = Pick<RoomView, "branches" | "sessions" | "runs" | "tasks">;

export function branchState(view: View, branch: Branch): BranchState {
  const { key, line, merge, head, taken, pushed, stopped } = branch;
  if (line !== null) {
    if (merge === null) return "open";
    if (merge.state === "waiting") return "merging";
    if (merge.state === "merged") return "merged";
    if (merge.state === "skipped") return "left_out";
    return stuckBranches(view).some((one) => one === branch) ? "stuck" : "mending";
  }
  const parts = Object.values(view.branches).filter((one) => one.line === key);
  const states = parts.map((one) => branchState(view, one));
  for (const state of ["stuck", "mending", "merging"] as const) if (states.includes(state)) return state;
  const isOpen = view.tasks.some((task) => {
    const of = lineageOf(view, task);
    return task.state !== "failed" && (of.key === key || of.line === key);
  });
  if (isOpen) return "open";
  if (taken?.head === head) return "taken";
  if (pushed?.head === head) return "pushed";
  return stopped ? "unfinished" : "ready";
}
