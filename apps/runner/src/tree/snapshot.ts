import { type Changes, changesBetween } from "./changes.ts";
import { isThere } from "./files.ts";
import { commitOf, fields, git, gitOrNull, isAncestor, moveBranch, NO_COMMIT } from "./git.ts";
import { strays, takeOut } from "./kept-out.ts";
import { slug } from "./names.ts";
import { swapped, takeOwnHead, unhide } from "./own-git.ts";
import { clearLocks, gitPath } from "./patience.ts";
import { holdingTree, type Trees } from "./record.ts";
import { isRefused, type Refused, refused } from "./refused.ts";
import { addAll } from "./repository.ts";
import { commitSubmodules, keepSubmodules } from "./submodules.ts";
import { findTree, type Tree } from "./trees.ts";

export interface SnapshotOptions {
  /** Who worked there, such as `Builder 1`. */
  author: string;
  message: string;
  /**
   * Runs the user's commit hooks. They are for people who commit what they mean to keep: here a commit saves a state,
   * and the project's checks run on it anyway. A hook that refuses would leave it unsaved.
   */
  hooks?: boolean;
}

export interface Snapshot extends Changes {
  head: string;
  /** What the changes are compared with. */
  base: string;
}

/** Saves what no commit has, and reports what the tree changes. Called twice, it makes one commit. */
export function snapshot(trees: Trees, key: string, options: SnapshotOptions): Promise<Snapshot | Refused> {
  return holdingTree(trees, key, async () => {
    const tree = await findTree(trees, key);
    if (tree === null || tree.branch === null)
      return refused("tree_unknown", `There is no tree ${key} to save. Make it first.`);
    const strange = await swapped(trees, tree);
    if (strange !== null) return strange;
    await clearLocks(trees, tree.branch, tree.folder);
    await takeOwnHead(trees, tree);
    await unhide(tree.folder);
    const problem =
      (await operationUnderWay(tree.folder)) ??
      (await commit(trees, tree, options)) ??
      (await backOnBranch(tree, tree.branch));
    if (problem !== null) return problem;
    const copied = await keepSubmodules(tree.home, key, tree.copies.hashes);
    if (copied !== null) return copied;
    const head = (await commitOf(tree.folder, "HEAD")) ?? tree.base;
    const base = (await gitOrNull(tree.folder, ["merge-base", tree.base, head])) ?? tree.base;
    return { head, base, ...(await changesBetween(tree.folder, base, head)) };
  });
}

/** Whose work it is; the address leads nowhere. */
export function identity(name: string): Record<string, string> {
  const plain = name.replace(/[\p{Cc}<>]/gu, " ").trim() || "Agent";
  return {
    GIT_AUTHOR_NAME: plain,
    GIT_AUTHOR_EMAIL: `${slug(plain) || "agent"}@squadroom.invalid`,
    GIT_COMMITTER_NAME: "Squadroom runner",
    GIT_COMMITTER_EMAIL: "runner@squadroom.invalid",
  };
}

const OPERATIONS = {
  "rebase-merge": "rebase",
  "rebase-apply": "rebase",
  CHERRY_PICK_HEAD: "cherry-pick",
  REVERT_HEAD: "revert",
};

export async function operationUnderWay(folder: string): Promise<Refused | null> {
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    if (!(await isThere(await gitPath(folder, name)))) continue;
    return refused(
      "operation_under_way",
      `A ${operation} is not finished in ${folder}. End it with \`git ${operation} --continue\` or \`git ${operation} --abort\`, then try again.`,
    );
  }
  return null;
}

async function commit(trees: Trees, tree: Tree, { author, message, hooks }: SnapshotOptions): Promise<Refused | null> {
  const { folder } = tree;
  const { root } = trees.repository;
  const open = fields(await git(folder, ["diff", "--name-only", "--diff-filter=U", "-z"]));
  const unsettled = open.length === 0 ? [] : await withMarks(folder, open);
  if (unsettled.length > 0)
    return refused(
      "conflicts_open",
      "A merge in the tree has conflicts that nobody settled. Settle them in these files, then try again.",
      { files: unsettled },
    );
  const links = await commitSubmodules(tree.home, message, identity(author));
  if (isRefused(links)) return links;
  const stray =
    (await addAll(folder, tree.leave, [...links, ...(await takeOut(root, tree))])) ?? (await strays(root, tree));
  if (stray !== null) return stray;
  // A settled merge is ended by its commit, changed or not.
  const isMerge = (await gitOrNull(folder, ["rev-parse", "--verify", "--quiet", "MERGE_HEAD"])) !== null;
  const isSame = (await gitOrNull(folder, ["diff", "--cached", "--quiet", "--ignore-submodules=none"])) !== null;
  if (isSame && !isMerge) return null;
  const save = ["commit", "--quiet", "--allow-empty-message", "--cleanup=whitespace", "--file=-"];
  await git(folder, save, { input: message, env: identity(author), hooks });
  return null;
}

async function withMarks(folder: string, files: readonly string[]): Promise<string[]> {
  const literal = files.map((path) => `:(literal)${path}`);
  const grep = ["grep", "-lzE", "^(<<<<<<<|>>>>>>>) ", "--", ...literal];
  const marked = await gitOrNull(folder, grep);
  return fields(marked ?? "");
}

/** A run may have left another branch checked out, or none. */
async function backOnBranch({ folder, key, base }: Tree, branch: string): Promise<Refused | null> {
  const now = await gitOrNull(folder, ["symbolic-ref", "--quiet", "HEAD"]);
  const ref = `refs/heads/${branch}`;
  if (now === ref) return null;
  const head = await commitOf(folder, "HEAD");
  const from = await commitOf(folder, ref);
  const why = `squadroom: work of tree ${key}`;
  const isBehind = head !== null && (await isAncestor(folder, from ?? base, head));
  const move = { from: from ?? NO_COMMIT, to: head ?? "", why };
  if (!isBehind || !(await moveBranch(folder, branch, move)))
    return refused(
      "other_branch",
      `The run left ${head?.slice(0, 12) ?? "no commit"} checked out in ${folder}, without what ${branch} has. Bring its commits to ${branch}, and check that out.`,
    );
  await git(folder, ["symbolic-ref", "-m", why, "HEAD", ref]);
  return null;
}
