import { type Glob, matches, normalisePath, PATH_WORK, partsOf, readGlob, type Work } from "./glob.ts";
import type { Word } from "./ids.ts";
import { oncePer } from "./once-per.ts";

/**
 * What may be changed, and what must not: patterns of paths. Forbidden beats allowed; no allowed list means everything that
 * is not forbidden.
 * @source domain.md § 8
 */
export interface Boundaries {
  allowed: string[];
  forbidden: string[];
  /** What its session may change, if the task has a list of its own: both have to allow a path. */
  within?: readonly string[];
  /** What a lead allowed beyond them, in this task alone. */
  lifted?: readonly Lifted[];
}

export interface Lifted {
  paths: string[];
  by: Word;
  reason: string;
  at: number;
}

/** Boundaries never change: their globs are read once. */
const globsOf = oncePer(({ allowed, forbidden, within = [], lifted = [] }: Boundaries) => ({
  allowed: allowed.map(readGlob),
  forbidden: forbidden.map(readGlob),
  within: within.map(readGlob),
  lifted: lifted.flatMap(({ paths }) => paths.map(readGlob)),
}));

/** A path that can't be compared with the remaining work counts as outside. */
export function isInside(boundaries: Boundaries, path: string, work: Work = { left: PATH_WORK }): boolean {
  const normal = normalisePath(path);
  if (normal === null) return false;
  const { allowed, forbidden, within, lifted } = globsOf(boundaries);
  const parts = partsOf(normal);
  const isAmong = (globs: readonly Glob[]) => globs.some((glob) => matches(glob, parts, work));
  if (isAmong(lifted)) return work.left > 0;
  if (isAmong(forbidden)) return false;
  return [allowed, within].every((some) => some.length === 0 || isAmong(some)) && work.left > 0;
}

/**
 * The patterns that reach beyond the boundaries: whatever stands in for a wildcard is outside. A path is also a folder;
 * something forbidden below it doesn't count.
 */
export function patternsOutside(boundaries: Boundaries, patterns: readonly string[]): string[] {
  const { allowed, forbidden, within = [] } = boundaries;
  if (allowed.length + forbidden.length + within.length === 0) return [];
  return patterns.filter((pattern) => {
    const sample = pattern.replace(/\*+|\?/g, "x");
    return !isInside(boundaries, sample) && !isInside(boundaries, `${sample}/x`);
  });
}
