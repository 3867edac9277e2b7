import { counted } from "./ask-words.ts";
import { batchFigures } from "./batch-figures.ts";
import type { Session } from "./session.ts";

/** The figures as a line; what is not known is left out. */
export function figuresText(session: Session): string {
  const { tasks, changes, findings, tookMs, waitedMs } = batchFigures(session);
  const parts = [counted(tasks, "task", "tasks")];
  if (changes)
    parts.push(
      `+${changes.added} −${changes.removed} in ${counted(changes.fileCount, "file", "files")}`,
    );
  parts.push(findings === 0 ? "no findings" : counted(findings, "finding", "findings"));
  if (tookMs !== null) {
    const waited = minutes(waitedMs);
    parts.push(
      `${minutes(tookMs)} min${waited > 0 ? `, ${waited} of them waiting for people` : ""}`,
    );
  }
  return `${parts.join(", ")}.`;
}

function minutes(ms: number): number {
  return Math.round(ms / 60_000);
}
