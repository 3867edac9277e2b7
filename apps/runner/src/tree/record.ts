import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing, writeWhole } from "./files.ts";
import type { Copies } from "./kept-out.ts";
import { fileName } from "./names.ts";
import { holding } from "./owner-lock.ts";
import { clearPipes } from "./pipes.ts";
import { type Refused, refused } from "./refused.ts";
import type { Repository } from "./repository.ts";

/** Where the trees of a repository are: outside it. */
export interface Trees {
  repository: Repository;
  /** For this room, in this project, only. */
  folder: string;
  /** The room's id: another may have had its name, and has tasks with the same ids. */
  room: string;
  /** For locks on what rooms share, the repository, and for where its lines are. */
  locks: string;
  /** How old git's lock has to be for its owner to count as killed. */
  staleLockMs?: number;
}

/**
 * What is known about a tree, written before each step that it names.
 *
 * | state | what may be there |
 * |---|---|
 * | making | the branch, parts of the folder; nobody's work |
 * | ready | everything; a run may have worked there |
 * | cleaning | less and less of it |
 */
export interface TreeRecord {
  /** Whose work it is. */
  room: string;
  key: string;
  state: "making" | "ready" | "cleaning";
  /** `null`: the tree has no branch, it only shows commits. */
  branch: string | null;
  /** The commit that its work starts from. */
  base: string;
  /** Git's name for it, below `worktrees`; `null`: git doesn't know it yet. */
  gitName: string | null;
  /** Set while it is cleaned: its branch goes too. */
  dropsBranch?: boolean;
  /** What no snapshot has (`Leave`). */
  leave: string[];
  copies: Copies;
  setup?: {
    /** Identifies the command and what it depends on. */
    stamp: string;
    isDone: boolean;
    /** What was there before and git didn't know. */
    before: string[];
  };
}

export const folderOf = (trees: Trees, key: string) => join(trees.folder, "trees", fileName(key));

/** Nobody else does anything with this tree meanwhile, in this process or another. */
export function holdingTree<T>(trees: Trees, key: string, act: () => Promise<T>): Promise<T> {
  return holding(join(trees.folder, "locks"), `tree-${fileName(key)}`, act);
}

/** What git keeps for all working copies is changed by one at a time. */
export function holdingAll<T>(trees: Trees, act: () => Promise<T>): Promise<T> {
  return holding(trees.locks, "repository", async () => {
    await clearPipes(trees.repository.gitFolder);
    return act();
  });
}

export function readRecord(trees: Trees, key: string): Promise<TreeRecord | null> {
  return readJson<TreeRecord>(placeOf(trees, key));
}

async function readJson<T>(place: string): Promise<T | null> {
  const text = await readFile(place, "utf8").catch(ifMissing);
  return text === null ? null : (JSON.parse(text) as T);
}

export async function readRecords(trees: Trees): Promise<TreeRecord[]> {
  const folder = join(trees.folder, "records");
  const files = (await readdir(folder).catch(ifMissing)) ?? [];
  const own = files.filter((file) => file.endsWith(".json")).sort();
  const all = await Promise.all(own.map((file) => readJson<TreeRecord>(join(folder, file))));
  return all.filter((one) => one !== null);
}

export function writeRecord(trees: Trees, record: TreeRecord): Promise<void> {
  return writeWhole(placeOf(trees, record.key), JSON.stringify(record));
}

/** Where the runner last put a line and, before that, where it may have been about to move it when it was killed. */
type Put = readonly string[];

export function readPut(trees: Trees, branch: string): Promise<Put | null> {
  return readJson<Put>(putOf(trees, branch));
}

/** @param put `null`: the line is gone */
export function writePut(trees: Trees, branch: string, put: Put | null): Promise<void> {
  const place = putOf(trees, branch);
  return put ? writeWhole(place, JSON.stringify(put)) : rm(place, { force: true });
}

/** Runners in other folders of the repository have the same lines. */
function putOf({ locks }: Trees, branch: string): string {
  return join(locks, "lines", `${fileName(branch)}.json`);
}

export function movedBy(branch: string, there: string, put: Put): Refused {
  const [at, own] = [there, put.at(-1) ?? ""].map((commit) => commit.slice(0, 12));
  return refused(
    "line_moved",
    `${branch} is at ${at}, and the runner left it at ${own}: somebody else moved it, and nobody judged what it has now. Nothing goes on from it. Put it back (\`git update-ref --no-deref refs/heads/${branch} ${own}\`), then try again; what you want to keep of it, give a branch of its own first (\`git branch kept ${at}\`).`,
  );
}

export async function deleteRecord(trees: Trees, key: string): Promise<void> {
  await rm(placeOf(trees, key), { force: true });
}

function placeOf(trees: Trees, key: string): string {
  return join(trees.folder, "records", `${fileName(key)}.json`);
}
