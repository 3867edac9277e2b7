/** What a diff changes. */
export interface DiffCount {
  added: number;
  removed: number;
  /** Paths of the files, the first ones; `fileCount` has how many there are. */
  files: string[];
  fileCount: number;
}

/** Paths that the log keeps of one diff. */
export const DIFF_FILES_KEPT = 50;
const PATH_MAX = 300;

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const BINARY = /^Binary files .+ and (.+) differ$/;

/**
 * Counts what a unified diff changes, as `git diff` and `diff -u` write it: lines inside hunks only, so that
 * neither headers nor what stands around them count. A file that is renamed, binary or of another mode counts
 * without lines. Tolerant: what is no part of a diff is passed over.
 */
export function countDiff(text: string): DiffCount {
  const files = new Map<string, true>();
  const sum = { added: 0, removed: 0 };
  /** Lines of the hunk that are still to come, by side. */
  const left = { before: 0, after: 0 };
  let old = "";
  /** By git's own header; a better name may follow. */
  let header: string | null = null;
  const settle = () => {
    if (header !== null) files.set(header, true);
    header = null;
  };
  for (const line of text.split(/\r?\n/)) {
    if (left.before > 0 || left.after > 0) {
      take(line, left, sum);
      continue;
    }
    const hunk = HUNK.exec(line);
    if (hunk) {
      left.before = Number(hunk[1] ?? 1);
      left.after = Number(hunk[2] ?? 1);
    } else if (line.startsWith("diff --git ")) {
      settle();
      header = headerPath(line);
    } else if (line.startsWith("rename to ")) {
      header = line.slice("rename to ".length);
    } else if (line.startsWith("--- ")) old = pathOf(line);
    else if (line.startsWith("+++ ")) {
      const path = pathOf(line);
      header = path === "/dev/null" ? old : path;
      settle();
    } else if (header === null) {
      const path = BINARY.exec(line)?.[1];
      if (path !== undefined) files.set(plainPath(path), true);
    }
  }
  settle();
  const paths = [...files.keys()].filter((path) => path !== "");
  return {
    ...sum,
    files: paths.slice(0, DIFF_FILES_KEPT).map((path) => path.slice(0, PATH_MAX).toWellFormed()),
    fileCount: paths.length,
  };
}

function take(
  line: string,
  left: { before: number; after: number },
  sum: { added: number; removed: number },
): void {
  switch (line[0]) {
    case "+":
      left.after -= 1;
      sum.added += 1;
      return;
    case "-":
      left.before -= 1;
      sum.removed += 1;
      return;
    // No newline at the end of the file: said about the line in front of it.
    case "\\":
      return;
    default:
      left.before -= 1;
      left.after -= 1;
  }
}

/** `--- a/src/a.ts⇥2026-01-01` is `src/a.ts`. */
function pathOf(line: string): string {
  return plainPath(line.slice(4).split("\t")[0] ?? "");
}

function plainPath(path: string): string {
  const bare = path.trim().replace(/^"(.*)"$/, "$1");
  return bare === "/dev/null" ? bare : bare.replace(/^[ab]\//, "");
}

/** `diff --git a/P b/P`: both sides have one name, unless a rename says so itself. */
function headerPath(line: string): string {
  const both = line.slice("diff --git ".length);
  const after = both.slice(Math.floor(both.length / 2) + 1);
  return plainPath(after);
}

/** What several diffs change together; a file of two of them is one. */
export function sumDiffs(diffs: readonly DiffCount[]): DiffCount | null {
  if (diffs.length === 0) return null;
  const files = [...new Set(diffs.flatMap((diff) => diff.files))];
  // Of those beyond what is kept nobody knows whether they are the same.
  const beyond = Math.max(0, ...diffs.map((diff) => diff.fileCount - diff.files.length));
  return {
    added: diffs.reduce((sum, { added }) => sum + added, 0),
    removed: diffs.reduce((sum, { removed }) => sum + removed, 0),
    files,
    fileCount: files.length + beyond,
  };
}
