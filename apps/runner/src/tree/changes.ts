import { LAST_LINE, type LineRange, TOUCHED_FILES_MAX, type TouchedFile } from "@squadroom/core/run/radar";
import { type Hunk, readDiff } from "@squadroom/core/task/diff";
import { readInside } from "./files.ts";
import { fields, git, gitOrNull } from "./git.ts";
import { checkRead } from "./pipes.ts";
import { isLeft } from "./repository.ts";
import { strangeIn } from "./sub-git.ts";
import { checkSubmodules } from "./submodules.ts";
import type { Tree } from "./trees.ts";

export interface ChangedFile {
  path: string;
  /** Its former name, if it was renamed. */
  from?: string;
  status: "added" | "modified" | "deleted" | "renamed";
  /** Lines; 0 if it is not text. */
  added: number;
  removed: number;
  /** Git's name for its content, `null`: it was deleted. */
  hash: string | null;
  /** Bytes. */
  size: number | null;
}

export interface Changes {
  files: ChangedFile[];
  touched: TouchedFile[];
  /** Unified; cut with a note if it is longer than 200 kB. */
  diff: string;
  /** If it is cut: all files and the sum of their lines, since boundaries hold for what is left out too. */
  list: string;
}

const DIFF_MAX = 200_000;
/** Largest diff that is read only for its line numbers, bytes. Files after that count as touched in full. */
const PATCH_MAX = 32 * 1024 * 1024;
/** Largest new file whose lines are counted, bytes. */
const COUNTED_MAX = 1024 * 1024;
/** A file whose lines nobody counted: all of them. */
const WHOLE: LineRange = { from: 1, to: LAST_LINE };

/** Whatever the user's git settings; a submodule is one file with its commit, and nobody looks inside. */
export const PLAIN = [
  "--no-color",
  "--no-relative",
  "--submodule=short",
  "--ignore-submodules=dirty",
  "--inter-hunk-context=0",
  "-O/dev/null",
  "--no-ext-diff",
  "--no-textconv",
  "--src-prefix=a/",
  "--dst-prefix=b/",
];

/** The changes between two commits. */
export async function changesBetween(folder: string, base: string, head: string): Promise<Changes> {
  const args = ["diff", "--raw", "--numstat", "--no-abbrev", "-z", "--find-renames", ...PLAIN];
  const files = readRaw(await git(folder, [...args, base, head]));
  const sizes = await sizesOf(folder, files);
  const diff = ["diff", "--find-renames", ...PLAIN];
  const text = await git(folder, [...diff, base, head], { cutAt: DIFF_MAX });
  const isCut = Buffer.byteLength(text) >= DIFF_MAX;
  const all = ["--raw", "--abbrev=4", "--shortstat"];
  return {
    files: files.map((file) => ({ ...file, size: sizes.get(file.hash) ?? null })),
    touched: await touchedSince(folder, [base, head]),
    diff: isCut ? cut(text, base, head) : text,
    list: isCut ? await git(folder, [...diff, ...all, base, head]) : "",
  };
}

/** The files that work in the tree now touches, committed or not. Takes no lock that a run may need. */
export async function touched(tree: Tree): Promise<TouchedFile[]> {
  if ((await checkRead(tree.folder)) ?? (await strangeIn(tree.home.gitDir))) return [];
  if ((await checkSubmodules(tree.home)) !== null) return [];
  const since = (await gitOrNull(tree.folder, ["merge-base", tree.base, "HEAD"])) ?? tree.base;
  const known = await touchedSince(tree.folder, [since]);
  const args = ["ls-files", "--others", "--exclude-standard", "-z"];
  const unknown = fields(await git(tree.folder, args)).filter(
    (path) => !path.endsWith("/") && !isLeft(tree.leave, path),
  );
  const added: TouchedFile[] = [];
  // One by one, and no more than are reported: an agent may make thousands.
  for (const path of unknown.slice(0, TOUCHED_FILES_MAX))
    added.push({ path, ranges: [{ from: 1, to: await linesOf(tree.folder, path) }] });
  return [...known, ...added];
}

async function touchedSince(folder: string, what: readonly string[]): Promise<TouchedFile[]> {
  const args = ["diff", "--unified=0", "--no-renames", ...PLAIN, ...what];
  const names = fields(await git(folder, ["diff", "--name-only", "--no-renames", "-z", ...PLAIN, ...what]));
  // What a cut left of the last file is not all of it.
  const patch = readDiff(await git(folder, args, { cutAt: PATCH_MAX }), { withLines: false });
  const ranges = new Map<string, LineRange[]>();
  for (const { path, status, hunks } of patch.files)
    if (hunks.length > 0)
      ranges.set(
        path,
        status === "created" ? hunks.map(({ after: { count } }) => ({ from: 1, to: count })) : touchedBefore(hunks),
      );
  return names.map((path) => ({ path, ranges: ranges.get(path) ?? [WHOLE] }));
}

/** The lines of the old file that hunks change; for lines inserted between two, these two. */
export function touchedBefore(hunks: readonly Hunk[]): LineRange[] {
  return joined(
    hunks.map(({ before: { start, count } }) =>
      count === 0 ? { from: Math.max(1, start), to: start + 1 } : { from: start, to: start + count - 1 },
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

/** `--raw -z` and `--numstat -z`, one after the other. */
function readRaw(text: string): ChangedFile[] {
  const parts = text.split("\0");
  const files = new Map<string, ChangedFile>();
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at] ?? "";
    if (part.startsWith(":")) {
      const [, , , hash = "", letter = ""] = part.split(" ");
      const first = parts[++at] ?? "";
      const path = /^[RC]/.test(letter) ? (parts[++at] ?? "") : first;
      const status = STATUS[letter.charAt(0)] ?? "modified";
      files.set(path, {
        path,
        ...(path !== first && status === "renamed" && { from: first }),
        status,
        added: 0,
        removed: 0,
        hash: status === "deleted" ? null : hash,
        size: null,
      });
    } else if (part !== "") {
      const [added, removed, own] = part.split("\t");
      if (own === "") at += 2;
      const file = files.get(
        (own === "" ? parts[at] : part.slice(part.indexOf("\t", part.indexOf("\t") + 1) + 1)) ?? "",
      );
      if (file) Object.assign(file, { added: Number(added) || 0, removed: Number(removed) || 0 });
    }
  }
  return [...files.values()];
}

const STATUS: Record<string, ChangedFile["status"]> = {
  A: "added",
  C: "added",
  D: "deleted",
  R: "renamed",
};

async function sizesOf(folder: string, files: readonly ChangedFile[]): Promise<Map<string | null, number>> {
  const hashes = [...new Set(files.flatMap(({ hash }) => hash ?? []))];
  if (hashes.length === 0) return new Map();
  const input = `${hashes.join("\n")}\n`;
  const rows = await git(folder, ["cat-file", "--batch-check=%(objectname) %(objectsize)"], {
    input,
  });
  return new Map(
    rows.split("\n").flatMap((row) => {
      const [hash = "", size] = row.split(" ");
      return Number.isSafeInteger(Number(size)) ? [[hash, Number(size)] as const] : [];
    }),
  );
}

function cut(text: string, base: string, head: string): string {
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  return `${whole}\\ The diff is longer than ${DIFF_MAX / 1000} kB and ends here. \`git diff ${base}..${head}\` prints all of it.\n`;
}

async function linesOf(folder: string, path: string): Promise<number> {
  let lines = 0;
  const isRead = await readInside(folder, path, COUNTED_MAX, (piece) => {
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
  });
  return isRead ? Math.max(1, lines) : WHOLE.to;
}
