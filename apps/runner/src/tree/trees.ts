import { mkdir, readFile, realpath, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { isThere, removeAll } from "./files.ts";
import { commitOf, git, gitOrNull, moveBranch, NO_COMMIT } from "./git.ts";
import type { Copies } from "./kept-out.ts";
import { gitDirOf, homeOf, pinTree, swapped, takeOwnHead, unhide, writePointer } from "./own-git.ts";
import { checkOwnRepositories } from "./own-repositories.ts";
import { addPatiently, clearLocks, gitPath } from "./patience.ts";
import {
  deleteRecord,
  folderOf,
  holdingAll,
  holdingTree,
  movedBy,
  readPut,
  readRecord,
  readRecords,
  type TreeRecord,
  type Trees,
  writePut,
  writeRecord,
} from "./record.ts";
import { isRefused, type Refused, refused } from "./refused.ts";
import { changedFiles, checkoutsOf, type Leave, type Repository } from "./repository.ts";
import type { Home } from "./sub-git.ts";
import { fillSubmodules, keepSubmodules, unsavedSubmodules } from "./submodules.ts";

export interface Tree {
  key: string;
  folder: string;
  /** `null`: it only shows commits. */
  branch: string | null;
  /** The commit that its work starts from. */
  base: string;
  leave: Leave;
  /** Git's name for it. */
  gitName: string | null;
  copies: Copies;
  home: Home;
}

export interface TreeWish {
  key: string;
  /** The intended name of the branch (`branchName`); `null`: the tree only shows commits. */
  branch: string | null;
  /** A branch or a commit. An existing tree keeps its own. */
  base: string;
}

const NAMES_TRIED = 50;

/** @param folder for trees of this room and repository alone; made if there is none */
export async function openTrees(
  repository: Repository,
  { folder, room, locks }: Pick<Trees, "folder" | "room" | "locks">,
): Promise<Trees> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return { repository, folder: await realpath(folder), room, locks };
}

/**
 * The tree of this key, made if there is none. One that a killed process left half made is completed; what a run left
 * uncommitted is still there. Of two calls for one key the second waits.
 */
export function ensureTree(trees: Trees, wish: TreeWish): Promise<Tree | Refused> {
  return holdingTree(trees, wish.key, () =>
    holdingAll(trees, async () => {
      const found = await recordFor(trees, wish);
      if (isRefused(found)) return found;
      const problem = await (found.state === "ready" ? repair : make)(trees, found);
      return problem ?? treeOf(trees, found);
    }),
  );
}

/** The tree of this key as it is; `null`: there is no complete one. */
export async function findTree(trees: Trees, key: string): Promise<Tree | null> {
  const record = await readRecord(trees, key);
  return record?.state === "ready" && record.room === trees.room ? treeOf(trees, record) : null;
}

function treeOf(trees: Trees, record: TreeRecord): Tree {
  const { key, branch, base, gitName, leave, copies } = record;
  pinTree(trees, record);
  const home = homeOf(trees, record);
  const { folder } = home;
  return { key, folder, branch, base, gitName, copies, leave: new Set(leave), home };
}

/** A new tree's record has a branch at the base, and the branch's name is recorded before it is made. */
async function recordFor(trees: Trees, wish: TreeWish): Promise<TreeRecord | Refused> {
  const { root } = trees.repository;
  let record = await readRecord(trees, wish.key);
  if (record && (record.room !== trees.room || record.key !== wish.key))
    return refused(
      "tree_of_another",
      `The worktree in ${folderOf(trees, wish.key)} was made for ${record.key} of another room, and ${wish.key} doesn't go on there. Move it away with its record, then try again.`,
    );
  if (record?.state === "cleaning") {
    await drop(trees, record);
    record = null;
  }
  if (record?.state === "ready") return record;
  const base = record?.base ?? (await commitOf(root, wish.base));
  if (base === null) return refused("base_unknown", `${wish.base} is no branch and no commit here. Name one that is.`);
  const { key } = wish;
  const { room } = trees;
  const fresh: TreeRecord = {
    room,
    key,
    state: "making",
    branch: null,
    base,
    gitName: null,
    leave: [],
    copies: { rules: [], hashes: [] },
  };
  if (wish.branch === null) return fresh;
  const taken = new Set((await readRecords(trees)).flatMap(({ key, branch }) => (key === wish.key ? [] : [branch])));
  for (let n = 1; n <= NAMES_TRIED; n++) {
    const branch = n === 1 ? wish.branch : `${wish.branch}-${n}`;
    if (taken.has(branch)) continue;
    await clearLocks(trees, branch);
    const there = await commitOf(root, `refs/heads/${branch}`);
    const put = there && (await readPut(trees, branch));
    if (put && !put.includes(there)) return movedBy(branch, there, put);
    // One that is at the base, and that nobody has checked out, is ours from before a kill; a line has work that came
    // into it.
    const isOurs = put !== null || (record?.branch === branch && there === base);
    if (isOurs && !(await isOut(trees, branch))) return { ...fresh, branch };
    await writeRecord(trees, { ...fresh, branch });
    const why = `squadroom: tree ${wish.key}`;
    if (await moveBranch(root, branch, { from: NO_COMMIT, to: base, why })) return { ...fresh, branch };
  }
  await deleteRecord(trees, wish.key);
  return refused(
    "branch_taken",
    `No branch could be called ${wish.branch}: that name, or the start of it, is taken. Rename the branch that has it.`,
  );
}

async function isOut(trees: Trees, branch: string): Promise<boolean> {
  const own = join(trees.folder, "trees");
  const all = await checkoutsOf(trees.repository);
  return all.some((one) => one.branch === branch && !one.isGone && !one.folder.startsWith(own));
}

/** Nobody has worked in it yet, so it is begun again. */
async function make(trees: Trees, record: TreeRecord): Promise<Refused | null> {
  const folder = folderOf(trees, record.key);
  const { root } = trees.repository;
  const { branch, base } = record;
  await writeRecord(trees, record);
  await removeFolder(trees, folder);
  const all = await checkoutsOf(trees.repository);
  const taker = all.find((one) => branch && one.branch === branch);
  if (taker && !taker.isGone)
    return refused(
      "branch_checked_out",
      `${branch} is checked out in ${taker.folder}. Switch to another branch there, then try again.`,
    );
  const why = `squadroom: tree ${record.key}`;
  if (branch && (await commitOf(root, `refs/heads/${branch}`)) === null)
    await moveBranch(root, branch, { from: NO_COMMIT, to: base, why });
  await addWorktree(trees, record, []);
  await fillSubmodules(homeOf(trees, record));
  record.state = "ready";
  await writeRecord(trees, record);
  return null;
}

/** Whoever works there finds the repository itself; the runner's own git keeps to its pin. */
async function addWorktree(trees: Trees, record: TreeRecord, options: readonly string[]): Promise<void> {
  const { root, gitFolder } = trees.repository;
  const folder = folderOf(trees, record.key);
  // Git removes it with the last one.
  await mkdir(join(gitFolder, "worktrees"), { recursive: true });
  const what = record.branch === null ? ["--detach", folder, record.base] : [folder, record.branch];
  await addPatiently(root, [...options, ...what]);
  const told = await readFile(join(folder, ".git"), "utf8");
  record.gitName = basename(told.trimEnd());
  await writePointer(trees, record);
  pinTree(trees, record);
}

/** Somebody may have worked in it: nothing of that is lost. */
async function repair(trees: Trees, record: TreeRecord): Promise<Refused | null> {
  const folder = folderOf(trees, record.key);
  const kept = `${folder}.kept`;
  const isKept = await isThere(kept);
  if (!isKept && !(await isThere(folder))) return make(trees, record);
  const problem = isKept ? null : await swapped(trees, record);
  if (problem !== null) return problem;
  pinTree(trees, record);
  const gitDir = gitDirOf(trees, record);
  if (isKept || gitDir === null || !(await isThere(join(gitDir, "HEAD")))) {
    // Git has forgotten it: its files move to one that git knows.
    if (!isKept) await rename(folder, kept);
    await removeFolder(trees, folder);
    await addWorktree(trees, record, ["--no-checkout"]);
    await writeRecord(trees, record);
    await rm(join(kept, ".git"), { recursive: true, force: true });
    await rename(join(folder, ".git"), join(kept, ".git"));
    await rm(folder, { recursive: true });
    await rename(kept, folder);
  } else await writePointer(trees, record);
  await clearLocks(trees, record.branch, folder);
  await takeOwnHead(trees, record);
  if (!(await isThere(await gitPath(folder, "index")))) await git(folder, ["reset", "--quiet"]);
  await unhide(folder);
  return null;
}

/** With what git knows about it, even if half made or locked. */
async function removeFolder(trees: Trees, folder: string): Promise<void> {
  await removeAll(folder);
  for (const one of await checkoutsOf(trees.repository)) if (one.folder === folder) await removeAll(one.gitDir);
}

/**
 * Removes the tree, and its branch unless that is kept. Work that nothing else has makes it refuse, unless `discards`
 * says that it may be lost. Idempotent.
 */
export function cleanTree(
  trees: Trees,
  key: string,
  { keepBranch, discards = false }: { keepBranch: boolean; discards?: boolean },
): Promise<Refused | null> {
  return holdingTree(trees, key, () =>
    holdingAll(trees, async () => {
      const record = await readRecord(trees, key);
      if (record === null || record.room !== trees.room) return null;
      if (record.state === "ready" && !discards) {
        const problem = await whatWouldBeLost(trees, record, keepBranch);
        if (problem !== null) return problem;
      }
      const dropsBranch = !keepBranch || record.dropsBranch === true;
      await writeRecord(trees, { ...record, state: "cleaning", dropsBranch });
      await drop(trees, { ...record, dropsBranch });
      return null;
    }),
  );
}

async function whatWouldBeLost(trees: Trees, record: TreeRecord, keepBranch: boolean): Promise<Refused | null> {
  const { key, branch, base } = record;
  if (branch === null) return null;
  const { root } = trees.repository;
  const { folder, leave } = treeOf(trees, record);
  const ends = keepBranch ? [] : [await commitOf(root, `refs/heads/${branch}`)];
  if ((await isThere(folder)) || (await isThere(`${folder}.kept`))) {
    const problem = await repair(trees, record);
    if (problem !== null) return problem;
    const { home } = treeOf(trees, record);
    const lost = await keepSubmodules(home, key, record.copies.hashes);
    if (lost !== null) return lost;
    const files = [...(await changedFiles(folder, leave)), ...(await unsavedSubmodules(home))];
    if (files.length > 0)
      return refused(
        "uncommitted",
        `The tree ${key} has work that no commit has. Save it first, or say that it may be lost.`,
        { files },
      );
    const nested = await checkOwnRepositories(trees, treeOf(trees, record));
    if (nested !== null) return nested;
    // If a run left its branch, only this names what it committed.
    ends.push(await commitOf(folder, "HEAD"));
  }
  const own = ends.filter((end) => end !== null);
  if (own.length === 0) return null;
  const isKept = await isElsewhere(root, keepBranch ? null : branch, own, [base]);
  return isKept ? null : unmerged(branch);
}

/** Removes a branch of ours that no tree has, if other branches have all of it. Idempotent. */
export function dropBranch(trees: Trees, branch: string): Promise<Refused | null> {
  return holdingAll(trees, async () => {
    const { root } = trees.repository;
    const head = await commitOf(root, `refs/heads/${branch}`);
    const put = (await readPut(trees, branch)) ?? [];
    const known = await Promise.all([head ?? "", ...put].map((one) => commitOf(root, one)));
    const ends = known.filter((one) => one !== null);
    if (ends.length > 0 && !(await isElsewhere(root, branch, ends))) return unmerged(branch);
    await clearLocks(trees, branch);
    if (head !== null) await git(root, ["update-ref", "--no-deref", "-d", `refs/heads/${branch}`, head]);
    await writePut(trees, branch, null);
    return null;
  });
}

/** Whether other branches, or these commits, have all of it. */
async function isElsewhere(
  root: string,
  branch: string | null,
  ends: readonly string[],
  known: readonly string[] = [],
): Promise<boolean> {
  const but = branch === null ? [] : [`--exclude=${branch}`];
  const others = [...known, ...but, "--branches", "--remotes", "--tags"];
  return (await git(root, ["rev-list", "--max-count=1", ...ends, "--not", ...others])) === "";
}

function unmerged(branch: string): Refused {
  return refused(
    "unmerged",
    `${branch} has commits that no other branch has. Keep the branch, merge it, or say that they may be lost.`,
  );
}

async function drop(trees: Trees, record: TreeRecord): Promise<void> {
  const folder = folderOf(trees, record.key);
  await removeAll(`${folder}.kept`);
  await removeFolder(trees, folder);
  await clearLocks(trees, record.branch);
  const del = ["update-ref", "--no-deref", "-d", `refs/heads/${record.branch}`];
  if (record.dropsBranch === true && record.branch !== null) await gitOrNull(trees.repository.root, del);
  await deleteRecord(trees, record.key);
}
