import type { Boundaries } from "../task/boundaries.ts";
import { inline } from "./markdown.ts";

/** What may be changed, and what must not, a line each; none where nothing is said. */
export function boundaryLines({ allowed, forbidden, lifted = [] }: Boundaries): string[] {
  const globs = (list: readonly string[]) => list.map(inline).join(", ");
  return [
    ...(allowed.length > 0 ? [`Change only: ${globs(allowed)}`] : []),
    ...(forbidden.length > 0 ? [`Do not change: ${globs(forbidden)}`] : []),
    ...lifted.map(({ paths, by }) => `Allowed beyond that by ${inline(by)}: ${globs(paths)}`),
  ];
}
