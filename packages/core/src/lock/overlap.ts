import { type Glob, matches, type Part, type Work } from "../kernel/glob.ts";

/**
 * Compares two patterns as locks do. No path is both a file and a folder: a plain path overlaps everything below it,
 * and all patterns that begin with it.
 */
export function commonLocked(a: Glob, b: Glob, work: Work): string | null {
  const below = isBelow(a, b) ? b : isBelow(b, a) ? a : null;
  return below ? commonPath(below, ["**"], work) : commonPath(a, b, work);
}

/** Nothing that the pattern matches is outside the folder that a plain path names. */
export function isBelow(folder: Glob, glob: Glob): boolean {
  if (folder === null || glob === null || glob.length <= folder.length) return false;
  return isLiteral(folder) && folder.every((name, i) => name === glob[i]);
}

/**
 * A path that both patterns match, if there is one: exact, as `matches` compares. A path has at least one segment, none
 * of them `.` or `..`, and begins with no drive (`c:`). `null` also if the work ran out: then `work.left` is 0 or less,
 * and nobody knows.
 */
export function commonPath(a: Glob, b: Glob, work: Work): string | null {
  if (a === null || b === null) return null;
  const found = isLiteral(a)
    ? matches(b, a, work) && a
    : isLiteral(b)
      ? matches(a, b, work) && b
      : partsMeet(a, b, work);
  return found ? found.join("/") : null;
}

/** A path without wildcards: it matches nothing else. */
export function isLiteral(glob: readonly Part[]): glob is readonly string[] {
  return glob.every(isName);
}

export function isName(part: Part): part is string {
  return typeof part === "string" && part !== "**";
}

function partsMeet(a: readonly Part[], b: readonly Part[], work: Work): string[] | null {
  const failed = new Set<number>();
  const from = (i: number, j: number, isFirst: boolean): string[] | null => {
    const key = (i * (b.length + 1) + j) * 2 + Number(isFirst);
    if (failed.has(key) || work.left-- <= 0) return null;
    const found = step(i, j, isFirst);
    if (!found) failed.add(key);
    return found;
  };
  const step = (i: number, j: number, isFirst: boolean): string[] | null => {
    const [x, y] = [a[i], b[j]];
    // Both match everything: one segment is a path, none is not.
    if (x === undefined && y === undefined) return isFirst ? ["x"] : [];
    const skipped = (x === "**" ? from(i + 1, j, isFirst) : null) ?? (y === "**" ? from(i, j + 1, isFirst) : null);
    if (skipped || x === undefined || y === undefined) return skipped;
    // What must not come first may come after anything.
    if (x === "**" && y === "**") {
      const after = isFirst ? from(i, j, false) : null;
      return after && ["x", ...after];
    }
    const segment = segmentOf(x === "**" ? ANY : x, y === "**" ? ANY : y, isFirst, work);
    if (segment === null) return null;
    const rest = from(x === "**" ? i : i + 1, y === "**" ? j : j + 1, false);
    return rest && [segment, ...rest];
  };
  return from(0, 0, true);
}

const ANY: Part = ["*"];

/** What keeps a text from being a segment, letter by letter; `drive`: one letter before a colon. */
type Read = "nothing" | "dot" | "dots" | "drive" | "name";
const READS: readonly Read[] = ["nothing", "dot", "dots", "drive", "name"];

function readOn(read: Read, letter: string, isFirst: boolean): Read | null {
  switch (read) {
    case "nothing":
      if (letter === ".") return "dot";
      return isFirst && /^[A-Za-z]$/.test(letter) ? "drive" : "name";
    case "dot":
      return letter === "." ? "dots" : "name";
    case "drive":
      return letter === ":" ? null : "name";
    default:
      return "name";
  }
}

/** A segment that both parts match. */
function segmentOf(x: Part, y: Part, isFirst: boolean, work: Work): string | null {
  const [a, b] = [[...x], [...y]];
  const failed = new Set<number>();
  const from = (i: number, j: number, read: Read): string | null => {
    const key = (i * (b.length + 1) + j) * READS.length + READS.indexOf(read);
    if (failed.has(key) || work.left-- <= 0) return null;
    failed.add(key);
    const [p, q] = [a[i], b[j]];
    if (p === undefined && q === undefined) return read === "name" || read === "drive" ? "" : null;
    const skipped = (isStar(x, p) ? from(i + 1, j, read) : null) ?? (isStar(y, q) ? from(i, j + 1, read) : null);
    if (skipped !== null || p === undefined || q === undefined) return skipped;
    for (const letter of lettersOf(wanted(x, p), wanted(y, q))) {
      const then = readOn(read, letter, isFirst);
      const rest = then && from(isStar(x, p) ? i : i + 1, isStar(y, q) ? j : j + 1, then);
      if (rest !== null) return letter + rest;
    }
    return null;
  };
  return from(0, 0, "nothing");
}

/** In a name without wildcards a star is not one: stars are in patterns alone, never in a text part. */
function isStar(part: Part, letter: string | undefined): boolean {
  return typeof part !== "string" && letter === "*";
}

/** The letter required there; `null`: any. */
function wanted(part: Part, letter: string): string | null {
  return typeof part !== "string" && (letter === "*" || letter === "?") ? null : letter;
}

/** If no letter is required, any but a dot and a colon will do; a digit is no drive either. */
function lettersOf(one: string | null, other: string | null): readonly string[] {
  if (one !== null && other !== null) return one === other ? [one] : [];
  const letter = one ?? other;
  return letter === null ? ["x", "1"] : [letter];
}
