import type { Timeline } from "@squadroom/core/timeline/timeline";

/**
 * Where the time went, up to now: nothing has happened since it was fetched, so what was under way then still is. First
 * work, then discussions, then people, as in what was fetched.
 */
export function spentUntil({ spent, rows, waits, to, now: fetchedAt }: Timeline, now: number): Timeline["spent"] {
  const more = to === null ? Math.max(0, now - fetchedAt) : 0;
  const open = rows.flatMap(({ bars }) => bars).filter((bar) => bar.to === null);
  const isAsked = waits.some((wait) => wait.kind === "person" && wait.to === null);
  const part = open.some(({ kind }) => kind === "work")
    ? "work"
    : open.length > 0
      ? "discussion"
      : isAsked
        ? "person"
        : "rest";
  return { ...spent, [part]: spent[part] + more };
}
