import type { LineRange } from "@squadroom/core/run/radar";
import { readDiff } from "@squadroom/core/task/diff";
import { PLAIN } from "./changes.ts";
import { fields, GitError, git, gitOrNull } from "./git.ts";

/** One place where both sides changed the same lines. */
export interface ConflictHunk {
  ours: string[];
  theirs: string[];
  /** Their place in that side's file; `null`: that side deleted them. */
  oursAt: LineRange | null;
  theirsAt: LineRange | null;
}

export interface ConflictFile {
  path: string;
  /** Git's word for it, such as `contents`, `modify/delete` or `binary`. */
  kind: string;
  /** None if it isn't about lines. */
  hunks: ConflictHunk[];
}

/** Most lines of a side, and most hunks of a file. Anything longer is read in the branches. */
const SHOWN_MAX = 60;

/** Merges two commits without touching any file. @returns the tree of both, with marks where they conflict */
export async function mergeTrees(
  folder: string,
  ours: string,
  theirs: string,
): Promise<{ tree: string } | { tree: string; conflict: ConflictFile[] }> {
  try {
    const told = await git(folder, ["merge-tree", "--write-tree", "-z", ours, theirs]);
    return { tree: fields(told)[0] ?? "" };
  } catch (error) {
    if (!(error instanceof GitError) || error.exitCode !== 1) throw error;
    const tree = fields(error.stdout)[0] ?? "";
    return { tree, conflict: await readConflicts(folder, error.stdout) };
  }
}

type Sides = Map<2 | 3, string>;

/** @source git-merge-tree(1), OUTPUT: the tree, conflicted files by stage, an empty field, messages */
async function readConflicts(folder: string, told: string): Promise<ConflictFile[]> {
  const [tree = "", ...rest] = told.split("\0");
  const end = rest.indexOf("");
  const sides = new Map<string, Sides>();
  for (const row of rest.slice(0, end)) {
    const [facts = "", path = ""] = row.split("\t", 2);
    const [, hash = "", stage] = facts.split(" ");
    const own = sides.get(path) ?? new Map();
    sides.set(path, own.set(Number(stage), hash));
  }
  const kinds = kindsIn(rest.slice(end + 1));
  const files = [...sides].map(async ([path, own]) => ({
    path,
    kind: kinds.get(path) ?? "contents",
    hunks: await hunksOf(folder, tree, path, own),
  }));
  return Promise.all(files);
}

/** Messages: how many paths, the paths, the kind, the sentence. */
function kindsIn(messages: readonly string[]): Map<string, string> {
  const kinds = new Map<string, string>();
  for (let at = 0; at < messages.length && messages[at] !== ""; ) {
    const count = Number(messages[at]);
    const kind = messages[at + count + 1] ?? "";
    const named = /^CONFLICT \((.*)\)$/.exec(kind)?.[1];
    for (const path of messages.slice(at + 1, at + 1 + count))
      if (named !== undefined && !kinds.has(path)) kinds.set(path, named);
    at += count + 3;
  }
  return kinds;
}

async function hunksOf(folder: string, tree: string, path: string, sides: Sides): Promise<ConflictHunk[]> {
  const [ours, theirs] = [sides.get(2), sides.get(3)];
  if (ours === undefined || theirs === undefined) return [];
  const merged = await gitOrNull(folder, ["cat-file", "blob", `${tree}:${path}`]);
  const { hunks, settled } = readMarks(merged ?? "");
  if (hunks.length === 0) return [];
  const oursAt = await placesIn(folder, settled.ours, ours);
  const theirsAt = await placesIn(folder, settled.theirs, theirs);
  return hunks.slice(0, SHOWN_MAX).map((hunk) => ({
    ours: hunk.ours.slice(0, SHOWN_MAX),
    theirs: hunk.theirs.slice(0, SHOWN_MAX),
    oursAt: oursAt(hunk.before.ours, hunk.ours.length),
    theirsAt: theirsAt(hunk.before.theirs, hunk.theirs.length),
  }));
}

/** The conflicts, and the file with all of them settled for one side. */
function readMarks(merged: string) {
  const settled = { ours: [] as string[], theirs: [] as string[] };
  const hunks: { ours: string[]; theirs: string[]; before: { ours: number; theirs: number } }[] = [];
  let side: "ours" | "theirs" | null = null;
  for (const line of merged.split("\n")) {
    if (side === null && line.startsWith("<<<<<<< ")) {
      const before = { ours: settled.ours.length, theirs: settled.theirs.length };
      hunks.push({ ours: [], theirs: [], before });
      side = "ours";
    } else if (side === "ours" && line === "=======") side = "theirs";
    else if (side === "theirs" && line.startsWith(">>>>>>> ")) side = null;
    else if (side === null) {
      settled.ours.push(line);
      settled.theirs.push(line);
    } else {
      hunks.at(-1)?.[side].push(line);
      settled[side].push(line);
    }
  }
  return { hunks, settled };
}

/** Settled for one side, the file still has what merged cleanly from the other: that moves lines. */
async function placesIn(folder: string, settled: readonly string[], blob: string) {
  const input = settled.join("\n");
  const hash = (await git(folder, ["hash-object", "-w", "--stdin"], { input })).trimEnd();
  const diff = ["diff", "--unified=0", ...PLAIN, hash, blob];
  const moves = readDiff(await git(folder, diff), { withLines: false }).files[0]?.hunks ?? [];
  return (before: number, count: number): LineRange | null => {
    if (count === 0) return null;
    const from = moves
      .filter((move) => move.before.start + Math.max(move.before.count, 1) <= before + 1)
      .reduce((at, move) => at + move.after.count - move.before.count, before + 1);
    return { from, to: from + count - 1 };
  };
}
