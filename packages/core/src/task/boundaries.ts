import { normalisePath, PATH_WORK } from "../kernel/glob.ts";
import { type Boundaries, isInside } from "../kernel/inside.ts";
import { type Output, outputPath } from "./outputs.ts";

export type { Boundaries };

/** Work for all paths of one call: some ten milliseconds. */
export const CALL_WORK = 2_000_000;
/** Most warnings of one call. */
const WARNINGS_MAX = 50;

interface Bounded {
  id: string;
  boundaries: Boundaries;
  outputs: readonly Output[];
}

/** The paths outside the boundaries, in order, including those that there was no work left to compare. */
export function pathsOutside<T>(
  paths: Iterable<T>,
  of: (path: T) => { boundaries: Boundaries; path: string },
  callWork = CALL_WORK,
): { outside: T[]; unknown: T[] } {
  const work = { left: callWork };
  const outside: T[] = [];
  const unknown: T[] = [];
  for (const one of paths) {
    const { boundaries, path } = of(one);
    const before = work.left;
    const own = { left: Math.min(PATH_WORK, before) };
    const isWithin = isInside(boundaries, path, own);
    work.left = before - (Math.min(PATH_WORK, before) - Math.max(0, own.left));
    if (own.left <= 0) unknown.push(one);
    else if (!isWithin) outside.push(one);
  }
  return { outside, unknown };
}

/** What is wrong with the boundaries of new tasks, reported when they are created, by the tasks' ids. */
export function boundaryWarnings(tasks: readonly Bounded[]): string[] {
  const outputs = tasks.flatMap((task) => task.outputs.map((output) => ({ task, path: outputPath(output) })));
  const { outside, unknown } = pathsOutside(outputs, ({ task, path }) => ({
    boundaries: task.boundaries,
    path,
  }));
  const warnings = tasks.flatMap(({ id, boundaries, outputs: own }) => [
    ...[...boundaries.allowed, ...boundaries.forbidden]
      .filter((glob) => normalisePath(glob) === null)
      .map((glob) => `${id}: the boundary ${glob} is not a path in the repository and matches nothing`),
    ...(own.length === 0 ? [] : outside)
      .filter(({ task }) => task.id === id)
      .map(({ path }) => `${id}: the output ${path} is outside its boundaries`),
  ]);
  const more = warnings.length - WARNINGS_MAX;
  return [
    ...warnings.slice(0, WARNINGS_MAX),
    ...(more > 0 ? [`and ${more} more of this kind`] : []),
    ...(unknown.length > 0
      ? [
          `${unknown.length} outputs were not compared with their boundaries, because these patterns are too expensive; use fewer, with fewer wildcards`,
        ]
      : []),
  ];
}
