import type { TimelineWake, Told } from "./read.ts";

/** When the coordinator was woken, and until when it, or somebody in its place, said what comes next. */
export function wokenIn(told: readonly Told[], to: number | null): TimelineWake[] {
  const woken: TimelineWake[] = [];
  const open: { wake: TimelineWake; left: Set<string> }[] = [];
  for (const { at, advances, dispatched, why } of told) {
    const asked = (advances ?? []).flatMap((one) => (one.rule === "coordinator" ? one.taskIds : []));
    if (asked.length > 0) {
      const wake: TimelineWake = { from: at, to: null, taskIds: asked, why: null };
      woken.push(wake);
      open.push({ wake, left: new Set(asked) });
    }
    if (advances?.some(({ rule }) => rule === "complete")) woken.push({ from: at, to: at, taskIds: [], why: null });
    if (!dispatched) continue;
    for (const one of Array.from(open)) {
      for (const { taskId } of dispatched) one.left.delete(taskId);
      // Its answer is about everything that waits, even if it leaves some of it.
      if (one.left.size > 0 && why !== "told") continue;
      Object.assign(one.wake, { to: at, why });
      open.splice(open.indexOf(one), 1);
    }
  }
  for (const { wake } of open) wake.to = to;
  return woken;
}
