import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing, textInside, writeWhole } from "./files.ts";
import { pin } from "./git.ts";
import { checkRead } from "./pipes.ts";
import { folderOf, type TreeRecord, type Trees } from "./record.ts";
import { type Refused, refused } from "./refused.ts";
import type { Home } from "./sub-git.ts";
import { checkSubmodules } from "./submodules.ts";

/** Of a file in which git says where something is, bytes. */
const POINTER_MAX = 16 * 1024;

/** Its `.git` is for whoever works there: the runner's own git never reads it. */
export function pinTree(trees: Trees, record: Pick<TreeRecord, "key" | "gitName">): void {
  const gitDir = gitDirOf(trees, record);
  if (gitDir) pin({ ...trees.repository.pin, gitDir, workTree: folderOf(trees, record.key) });
}

export function gitDirOf(trees: Trees, { gitName }: Pick<TreeRecord, "gitName">): string | null {
  return gitName && join(trees.repository.gitFolder, "worktrees", gitName);
}

const pointerTo = (gitDir: string) => `gitdir: ${gitDir}\n`;

export function writePointer(trees: Trees, record: TreeRecord): Promise<void> {
  return writeWhole(
    join(folderOf(trees, record.key), ".git"),
    pointerTo(gitDirOf(trees, record) ?? ""),
  );
}

/**
 * Whether what the tree's `.git` leads to is another repository than the runner's, or has other settings. Whoever works
 * there may have committed to it, so that nothing is saved, moved or removed until a person has looked.
 */
export async function swapped(
  trees: Trees,
  record: Pick<TreeRecord, "key" | "gitName">,
): Promise<Refused | null> {
  const folder = folderOf(trees, record.key);
  const gitDir = gitDirOf(trees, record);
  if (gitDir === null) return null;
  const wanted = [
    [folder, ".git", pointerTo(gitDir)],
    [gitDir, "commondir", "../..\n"],
    [gitDir, "gitdir", `${join(folder, ".git")}\n`],
    [gitDir, "config.worktree", null],
  ] as const;
  for (const [place, name, text] of wanted) {
    if (!(await isThere(join(place, name)))) continue;
    const found = await textInside(place, name, POINTER_MAX);
    // What leads nowhere is made anew: the repository was moved, or git has forgotten the tree.
    if (found === text || (name === ".git" && found && !(await isThere(found.slice(8).trimEnd()))))
      continue;
    return refused(
      "tree_swapped",
      `${join(place, name)} is not as the runner made it: git would use another repository or other settings there. Nothing of ${record.key} was saved or removed. Look into ${folder}, move that file away, and try again; the runner makes it anew.`,
    );
  }
  const odd = await checkRead(folder);
  // Git may have forgotten the tree.
  if (odd !== null || !(await isThere(join(gitDir, "HEAD")))) return odd;
  pinTree(trees, record);
  return checkSubmodules(homeOf(trees, record));
}

export function homeOf(trees: Trees, record: Pick<TreeRecord, "key" | "gitName">): Home {
  const { gitFolder, pin } = trees.repository;
  const gitDir = gitDirOf(trees, record) ?? gitFolder;
  return { folder: folderOf(trees, record.key), gitDir, gitFolder, place: pin.commonDir };
}

export async function isThere(place: string): Promise<boolean> {
  return (await lstat(place).catch(ifMissing)) !== null;
}
