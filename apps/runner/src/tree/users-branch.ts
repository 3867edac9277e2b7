import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { type ConflictFile, mergeTrees } from "./conflict.ts";
import { commitOf, fields, GitError, git, gitOrNull, isAncestor, moveBranch } from "./git.ts";
import { commitTree, movedMeanwhile, unknownBranch, type Work } from "./merge.ts";
import { ifMissing } from "./record.ts";
import { type Refused, refused } from "./refused.ts";
import { type Checkout, checkoutsOf, type Repository } from "./repository.ts";
import { operationUnderWay } from "./snapshot.ts";

export type Taken =
  | { result: "taken"; before: string; head: string; how: "fast_forward" | "merge" }
  | { result: "contained"; head: string }
  | { result: "conflict"; head: string; conflict: ConflictFile[] };

/**
 * Brings a line into a branch of the user's: only when a person says so. Where the branch is checked out,
 * its files follow, as with `git merge` at a terminal and with the user's hooks. What somebody changed there
 * and didn't commit stays as it is: if a file of it is concerned, the answer is no.
 */
export async function intoUsersBranch(
  repository: Repository,
  branch: string,
  work: Work,
): Promise<Taken | Refused> {
  const { root } = repository;
  const before = await commitOf(root, `refs/heads/${branch}`);
  const theirs = await commitOf(root, `refs/heads/${work.branch}`);
  if (before === null || theirs === null)
    return unknownBranch(before === null ? branch : work.branch);
  if (await isAncestor(root, theirs, before)) return { result: "contained", head: before };
  const isForward = await isAncestor(root, before, theirs);
  let head = theirs;
  if (!isForward) {
    const merge = await mergeTrees(root, before, theirs);
    if ("conflict" in merge) return { result: "conflict", head: before, ...merge };
    head = await commitTree(root, merge.tree, [before, theirs], work);
  }
  const all = await checkoutsOf(repository);
  const out = all.find((one) => one.branch === branch && !one.isGone);
  const why = `squadroom: merge ${work.branch}`;
  if (out) {
    const problem = await forward(out, branch, before, head);
    if (problem !== null) return problem;
  } else if (!(await moveBranch(root, branch, { from: before, to: head, why })))
    return movedMeanwhile(branch);
  return { result: "taken", before, head, how: isForward ? "fast_forward" : "merge" };
}

async function forward(
  { folder }: Checkout,
  branch: string,
  before: string,
  head: string,
): Promise<Refused | null> {
  const underWay = await operationUnderWay(folder);
  if (underWay !== null) return underWay;
  const files = await inTheWay(folder, before, head);
  if (files.length > 0) return wouldOverwrite(folder, files);
  try {
    // Git looks once more itself, and doesn't leave the files and the branch apart.
    await git(folder, ["merge", "--quiet", "--ff-only", "--no-autostash", head], { hooks: true });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if ((await commitOf(folder, "HEAD")) !== before) return movedMeanwhile(branch);
    const [, named] = /would be overwritten by merge:\n((?:\t.*\n)+)/.exec(error.stderr) ?? [];
    if (named === undefined) throw error;
    return wouldOverwrite(folder, named.trim().split(/\n\t/));
  }
  return null;
}

/** Files that the move changes and that have something no commit has, ignored by git or not. */
async function inTheWay(folder: string, before: string, head: string): Promise<string[]> {
  const between = ["diff", "--no-renames", "--name-only", "-z"];
  const changed = new Set(fields(await git(folder, [...between, before, head])));
  const dirty = fields(await git(folder, [...between, "HEAD"]));
  const known = new Set(fields(await git(folder, ["ls-files", "-z"])));
  const added = fields(await git(folder, [...between, "--diff-filter=A", before, head]));
  const there = new Set<string>();
  for (const path of added) {
    const own = await unknownAt(folder, path, known);
    if (own !== null) there.add(own);
  }
  return [...new Set([...dirty.filter((path) => changed.has(path)), ...there])].sort();
}

/** A file that git doesn't know, where a new file or one of its folders comes to be. */
async function unknownAt(
  folder: string,
  path: string,
  known: ReadonlySet<string>,
): Promise<string | null> {
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth++) {
    const place = parts.slice(0, depth).join("/");
    const found = await lstat(join(folder, place)).catch(ifMissing);
    if (found === null) return null;
    if (!found.isDirectory()) return known.has(place) ? null : place;
  }
  // A folder where the file comes to be: what git knows there goes, the rest is somebody's.
  const rest = await gitOrNull(folder, ["ls-files", "--others", "-z", "--", `:(literal)${path}/`]);
  return fields(rest ?? "")[0] ?? null;
}

function wouldOverwrite(folder: string, files: string[]): Refused {
  return refused(
    "would_overwrite",
    `${folder} has work in these files that no commit has. Commit it or put it aside (\`git stash\`), then try again.`,
    { files },
  );
}
