/** A line of a file before, after, or on both sides of a change. */
export interface DiffLine {
  kind: "same" | "added" | "removed";
  before: number | null;
  after: number | null;
  text: string;
}

export interface Hunk {
  /** Lines between the hunk in front of it and this one. */
  skipped: number;
  lines: DiffLine[];
}

export interface DiffFile {
  path: string;
  status: "created" | "modified" | "deleted";
  added: number;
  removed: number;
  hunks: Hunk[];
}

const MODE = /^(new|deleted) file mode /;
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * The files of a unified diff, as `git diff` and `diff -u` write it. Tolerant: what is no part of one is
 * passed over, and no file at all says that there was none.
 */
export function parseDiff(text: string): DiffFile[] {
  const files: DiffFile[] = [];
  let file: DiffFile | undefined;
  let hunk: Hunk | undefined;
  let old = "";
  /** Line numbers on both sides, and how many lines of the hunk are still to come. */
  const at = { before: 0, after: 0, beforeLeft: 0, afterLeft: 0 };
  for (const line of text.split(/\r?\n/)) {
    const header = HUNK.exec(line);
    if (hunk && file && (at.beforeLeft > 0 || at.afterLeft > 0)) {
      const read = readLine(line, at);
      if (read?.kind === "added") file.added += 1;
      if (read?.kind === "removed") file.removed += 1;
      if (read) hunk.lines.push(read);
    } else if (line.startsWith("diff --git ")) {
      // It may be all that is said of a file: one that is binary, or only moved.
      file = { ...startOf(named(line), "/dev/null"), status: "modified" };
      hunk = undefined;
      files.push(file);
    } else if (file?.hunks.length === 0 && MODE.test(line)) {
      file.status = line.startsWith("new") ? "created" : "deleted";
    } else if (line.startsWith("--- ")) old = pathOf(line);
    else if (line.startsWith("+++ ")) {
      if (file && file.hunks.length === 0) files.pop();
      file = startOf(old, pathOf(line));
      hunk = undefined;
      files.push(file);
      at.after = 0;
    } else if (header && file) {
      const from = Math.max(0, Number(header[3]) - 1);
      hunk = { skipped: Math.max(0, from - at.after), lines: [] };
      file.hunks.push(hunk);
      at.before = Math.max(0, Number(header[1]) - 1);
      at.after = from;
      at.beforeLeft = Number(header[2] ?? 1);
      at.afterLeft = Number(header[4] ?? 1);
    }
  }
  return files;
}

function startOf(before: string, after: string): DiffFile {
  const [isNew, isGone] = [before === "/dev/null", after === "/dev/null"];
  const status = isNew ? "created" : isGone ? "deleted" : "modified";
  return { path: isGone ? before : after, status, added: 0, removed: 0, hunks: [] };
}

/** The path after a change, from the line with both. */
function named(line: string): string {
  const at = Math.max(line.lastIndexOf(" b/"), line.lastIndexOf(' "b/'));
  return pathOf(`    ${line.slice(at + 1)}`);
}

function readLine(
  line: string,
  at: { before: number; after: number; beforeLeft: number; afterLeft: number },
): DiffLine | null {
  const [sign = " "] = line;
  const text = line.slice(1);
  if (sign === "+") {
    at.afterLeft -= 1;
    return { kind: "added", before: null, after: ++at.after, text };
  }
  if (sign === "-") {
    at.beforeLeft -= 1;
    return { kind: "removed", before: ++at.before, after: null, text };
  }
  // "\ No newline at end of file" is a remark.
  if (sign === "\\") return null;
  at.beforeLeft -= 1;
  at.afterLeft -= 1;
  return { kind: "same", before: ++at.before, after: ++at.after, text };
}

function pathOf(line: string): string {
  const [path = ""] = line.slice(4).split("\t");
  return path
    .trim()
    .replace(/^"|"$/g, "")
    .replace(/^[ab]\//, "");
}

/** The file that a finding speaks of: by its path, or by the end of one. */
export function isAbout(path: string, file: string): boolean {
  const plain = file.replace(/^\.?\//, "");
  return path === plain || path.endsWith(`/${plain}`) || plain.endsWith(`/${path}`);
}
