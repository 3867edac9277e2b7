import { counted, listedUpTo } from "../kernel/words.ts";
import { SUBAGENTS_MAX, type SubagentAtWork, type TaskLease } from "./task.ts";

/** The subagents at work after some began or stopped; `null`: the same as before. */
export function atWorkAfter(
  { atWork: before = [] }: Pick<TaskLease, "atWork">,
  told: readonly (SubagentAtWork & { works: boolean })[] = [],
): SubagentAtWork[] | null {
  const after = new Map(before.map((one) => [one.id, one]));
  for (const { works, ...one } of told) {
    if (works) after.set(one.id, after.get(one.id) ?? one);
    else after.delete(one.id);
  }
  const now = [...after.values()].slice(-SUBAGENTS_MAX);
  const isSame = now.length === before.length && now.every((one, at) => one.id === before[at]?.id);
  return isSame ? null : now;
}

/** "2 subagents at work (Explore, Plan)"; `null`: none is. */
export function atWorkText({ atWork = [] }: Pick<TaskLease, "atWork">): string | null {
  if (atWork.length === 0) return null;
  const kinds = listedUpTo(3, [...new Set(atWork.flatMap(({ what }) => what ?? []))]);
  return `${counted(atWork.length, "subagent")} at work${kinds === "" ? "" : ` (${kinds})`}`;
}
