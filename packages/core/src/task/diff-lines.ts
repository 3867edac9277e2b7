/** What a diff changes. */
export interface DiffCount {
  added: number;
  removed: number;
  /** Paths of the files, the first ones; `fileCount` has how many there are. */
  files: string[];
  fileCount: number;
}

/** A diff that was read. */
export interface ReadDiff {
  changes: DiffCount;
  /** Each path that it creates, changes, moves away or deletes: what boundaries are held against. */
  touched: string[];
}

/** Paths that the log keeps of one diff. */
export const DIFF_FILES_KEPT = 50;
const PATH_MAX = 300;
const NO_FILE = ["", "/dev/null"];

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
const BINARY = /^Binary files .+ and (.+) differ$/;

/**
 * Reads what a unified diff changes, as `git diff` and `diff -u` write it: lines inside hunks only, so that
 * neither headers nor what stands around them count. A file that is renamed, binary or of another mode counts
 * without lines. Tolerant: what is no part of a diff is passed over.
 */
export function readDiff(text: string): ReadDiff {
  const files = new Set<string>();
  /** Touched without being counted: what was renamed, and headers whose lines name another file. */
  const beside = new Set<string>();
  const sum = { added: 0, removed: 0 };
  /** Lines of the hunk that are still to come, by side. */
  const left = { before: 0, after: 0 };
  let old = "";
  /** By git's own header; a better name may follow. */
  let header: string | null = null;
  const settle = () => {
    if (header !== null) files.add(header);
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
    } else if (line.startsWith("rename from ")) {
      beside.add(unquoted(line.slice("rename from ".length)));
    } else if (line.startsWith("rename to ") || line.startsWith("copy to ")) {
      header = unquoted(line.slice(line.indexOf(" to ") + " to ".length));
    } else if (line.startsWith("--- ")) old = pathOf(line);
    else if (line.startsWith("+++ ")) {
      const path = pathOf(line);
      if (header !== null) beside.add(header);
      header = path === "/dev/null" ? old : path;
      settle();
    } else if (header === null) {
      const path = BINARY.exec(line)?.[1];
      if (path !== undefined) files.add(plainPath(path));
    }
  }
  settle();
  const paths = [...files].filter((path) => path !== "");
  const kept = paths.slice(0, DIFF_FILES_KEPT);
  return {
    changes: {
      ...sum,
      files: kept.map((path) => path.slice(0, PATH_MAX).toWellFormed()),
      fileCount: paths.length,
    },
    touched: [...new Set([...paths, ...beside])].filter((path) => !NO_FILE.includes(path)),
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
  const bare = unquoted(path.trim());
  return bare === "/dev/null" ? bare : bare.replace(/^[ab]\//, "");
}

const ESCAPES: Readonly<Record<string, string>> = { t: "\t", n: "\n", r: "\r" };

/** Git quotes a path with other letters than these: `"src/\303\244.ts"` is `src/ä.ts`. */
function unquoted(path: string): string {
  const inner = /^"(.*)"$/.exec(path)?.[1];
  if (inner === undefined) return path;
  const bytes = inner.replace(/(?:\\[0-3][0-7]{2})+/g, (run) =>
    new TextDecoder().decode(Uint8Array.from(run.slice(1).split("\\"), (one) => parseInt(one, 8))),
  );
  return bytes.replace(/\\(.)/g, (_, one: string) => ESCAPES[one] ?? one);
}

/** `diff --git a/P b/P`: both sides have one name, unless a rename says so itself, or two files are compared. */
function headerPath(line: string): string {
  const both = line.slice("diff --git ".length);
  const half = Math.floor(both.length / 2);
  const after = plainPath(both.slice(half + 1));
  if (both[half] === " " && plainPath(both.slice(0, half)) === after) return after;
  return plainPath(both.slice(Math.max(both.lastIndexOf(" b/"), both.lastIndexOf(' "b/')) + 1));
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
