import type { DiffCount } from "@squadroom/core/task/diff-lines";

/** Lines that a diff adds and removes, in people's notation. */
export function linesText({ added, removed }: Pick<DiffCount, "added" | "removed">): string {
  return `+${added} −${removed}`;
}
