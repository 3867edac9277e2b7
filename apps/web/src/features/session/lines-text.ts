import type { DiffCount } from "@squadroom/core/task/diff-lines";

/** Lines that a diff adds and takes away, as people write them. */
export function linesText({ added, removed }: Pick<DiffCount, "added" | "removed">): string {
  return `+${added} −${removed}`;
}
