import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "./files.ts";
import { commitOf, fields, GitError, git, gitOrNull } from "./git.ts";
import { type Refused, refused } from "./refused.ts";
import { operationUnderWay } from "./snapshot.ts";

export function movedMeanwhile(branch: string): Refused {
  return refused(
    "branch_moved",
    `Somebody else moved ${branch} meanwhile. Nothing was changed; try again.`,
  );
}

/**
 * Moves a branch that is checked out to a commit after it, with its files. What somebody changed there and didn't
 * commit stays as it is: if a file of it is concerned, the answer is no.
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
  if (files.length > 0) return wouldOverwrite(folder, files);
  try {
    // Git looks once more itself, and doesn't leave the files and the branch apart.
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
