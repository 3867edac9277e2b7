import { join } from "node:path";
import { isThere, textInside, writeWhole } from "./files.ts";
import { commitOf, fields, git, gitOrNull, isAncestor, moveBranch, NO_COMMIT, pin } from "./git.ts";
import { checkRead } from "./pipes.ts";
import { folderOf, type TreeRecord, type Trees } from "./record.ts";
import { type Refused, refused } from "./refused.ts";
import { type Home, strangeIn } from "./sub-git.ts";
import { checkSubmodules } from "./submodules.ts";

/** Largest file in which git says where something is, bytes. */
const POINTER_MAX = 16 * 1024;
/** Largest log of where `HEAD` has been, bytes. */
const LOG_MAX = 16 * 1024 * 1024;

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
  return writeWhole(join(folderOf(trees, record.key), ".git"), pointerTo(gitDirOf(trees, record) ?? ""));
}

/**
 * Whether the tree's `.git` leads to a repository other than the runner's, or one with other settings. Work there may
 * have been committed to it, so nothing is saved, moved or removed until a person has looked.
 */
export async function swapped(trees: Trees, record: Pick<TreeRecord, "key" | "gitName">): Promise<Refused | null> {
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
    // A pointer that leads nowhere is rewritten: the repository was moved, or git has forgotten the tree.
    if (found === text || (name === ".git" && found && !(await isThere(found.slice(8).trimEnd())))) continue;
    return refused(
      "tree_swapped",
      `${join(place, name)} is not as the runner made it: git would use another repository or other settings there. Nothing of ${record.key} was saved or removed. Look into ${folder}, move that file away, and try again; the runner makes it anew.`,
    );
  }
  const strange = (await isThere(join(gitDir, "HEAD"))) ? await strangeIn(gitDir) : null;
  if (strange !== null)
    return refused(
      "tree_swapped",
      `${join(gitDir, strange)} is no file of git's: a pipe or a link there would hold it, or have it write elsewhere. Nothing of ${record.key} was saved or removed. Delete it, then try again.`,
    );
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

/**
 * A tree whose run left another branch checked out leaves it where it is: the runner's commits there would move it, and
 * it may be a person's. A branch of its own that the run deleted is put back where it was.
 */
export async function takeOwnHead(trees: Trees, record: Owned): Promise<void> {
  const { key, branch, base } = record;
  if (branch === null) return;
  const folder = folderOf(trees, key);
  const ref = `refs/heads/${branch}`;
  const why = `squadroom: work of tree ${key}`;
  // As another name for a branch, it would move that one.
  if ((await gitOrNull(folder, ["symbolic-ref", "--quiet", ref])) !== null)
    await git(folder, ["update-ref", "--no-deref", "-m", why, ref, await lastHead(trees, record)]);
  const now = await gitOrNull(folder, ["symbolic-ref", "--quiet", "HEAD"]);
  const head = await commitOf(folder, "HEAD");
  let own = await commitOf(folder, ref);
  if (own === null && head === null) {
    own = now === ref ? await lastHead(trees, record) : base;
    await moveBranch(folder, branch, { from: NO_COMMIT, to: own, why });
  }
  if (now === ref) return;
  if (head === null || head === own) await git(folder, ["symbolic-ref", "-m", why, "HEAD", ref]);
  else if (now !== null) await git(folder, ["update-ref", "--no-deref", "-m", why, "HEAD", head]);
}

type Owned = Pick<TreeRecord, "key" | "gitName" | "branch" | "base">;

async function lastHead(trees: Trees, record: Owned): Promise<string> {
  const log = (await textInside(gitDirOf(trees, record) ?? "", "logs/HEAD", LOG_MAX)) ?? "";
  const hashes = (log.trimEnd().split("\n").at(-1) ?? "").split(" ", 2);
  const last = hashes.findLast((hash) => /[1-9a-f]/.test(hash)) ?? record.base;
  const folder = folderOf(trees, record.key);
  const isOurs = (await commitOf(folder, last)) !== null && (await isAncestor(folder, record.base, last));
  return isOurs ? last : record.base;
}

/** Files that somebody told git to ignore changes in are looked at all the same. */
export async function unhide(folder: string): Promise<void> {
  const isSparse = (await gitOrNull(folder, ["config", "--bool", "core.sparsecheckout"])) === "true";
  const rows = fields(await git(folder, ["ls-files", "-v", "-z"]));
  for (const [flag, tags] of [
    ["--no-assume-unchanged", /^[a-z]/],
    // If only part of a project is checked out, the rest isn't deleted.
    ["--no-skip-worktree", isSparse ? /^$/ : /^s/i],
  ] as const) {
    const hidden = rows.filter((row) => tags.test(row)).map((row) => row.slice(2));
    if (hidden.length > 0) await git(folder, ["update-index", flag, "-z", "--stdin"], { input: hidden.join("\0") });
  }
}
