import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing, isThere, textInside } from "./files.ts";
import { commitOf, fields, GitError, git, gitOrNull } from "./git.ts";
import { gitPath } from "./patience.ts";
import { type Refused, refused } from "./refused.ts";
import { stage } from "./repository.ts";
import { operationUnderWay } from "./snapshot.ts";

/** Most files that git writes at once. */
const BEGUN_MAX = 8;
/** Largest part of one of them, bytes. */
const BEGUN = 16 * 1024 * 1024;

export function movedMeanwhile(branch: string): Refused {
  return refused("branch_moved", `Somebody else moved ${branch} meanwhile. Nothing was changed; try again.`);
}

/**
 * Moves a checked-out branch to a later commit, with its files. Uncommitted changes of somebody else's stay as they
 * are: if the move concerns such a file, the answer is no.
 */
export async function forward(
  { folder }: { folder: string },
  branch: string,
  before: string,
  head: string,
  { hooks = false }: { hooks?: boolean } = {},
): Promise<Refused | null> {
  const underWay = await operationUnderWay(folder);
  if (underWay !== null) return underWay;
  // Another branch would move, which may be a person's.
  const out = await gitOrNull(folder, ["symbolic-ref", "--quiet", "HEAD"]);
  if (out !== `refs/heads/${branch}`) return movedMeanwhile(branch);
  const files = await inTheWay(folder, before, head);
  const others = files.length === 0 ? [] : await notThereYet(folder, head, files);
  if (others.length > 0) return wouldOverwrite(folder, others);
  await stage(folder, files);
  try {
    // Git itself looks once more, and doesn't leave the files and the branch apart.
    await git(folder, ["merge", "--quiet", "--ff-only", "--no-squash", "--no-autostash", head], {
      hooks,
    });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    if ((await commitOf(folder, "HEAD")) !== before) return movedMeanwhile(branch);
    const [, named] = /would be overwritten by merge:\n((?:\t.*\n)+)/.exec(error.stderr) ?? [];
    if (named === undefined) throw error;
    return wouldOverwrite(folder, named.trim().split(/\n\t/));
  }
  return null;
}

/** Files that the move changes and that contain something no commit has, ignored by git or not. */
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

/** Files that aren't in their final state: a move that was killed has already brought the others there. */
async function notThereYet(folder: string, head: string, files: readonly string[]): Promise<string[]> {
  const index = `${await gitPath(folder, "index")}.squadroom`;
  const asThere = { env: { GIT_INDEX_FILE: index } };
  try {
    await git(folder, ["read-tree", head], asThere);
    await gitOrNull(folder, ["update-index", "-q", "--refresh"], asThere);
    const diff = ["diff-files", "--name-only", "--ignore-submodules=dirty", "-z"];
    const others = new Set(fields(await git(folder, diff, asThere)));
    const known = new Set(fields(await git(folder, ["ls-files", "-z"], asThere)));
    const gone = files.filter((path) => !known.has(path));
    for (const path of gone) if (await isThere(join(folder, path))) others.add(path);
    const left = files.filter((path) => others.has(path));
    if (left.length === 0 || left.length === files.length || left.length > BEGUN_MAX) return left;
    const begun = await Promise.all(left.map((path) => isBegun(folder, head, path)));
    if (!begun.every(Boolean)) return left;
    const input = left.join("\0");
    await git(folder, ["checkout-index", "--force", "-z", "--stdin"], { ...asThere, input });
    return [];
  } finally {
    await rm(index, { force: true });
  }
}

/** Whether it has nothing that isn't in the coming file: git was killed while writing it. */
async function isBegun(folder: string, head: string, path: string): Promise<boolean> {
  const whole = await gitOrNull(folder, ["cat-file", "--filters", `${head}:${path}`]);
  const there = (await isThere(join(folder, path))) ? await textInside(folder, path, BEGUN) : "";
  return whole !== null && there !== null && whole.startsWith(there);
}

/** A file unknown to git in the place of a new file or of one of its folders. */
async function unknownAt(folder: string, path: string, known: ReadonlySet<string>): Promise<string | null> {
  const parts = path.split("/");
  for (let depth = 1; depth <= parts.length; depth++) {
    const place = parts.slice(0, depth).join("/");
    const found = await lstat(join(folder, place)).catch(ifMissing);
    if (found === null) return null;
    if (!found.isDirectory()) return known.has(place) ? null : place;
  }
  // A folder in the file's place: what git knows in it goes, the rest is somebody's.
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
