import { join } from "node:path";
import { type Check, type CheckOutcome, runChecks } from "./checks.ts";
import { type ConflictFile, mergeTrees } from "./conflict.ts";
import { forward, movedMeanwhile } from "./forward.ts";
import { commitOf, git, isAncestor, moveBranch, NO_COMMIT } from "./git.ts";
import { checkMarks } from "./marks.ts";
import { prefixOf } from "./names.ts";
import { homeOf } from "./own-git.ts";
import { holdingTree, readRecord, type Trees } from "./record.ts";
import { isRefused, type Refused, refused } from "./refused.ts";
import { type Checkout, changedFiles, checkoutsOf } from "./repository.ts";
import { type SetUp, setUpTree } from "./set-up.ts";
import { identity } from "./snapshot.ts";
import { withSubmodules } from "./submodules.ts";
import { ensureTree } from "./trees.ts";

/** The branch of a session, or of one message: where reviewed work comes together. */
export interface Line {
  key: string;
  branch: string;
  /** What it starts from, where it isn't there yet. */
  base: string;
}

export interface Work {
  branch: string;
  /** The commit of it that was judged; left out or `null`: the branch as it is. */
  head?: string | null;
  /** Of the merge. */
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

/** Of a command line, paths. */
const CLEANED_AT_ONCE = 200;

export type Merged =
  | { result: "merged"; before: string; head: string; checks: CheckOutcome[] }
  /** The line has this work already: nothing was done. Where its merge is the last thing there, `before` is what that was made on. */
  | { result: "contained"; before: string; head: string }
  /** Nothing was moved. */
  | { result: "conflict"; head: string; conflict: ConflictFile[] }
  /** Nothing was moved: what would be there fails. */
  | { result: "checks_failed"; head: string; checks: CheckOutcome[] };

/**
 * Merges one branch into the line. The merge is made and checked beside all branches; then the line
 * moves to it in one step, from where it was seen. Killed at any point, it is as before or as after,
 * and called again it ends what it began.
 */
export function mergeInto(
  trees: Trees,
  line: Line,
  work: Work,
  options: MergeOptions,
): Promise<Merged | Refused> {
  return holdingTree(trees, `line ${line.key}`, async () => {
    const { root } = trees.repository;
    const found = await openLine(trees, line);
    if (isRefused(found)) return found;
    const { start, out } = found;
    const theirs = await commitOf(root, work.head ?? `refs/heads/${work.branch}`);
    if (theirs === null) return unknownBranch(work.branch);
    if (await isAncestor(root, theirs, start)) {
      // Nobody may have heard of it: whoever made it was killed.
      const [, on, brought] = (await git(root, ["rev-list", "--parents", "-n1", start]))
        .trim()
        .split(" ");
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
    if (await moveBranch(root, line.branch, { from: start, to: head, why }))
      return { result: "merged", before: start, head, checks };
    return movedMeanwhile(line.branch);
  });
}

/**
 * Where the line is, and who has it out; it begins where it should if it is new: made by one, however many start from it
 * at once. Of people nobody sees it move under them.
 */
export function openLine(
  trees: Trees,
  line: Line,
): Promise<{ start: string; out: Checkout | null } | Refused> {
  return holdingTree(trees, `start of ${line.key}`, () => lineThere(trees, line));
}

async function lineThere(
  trees: Trees,
  line: Line,
): Promise<{ start: string; out: Checkout | null } | Refused> {
  const { branch, base, key } = line;
  const { root } = trees.repository;
  const foreign = notOurs(trees, branch);
  if (foreign !== null) return foreign;
  const all = await checkoutsOf(trees.repository);
  const taker = all.find((one) => one.branch === branch && !one.isGone);
  const isOurs = taker?.folder.startsWith(join(trees.folder, "trees"));
  if (taker && !isOurs)
    return refused(
      "branch_checked_out",
      `${branch} is checked out in ${taker.folder}, whose files a merge would not change. Switch to another branch there, then try again.`,
    );
  const there = await commitOf(root, `refs/heads/${branch}`);
  if (there !== null) return { start: there, out: taker ?? null };
  const to = await commitOf(root, base);
  if (to === null)
    return refused("base_unknown", `${base} is no branch and no commit here. Name one that is.`);
  const why = `squadroom: line ${key}`;
  if (await moveBranch(root, branch, { from: NO_COMMIT, to, why })) return { start: to, out: null };
  // Git of somebody else's made it meanwhile: it is where they put it.
  const isThere = (await commitOf(root, `refs/heads/${branch}`)) !== null;
  return isThere ? lineThere(trees, line) : movedMeanwhile(branch);
}

/** Branches of people, and of other rooms, are theirs. */
export function notOurs({ room }: Trees, branch: string): Refused | null {
  const ours = prefixOf(room);
  if (branch.startsWith(ours)) return null;
  return refused(
    "branch_not_ours",
    `${branch} is no branch of this room: those are under ${ours}. A person merges, pushes or removes it.`,
  );
}

/** What isn't this room's, or more than was judged: whoever works in a tree can commit there after its task has ended. */
export async function notJudged(
  trees: Trees,
  branch: string,
  head: string | null,
): Promise<Refused | null> {
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
  return refused(
    "branch_unknown",
    `There is no branch ${branch}. See \`git branch\` for those that are.`,
  );
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
  const record = await readRecord(trees, key);
  if (record)
    await withSubmodules(homeOf(trees, record), () => git(tree.folder, go), { force: true });
  const left = await changedFiles(tree.folder, tree.leave);
  for (let at = 0; at < left.length; at += CLEANED_AT_ONCE) {
    const some = left.slice(at, at + CLEANED_AT_ONCE);
    await git(tree.folder, ["--literal-pathspecs", "clean", "-ffdq", "--", ...some]);
  }
  const done = await setUpTree(trees, key, setUp);
  if (isRefused(done)) return done;
  return runChecks(trees, done.tree, checks, setUp);
}
