/**
 * Patterns of paths: repo-relative POSIX; `*` stays in a segment, `**` crosses; dotfiles match; a directory with its slash
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

/** One spelling of each path, so that two agents name a file the same way. */
export function plainPath(path: string): string {
  return normalisePath(path) ?? path;
}

/** Whether it names a file by its path in the project, or by a URL. `~` and `file:` lead elsewhere, whatever follows. */
export function isInProject(path: string): boolean {
  return normalisePath(path) !== null && !/^\s*(~(\/|\s*$)|file:)/i.test(path);
}

/**
 * Why a pattern isn't accepted: `{a,b}`, `[bc]`, `@(a|b)` and a leading `!` mean something in other tools. Read
 * literally, they would match no file and protect nothing.
 */
export function foreignSyntax(pattern: string): string | null {
  const [found] = /[{}[\]]|[@!+?*]\(|^!/.exec(pattern) ?? [];
  if (found === undefined) return null;
  return `${pattern} has ${found}, and patterns know only *, ** and ?. Write several patterns, or ? for a sign that the path itself has.`;
}

/** How much work may still be spent on comparing paths with globs, which come from agents. */
export interface Work {
  /** Comparisons of a letter or a part. */
  left: number;
}

/** Budget for one path looked at alone; hundreds of patterns as people write them take a tenth. */
export const PATH_WORK = 20_000;

export type Part = string | readonly string[];

/** A glob by its parts: texts, or letters where there is a wildcard. `null`: it is no path in a repository. */
export type Glob = readonly Part[] | null;

export function readGlob(glob: string): Glob {
  const pattern = normalisePath(glob.endsWith("/") ? `${glob}**` : glob);
  if (pattern === null) return null;
  return partsOf(pattern).map((part) => (part !== "**" && /[*?]/.test(part) ? [...part] : part));
}

export function matchesGlob(glob: string, path: string, work: Work = { left: PATH_WORK }): boolean {
  return matches(readGlob(glob), partsOf(path), work);
}

/** Names that look the same are the same: disks and keyboards may or may not compose an accented letter. */
export function partsOf(path: string): string[] {
  return path.normalize("NFC").split("/");
}

/** With a glob that was read before, so that many paths can be compared with it. */
export function matches(glob: Glob, path: readonly string[], work: Work): boolean {
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
