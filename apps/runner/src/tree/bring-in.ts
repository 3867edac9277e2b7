import { mergeTrees } from "./conflict.ts";
import { forward } from "./forward.ts";
import { commitOf, isAncestor } from "./git.ts";
import { commitTree, unknownBranch } from "./merge.ts";
import { holdingTree, readRecord, type Trees, writeRecord } from "./record.ts";
import { type Refused, refused } from "./refused.ts";
import { withSubmodules } from "./submodules.ts";
import type { Tree } from "./trees.ts";

/** A tree in which nobody has done anything starts from where its line is now. */
export function catchUp(trees: Trees, tree: Tree, start: string): Promise<Refused | null> {
  return holdingTree(trees, tree.key, async () => {
    const { root } = trees.repository;
    const own = await commitOf(tree.folder, "HEAD");
    const theirs = await commitOf(root, start);
    if (theirs === null || own === null || tree.branch === null) return null;
    if (own !== tree.base || own === theirs || !(await isAncestor(root, own, theirs))) return null;
    const problem = await moved(tree, own, theirs);
    if (problem !== null) return problem;
    const record = await readRecord(trees, tree.key);
    if (record) await writeRecord(trees, { ...record, base: theirs });
    return null;
  });
}

/**
 * Brings a line into a tree as one commit, with marks where the two conflict: whoever works there next removes them.
 * Never half done, and idempotent.
 *
 * @returns the files with marks
 */
export function bringIn(trees: Trees, tree: Tree, line: string, author: string): Promise<string[] | Refused> {
  return holdingTree(trees, tree.key, async () => {
    const { root } = trees.repository;
    const theirs = await commitOf(root, `refs/heads/${line}`);
    const own = await commitOf(tree.folder, "HEAD");
    if (theirs === null || tree.branch === null) return unknownBranch(line);
    if (own === null) return refused("tree_unknown", `The tree ${tree.key} has no commit.`);
    if (await isAncestor(root, theirs, own)) return [];
    const merge = await mergeTrees(root, own, theirs);
    const message = `Bring in ${line}`;
    const head = await commitTree(root, merge.tree, [own, theirs], { message, author });
    const problem = await moved(tree, own, head);
    if (problem !== null) return problem;
    return "conflict" in merge ? merge.conflict.map(({ path }) => path) : [];
  });
}

function moved(tree: Tree, before: string, head: string): Promise<Refused | null> {
  return withSubmodules(tree.home, () => forward(tree, tree.branch ?? "", before, head));
}
