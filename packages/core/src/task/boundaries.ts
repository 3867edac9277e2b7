/** What may be changed, and what must not: patterns of paths. */
export interface Boundaries {
  allowed: string[];
  forbidden: string[];
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

/** Time is bounded by the product of the lengths: globs come from agents. */
export function matchesGlob(glob: string, path: string): boolean {
  const pattern = normalisePath(glob.endsWith("/") ? `${glob}**` : glob);
  if (pattern === null) return false;
  return matchesList(pattern.split("/"), path.split("/"), "**", matchesSegment);
}

function matchesSegment(glob: string, segment: string): boolean {
  const isSame = (letter: string, other: string) => letter === "?" || letter === other;
  return matchesList([...glob], [...segment], "*", isSame);
}

/** `star` stands for any run of items; after a miss only the last star has to take one more. */
function matchesList(
  pattern: readonly string[],
  items: readonly string[],
  star: string,
  matches: (pattern: string, item: string) => boolean,
): boolean {
  let at = 0;
  let lastStar = -1;
  let taken = 0;
  for (let i = 0; i < items.length; ) {
    const wanted = pattern[at];
    if (wanted === star) {
      lastStar = at;
      taken = i;
      at += 1;
    } else if (wanted !== undefined && matches(wanted, items[i] as string)) {
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

export function isInside(boundaries: Boundaries, path: string): boolean {
  const normal = normalisePath(path);
  if (normal === null) return false;
  if (boundaries.forbidden.some((glob) => matchesGlob(glob, normal))) return false;
  return (
    boundaries.allowed.length === 0 || boundaries.allowed.some((glob) => matchesGlob(glob, normal))
  );
}

/** What is wrong with a task's own boundaries, said at creation, by the task's id. */
export function boundaryWarnings(task: {
  id: string;
  boundaries: Boundaries;
  outputs: readonly string[];
}): string[] {
  const { allowed, forbidden } = task.boundaries;
  return [
    ...[...allowed, ...forbidden]
      .filter((glob) => normalisePath(glob) === null)
      .map(
        (glob) =>
          `${task.id}: the boundary ${glob} is no path within the repository and matches nothing`,
      ),
    ...task.outputs
      .filter((path) => !isInside(task.boundaries, path))
      .map((path) => `${task.id}: the output ${path} is outside its boundaries`),
  ];
}
