import { join } from "node:path";
import { movedMeanwhile } from "./forward.ts";
import { commitOf, isAncestor, moveBranch, NO_COMMIT } from "./git.ts";
import { prefixOf } from "./names.ts";
import { clearLocks } from "./patience.ts";
import { holdingAll, holdingTree, movedBy, readPut, type Trees, writePut } from "./record.ts";
import { type Refused, refused } from "./refused.ts";
import { type Checkout, checkoutsOf } from "./repository.ts";
import { findTree } from "./trees.ts";

/** The branch of a session, or of one message: where reviewed work comes together. */
export interface Line {
  key: string;
  branch: string;
  /** What it starts from if it does not exist yet. */
  base: string;
}

interface Found {
  start: string;
  /** Who has it checked out. */
  out: Checkout | null;
}

/**
 * Where the line is, and who has it checked out; a new one begins where it should: made by one, however many start from
 * it at once. It never moves under a person.
 */
export function openLine(trees: Trees, line: Line): Promise<Found | Refused> {
  return holdingTree(trees, `start of ${line.key}`, () => lineThere(trees, line));
}

/** Everybody who works in the repository can move it: it is where the runner put it, or nobody continues from it. */
async function lineThere(trees: Trees, line: Line): Promise<Found | Refused> {
  const { branch, base, key } = line;
  const { root } = trees.repository;
  const foreign = notOurs(trees, branch);
  if (foreign !== null) return foreign;
  // Whoever works in a tree of its own commits there.
  const isTrees = (await findTree(trees, key))?.branch === branch;
  const put = isTrees ? null : await readPut(trees, branch);
  const there = await commitOf(root, `refs/heads/${branch}`);
  if (put && there !== null && !put.includes(there)) return movedBy(branch, there, put);
  const all = await checkoutsOf(trees.repository);
  const out = all.find((one) => one.branch === branch && !one.isGone) ?? null;
  if (out && !out.folder.startsWith(join(trees.folder, "trees")))
    return refused(
      "branch_checked_out",
      `${branch} is checked out in ${out.folder}, whose files a merge would not change. Switch to another branch there, then try again.`,
    );
  if (there !== null && (put || isTrees)) return { start: there, out };
  const named = put?.at(-1) ?? base;
  const to = await commitOf(root, named);
  if (to === null) return refused("base_unknown", `${named} is no branch and no commit here. Name one that is.`);
  if (there !== null) {
    if (!(await isAncestor(root, there, to))) return movedBy(branch, there, [to]);
    await writePut(trees, branch, [there]);
    return { start: there, out };
  }
  const why = `squadroom: line ${key}`;
  if (await moveLine(trees, branch, { from: NO_COMMIT, to, why })) return { start: to, out };
  // Somebody else's git made it meanwhile.
  const isThere = (await commitOf(root, `refs/heads/${branch}`)) !== null;
  return isThere ? lineThere(trees, line) : movedMeanwhile(branch);
}

/** Moves it in one step; killed before or after that, it is where the runner put it. */
export function moveLine(trees: Trees, branch: string, move: Parameters<typeof moveBranch>[2]): Promise<boolean> {
  return holdingAll(trees, async () => {
    const before = await readPut(trees, branch);
    await writePut(trees, branch, [move.from, move.to]);
    await clearLocks(trees, branch);
    const isMoved = await moveBranch(trees.repository.root, branch, move);
    await writePut(trees, branch, isMoved ? [move.to] : before);
    return isMoved;
  });
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
