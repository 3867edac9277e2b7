import type { LineRange } from "@squadroom/core/run/radar";

export interface PatchedFile {
  /** `null`: it was not there before. */
  before: string | null;
  /** `null`: it is gone. */
  after: string | null;
  hunks: Hunk[];
}

/** As git prints it: of an empty side, the line after which it stands. */
export interface Hunk {
  before: { start: number; count: number };
  after: { start: number; count: number };
}

/** Files with changed lines of a unified diff of git's, whatever their lines contain. */
export function readPatch(text: string): PatchedFile[] {
  const files: PatchedFile[] = [];
  let before: string | null = null;
  let inHunk = 0;
  for (const line of text.split("\n")) {
    if (inHunk > 0 && /^[-+ ]/.test(line)) {
      inHunk -= line.startsWith(" ") ? 2 : 1;
      continue;
    }
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (hunk) {
      const [start = 0, count = 1, newStart = 0, newCount = 1] = hunk
        .slice(1)
        .map((one) => (one === undefined ? undefined : Number(one)));
      inHunk = count + newCount;
      files.at(-1)?.hunks.push({
        before: { start, count },
        after: { start: newStart, count: newCount },
      });
    } else if (line.startsWith("--- ")) before = nameIn(line);
    else if (line.startsWith("+++ ")) files.push({ before, after: nameIn(line), hunks: [] });
  }
  return files;
}

/** The lines of the old file that hunks change; for lines put between two, these two. */
export function touchedBefore(hunks: readonly Hunk[]): LineRange[] {
  return joined(
    hunks.map(({ before: { start, count } }) =>
      count === 0
        ? { from: Math.max(1, start), to: start + 1 }
        : { from: start, to: start + count - 1 },
    ),
  );
}

function joined(ranges: readonly LineRange[]): LineRange[] {
  const all: LineRange[] = [];
  for (const range of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && range.from <= last.to + 1) last.to = Math.max(last.to, range.to);
    else all.push({ ...range });
  }
  return all;
}

/** Git puts a tab behind a name with blanks, and quotes one with odd characters. */
function nameIn(line: string): string | null {
  const name = line.slice(4).replace(/\t$/, "");
  if (name === "/dev/null") return null;
  return (name.startsWith('"') ? unquoted(name) : name).slice(2);
}

const ESCAPES: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

function unquoted(quoted: string): string {
  const bytes: Buffer[] = [];
  for (const [, octal, letter, plain] of quoted
    .slice(1, -1)
    .matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gu)) {
    if (octal !== undefined) bytes.push(Buffer.from([Number.parseInt(octal, 8)]));
    else if (letter !== undefined) {
      const code = ESCAPES[letter];
      bytes.push(code === undefined ? Buffer.from(letter) : Buffer.from([code]));
    } else bytes.push(Buffer.from(plain ?? ""));
  }
  return Buffer.concat(bytes).toString("utf8");
}
