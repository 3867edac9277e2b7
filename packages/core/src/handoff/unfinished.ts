import type { Task } from "../task/task.ts";

/** As long as an agent's summary may be. */
const SUMMARY_MAX = 4_000;

/** How far the task was when a lead moved it: nobody says that it is done. */
export function unfinishedText({ state, progress }: Task, by: string): string {
  const { percent, completed = [], remaining = [] } = progress ?? {};
  return [
    `Not finished: ${by} handed it on while it was ${state.replace("_", " ")}${percent === undefined ? "" : `, at ${percent} %`}.`,
    completed.length === 0 ? "" : `Done: ${completed.join("; ")}.`,
    remaining.length === 0 ? "" : `Left: ${remaining.join("; ")}.`,
  ]
    .filter(Boolean)
    .join("\n")
    .slice(0, SUMMARY_MAX)
    .toWellFormed();
}
