/** What may be changed, and what must not: patterns of paths. */
export interface Boundaries {
  allowed: string[];
  forbidden: string[];
  /** What a lead allowed beyond them, in this task alone. */
  lifted?: readonly Lifted[];
}

export interface Lifted {
  paths: string[];
  by: string;
  reason: string;
  at: number;
}

/**
 * Boundaries: repo-relative POSIX globs; forbidden beats allowed; no allowed list means everything that
 * is not forbidden; `*` stays in a segment, `**` crosses; dotfiles match; a directory with its slash
 * (`src/`) is all below it.
 * @source domain.md § 8
 */
export function normalisePath(path: string): string | null {
  if (path.startsWith("/") || path.includes("\\")) return null;
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  const isDrive = /^[A-Za-z]:/.test(parts[0] ?? "");
  if (parts.length === 0 || isDrive || parts.includes("..")) return null;
  return parts.join("/");
}

/** What may still be spent on comparing paths with globs: they come from agents. */
export interface Work {
  /** Comparisons of a letter or a part. */
  left: number;
}

/** For one path that is looked at alone; hundreds of patterns as people write them take a tenth. */
const PATH_WORK = 20_000;
/** For all outputs of one call or one plan: some ten milliseconds. */
const CALL_WORK = 2_000_000;
/** Warnings of one call. */
const WARNINGS_MAX = 50;

type Part = string | readonly string[];

/** A glob by its parts: those without a wildcard are texts, others their letters. `null`: no path of a repository. */
type Glob = readonly Part[] | null;

function readGlob(glob: string): Glob {
  const pattern = normalisePath(glob.endsWith("/") ? `${glob}**` : glob);
  if (pattern === null) return null;
  return pattern.split("/").map((part) => (part !== "**" && /[*?]/.test(part) ? [...part] : part));
}

export function matchesGlob(glob: string, path: string, work: Work = { left: PATH_WORK }): boolean {
  return matches(readGlob(glob), path.split("/"), work);
}

function matches(glob: Glob, path: readonly string[], work: Work): boolean {
  return glob !== null && matchesList(glob, path, "**", matchesPart, work);
}

function matchesPart(part: Part, segment: string, work: Work): boolean {
  if (typeof part === "string") return part === segment;
  const [first] = part;
  if (first !== "*" && first !== "?" && !segment.startsWith(first as string)) return false;
  // Its letters have to be looked at before any of them is compared.
  work.left -= segment.length >> 3;
  return matchesList(part, [...segment], "*", isSameLetter, work);
}

function isSameLetter(letter: string, other: string): boolean {
  return letter === "?" || letter === other;
}

/** `star` stands for any run of items; after a miss only the last star has to take one more. */
function matchesList<P, I>(
  pattern: readonly P[],
  items: readonly I[],
  star: string,
  isMatch: (pattern: P, item: I, work: Work) => boolean,
  work: Work,
): boolean {
  let at = 0;
  let lastStar = -1;
  let taken = 0;
  for (let i = 0; i < items.length; ) {
    if (work.left-- <= 0) return false;
    const wanted = pattern[at];
    if (wanted === star) {
      lastStar = at;
      taken = i;
      at += 1;
    } else if (wanted !== undefined && isMatch(wanted, items[i] as I, work)) {
      at += 1;
      i += 1;
    } else if (lastStar >= 0) {
      taken += 1;
      i = taken;
      at = lastStar + 1;
    } else {
      return false;
    }
  }
  return pattern.slice(at).every((rest) => rest === star);
}

const read = new WeakMap<Boundaries, { allowed: Glob[]; forbidden: Glob[]; lifted: Glob[] }>();

/** Boundaries never change: their globs are read once. */
function globsOf(boundaries: Boundaries) {
  const known = read.get(boundaries);
  if (known) return known;
  const { allowed, forbidden, lifted = [] } = boundaries;
  const globs = {
    allowed: allowed.map(readGlob),
    forbidden: forbidden.map(readGlob),
    lifted: lifted.flatMap(({ paths }) => paths.map(readGlob)),
  };
  read.set(boundaries, globs);
  return globs;
}

/** A path that cannot be compared with the work that is left counts as outside. */
export function isInside(
  boundaries: Boundaries,
  path: string,
  work: Work = { left: PATH_WORK },
): boolean {
  const normal = normalisePath(path);
  if (normal === null) return false;
  const { allowed, forbidden, lifted } = globsOf(boundaries);
  const parts = normal.split("/");
  const isAmong = (globs: readonly Glob[]) => globs.some((glob) => matches(glob, parts, work));
  if (isAmong(lifted)) return work.left > 0;
  if (isAmong(forbidden)) return false;
  return (allowed.length === 0 || isAmong(allowed)) && work.left > 0;
}

interface Bounded {
  id: string;
  boundaries: Boundaries;
  outputs: readonly string[];
}

/** Those of the paths that are outside, in their order, and those that there was no work left for. */
export function pathsOutside<T>(
  paths: Iterable<T>,
  of: (path: T) => { boundaries: Boundaries; path: string },
): { outside: T[]; unknown: T[] } {
  const work = { left: CALL_WORK };
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

/** What is wrong with the boundaries of new tasks, said at their creation, by the tasks' ids. */
export function boundaryWarnings(tasks: readonly Bounded[]): string[] {
  const outputs = tasks.flatMap((task) => task.outputs.map((path) => ({ task, path })));
  const { outside, unknown } = pathsOutside(outputs, ({ task, path }) => ({
    boundaries: task.boundaries,
    path,
  }));
  const warnings = tasks.flatMap(({ id, boundaries, outputs: own }) => [
    ...[...boundaries.allowed, ...boundaries.forbidden]
      .filter((glob) => normalisePath(glob) === null)
      .map(
        (glob) => `${id}: the boundary ${glob} is not a path in the repository and matches nothing`,
      ),
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
