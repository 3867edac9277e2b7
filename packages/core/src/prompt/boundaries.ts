import type { Boundaries } from "../task/boundaries.ts";
import { code, inline } from "./markdown.ts";

/** In the form that programs read. */
export function boundsOf({ allowed, forbidden, within }: Boundaries) {
  return {
    allowed: [...allowed],
    forbidden: [...forbidden],
    ...(within ? { within: [...within] } : {}),
  };
}

/** A session's list beside the task's own. */
export const WITHIN = "Of that only what the session may change";

/** What may be changed, and what must not, one line each; none if nothing is set. */
export function boundaryLines({ allowed, forbidden, within = [], lifted = [] }: Boundaries): string[] {
  const globs = (list: readonly string[]) => list.map(code).join(", ");
  return [
    ...(allowed.length > 0 ? [`Change only: ${globs(allowed)}`] : []),
    ...(within.length > 0 ? [`${WITHIN}: ${globs(within)}`] : []),
    ...(forbidden.length > 0 ? [`Do not change: ${globs(forbidden)}`] : []),
    ...lifted.map(({ paths, by }) => `Allowed beyond that by ${inline(by)}: ${globs(paths)}`),
  ];
}
