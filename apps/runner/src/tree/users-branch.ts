import { type ConflictFile, mergeTrees } from "./conflict.ts";
import { forward, movedMeanwhile } from "./forward.ts";
import { commitOf, gitOrNull, isAncestor, moveBranch, pin } from "./git.ts";
import { commitTree, unknownBranch, type Work } from "./merge.ts";
import type { Refused } from "./refused.ts";
import { checkoutsOf, type Repository } from "./repository.ts";

/** `work`: the commit of the line that is now in the user's branch. */
export type Taken =
  | { result: "taken"; before: string; head: string; work: string; how: "fast_forward" | "merge" }
  | { result: "contained"; head: string; work: string }
  | { result: "conflict"; head: string; conflict: ConflictFile[] };

/**
 * Brings a line into a branch of the user's, only when a person says so. If the branch is checked out, its files
 * follow, as with `git merge` at a terminal and with the user's hooks. Uncommitted changes of somebody else's stay as
 * they are: if such a file is concerned, the answer is no.
 */
export async function intoUsersBranch(repository: Repository, named: string, work: Work): Promise<Taken | Refused> {
  const { root } = repository;
  // It may be another name for a branch, which would then move.
  const led = await gitOrNull(root, ["symbolic-ref", "--quiet", `refs/heads/${named}`]);
  const branch = led?.replace("refs/heads/", "") ?? named;
  const before = await commitOf(root, `refs/heads/${branch}`);
  const theirs = await commitOf(root, work.head ?? `refs/heads/${work.branch}`);
  if (before === null || theirs === null) return unknownBranch(before === null ? branch : work.branch);
  if (await isAncestor(root, theirs, before)) return { result: "contained", head: before, work: theirs };
  const isForward = await isAncestor(root, before, theirs);
  let head = theirs;
  if (!isForward) {
    const merge = await mergeTrees(root, before, theirs);
    if ("conflict" in merge) return { result: "conflict", head: before, conflict: merge.conflict };
    head = await commitTree(root, merge.tree, [before, theirs], work);
  }
  const all = await checkoutsOf(repository);
  const out = all.find((one) => one.branch === branch && !one.isGone);
  const why = `squadroom: merge ${work.branch}`;
  if (out) {
    pin({ ...repository.pin, gitDir: out.gitDir, workTree: out.folder });
    const problem = await forward(out, branch, before, head, { hooks: true });
    if (problem !== null) return problem;
  } else if (!(await moveBranch(root, branch, { from: before, to: head, why }))) return movedMeanwhile(branch);
  return { result: "taken", before, head, work: theirs, how: isForward ? "fast_forward" : "merge" };
}
