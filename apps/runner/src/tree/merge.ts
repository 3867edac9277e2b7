import { type Check, type CheckOutcome, runChecks } from "./checks.ts";
import { type ConflictFile, mergeTrees } from "./conflict.ts";
import { forward, movedMeanwhile } from "./forward.ts";
import { commitOf, git, isAncestor } from "./git.ts";
import { type Line, moveLine, notOurs, openLine } from "./line.ts";
import { checkMarks } from "./marks.ts";
import { holdingTree, type Trees } from "./record.ts";
import { isRefused, type Refused, refused } from "./refused.ts";
import { changedFiles } from "./repository.ts";
import { type SetUp, setUpTree } from "./set-up.ts";
import { identity } from "./snapshot.ts";
import { withSubmodules } from "./submodules.ts";
import { ensureTree } from "./trees.ts";

export interface Work {
  branch: string;
  /** The commit of it that was judged; left out or `null`: the branch as it is. */
  head?: string | null;
  /** Message of the merge. */
  message: string;
  /** Whose work it is. */
  author: string;
}

export interface MergeOptions {
  /** They decide whether the merge stays. */
  checks: readonly Check[];
  /** For the tree in which the checks run. */
  setUp: SetUp;
}

/** Most paths in a command line. */
const CLEANED_AT_ONCE = 200;

export type Merged =
  | { result: "merged"; before: string; head: string; checks: CheckOutcome[] }
  /** The line already has this work: nothing was done. If its merge is last there, `before` is what it was made on. */
  | { result: "contained"; before: string; head: string }
  /** Nothing was moved. */
  | { result: "conflict"; head: string; conflict: ConflictFile[] }
  /** Nothing was moved: the result would fail. */
  | { result: "checks_failed"; head: string; checks: CheckOutcome[] };

/**
 * Merges one branch into the line. The merge is made and checked apart from all branches; then the line moves to it in
 * one step, from where it was seen. Killed at any point, it is as before or as after, and a repeated call completes
 * what this one began.
 */
export function mergeInto(trees: Trees, line: Line, work: Work, options: MergeOptions): Promise<Merged | Refused> {
  return holdingTree(trees, `line ${line.key}`, async () => {
    const { root } = trees.repository;
    const found = await openLine(trees, line);
    if (isRefused(found)) return found;
    const { start, out } = found;
    const theirs = await commitOf(root, work.head ?? `refs/heads/${work.branch}`);
    if (theirs === null) return unknownBranch(work.branch);
    if (await isAncestor(root, theirs, start)) {
      // Nobody may have heard of it: its maker was killed.
      const [, on, brought] = (await git(root, ["rev-list", "--parents", "-n1", start])).trim().split(" ");
      return { result: "contained", before: (brought === theirs && on) || start, head: start };
    }
    const merge = await mergeTrees(root, start, theirs);
    if ("conflict" in merge) return { result: "conflict", head: start, conflict: merge.conflict };
    const head = await commitTree(root, merge.tree, [start, theirs], work);
    const marked = await checkMarks(root, start, head);
    if (marked) return { result: "checks_failed", head: start, checks: [marked] };
    const checks = await check(trees, line, head, options);
    if (isRefused(checks)) return checks;
    const isWhole = checks.length === options.checks.length && checks.every(({ passed }) => passed);
    if (!isWhole) return { result: "checks_failed", head: start, checks };
    const why = `squadroom: merge ${work.branch}`;
    if (out !== null) {
      const problem = await forward(out, line.branch, start, head);
      return problem ?? { result: "merged", before: start, head, checks };
    }
    if (await moveLine(trees, line.branch, { from: start, to: head, why }))
      return { result: "merged", before: start, head, checks };
    return movedMeanwhile(line.branch);
  });
}

/** What isn't this room's, or more than was judged: whoever works in a tree can commit there after their task's end. */
export async function notJudged(trees: Trees, branch: string, head: string | null): Promise<Refused | null> {
  const foreign = notOurs(trees, branch);
  if (foreign !== null) return foreign;
  const now = await commitOf(trees.repository.root, `refs/heads/${branch}`);
  if (head === null || now === null || now === head) return null;
  const [from, to] = [head, now].map((commit) => commit.slice(0, 12));
  return refused(
    "unjudged",
    `${branch} is at ${to}, and its last task ended at ${from}: nobody checked what came after that. Look at it (\`git diff ${from} ${to}\`). If you want it, take or push with \`--anyway\`; if not, put the branch back: \`git update-ref refs/heads/${branch} ${from}\`.`,
  );
}

export function unknownBranch(branch: string): Refused {
  return refused("branch_unknown", `There is no branch ${branch}. See \`git branch\` for those that are.`);
}

export async function commitTree(
  root: string,
  tree: string,
  parents: readonly string[],
  { message, author }: Pick<Work, "message" | "author">,
): Promise<string> {
  const args = ["commit-tree", tree, ...parents.flatMap((one) => ["-p", one]), "-F", "-"];
  return (await git(root, args, { input: message, env: identity(author) })).trimEnd();
}

/** In a tree of the line's own, which shows the merge as nothing else does yet. */
async function check(
  trees: Trees,
  line: Line,
  commit: string,
  { checks, setUp }: MergeOptions,
): Promise<CheckOutcome[] | Refused> {
  if (checks.length === 0) return [];
  const key = `checks of ${line.key}`;
  const tree = await ensureTree(trees, { key, branch: null, base: commit });
  if (isRefused(tree)) return tree;
  const go = ["checkout", "--quiet", "--detach", "--force", commit];
  await withSubmodules(tree.home, () => git(tree.folder, go), { force: true });
  const left = await changedFiles(tree.folder, tree.leave);
  for (let at = 0; at < left.length; at += CLEANED_AT_ONCE) {
    const some = left.slice(at, at + CLEANED_AT_ONCE);
    await git(tree.folder, ["--literal-pathspecs", "clean", "-ffdq", "--", ...some]);
  }
  const done = await setUpTree(trees, key, setUp);
  if (isRefused(done)) return done;
  return runChecks(trees, done.tree, checks, setUp);
}
