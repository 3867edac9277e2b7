import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { fields, git, gitOrNull } from "./git.ts";
import { type Refused, refused } from "./refused.ts";

/** What a project's rules copy into its trees, and no commit may contain. */
export interface Copies {
  rules: string[];
  /** Git's names for what was copied: it stays out under any other file name, too. */
  hashes: string[];
}

interface Tree {
  folder: string;
  base: string;
  copies: Copies;
}

/** Shorter content is equal by chance, bytes. */
const TELLING = 16;

export const globsOf = (rules: readonly string[]) => rules.map((rule) => `:(top,glob)${rule.replace(/^(\.\/)+/, "")}`);

/** Git's names for the files that were copied to the tree, except what the project has anyway. */
export async function hashesOf(
  { folder, base }: Pick<Tree, "folder" | "base">,
  copied: readonly string[],
): Promise<string[]> {
  const sizes = await Promise.all(copied.map((path) => lstat(join(folder, path))));
  const files = copied.filter((path, at) => (sizes[at]?.size ?? 0) >= TELLING && !/\n/.test(path));
  if (files.length === 0) return [];
  const input = `${files.join("\n")}\n`;
  const own = await git(folder, ["hash-object", "--no-filters", "--stdin-paths"], { input });
  // Line ends may differ in a commit.
  const told = own + (await git(folder, ["hash-object", "--stdin-paths"], { input }));
  const known = fields(await git(folder, ["ls-tree", "-r", "-z", base]));
  const inBase = new Set(known.map((row) => row.split(/[ \t]/)[2]));
  return told.split("\n").filter((hash) => hash !== "" && !inBase.has(hash));
}

/**
 * Removes from the index what the rules name and the project's root ignores, whoever put it there and whatever the
 * tree's own ignore rules say.
 *
 * @returns its paths
 */
export async function takeOut(root: string, { folder, base, copies }: Tree): Promise<string[]> {
  if (copies.rules.length === 0) return [];
  const list = ["ls-files", "--others", "--cached", "-z", "--", ...globsOf(copies.rules)];
  const found = await ignoredBy(root, folder, base, fields(await git(folder, list)));
  if (found.length === 0) return [];
  const out = ["rm", "--cached", "--quiet", "--force", "--ignore-unmatch"];
  const files = ["--pathspec-from-file=-", "--pathspec-file-nul"];
  await git(folder, ["--literal-pathspecs", ...out, ...files], { input: found.join("\0") });
  return found;
}

/** Whether a commit since the tree's base, or the index, contains it all the same. */
export async function strays(root: string, { folder, base, copies }: Tree): Promise<Refused | null> {
  if (copies.rules.length === 0) return null;
  const log = ["log", "--format=", "--name-only", "--diff-filter=A", "--no-renames", "-m", "-z"];
  const added = await git(folder, [...log, `${base}..HEAD`, "--", ...globsOf(copies.rules)]);
  const named = await ignoredBy(root, folder, base, fields(added));
  const objects = await git(folder, ["rev-list", "--objects", "HEAD", "--not", base]);
  const diff = ["diff", "--cached", "--raw", "--no-abbrev", "--no-renames", "-z"];
  const staged = await git(folder, diff);
  const all = [...objects.matchAll(/^(\S+) (.*)$/gm), ...staged.matchAll(/:\S+ \S+ \S+ (\S+) \S\0([^\0]+)\0/g)];
  const same = all.flatMap(([, hash = "", path = ""]) => (copies.hashes.includes(hash) ? [path] : []));
  const files = [...new Set([...named, ...same])].sort();
  if (files.length === 0) return null;
  await git(folder, ["reset", "--quiet"]);
  return refused(
    "copied_file",
    `No commit may have these files: the runner copied them into the tree from what the project ignores (\`copy\` in squadroom.run.json). Take them out of your commits (\`git reset --soft ${base.slice(0, 12)}\`), delete copies under other names, and try again.`,
    { files },
  );
}

/** Of these paths, those that the root ignores and the tree's base doesn't have. */
async function ignoredBy(root: string, folder: string, base: string, paths: readonly string[]): Promise<string[]> {
  const one = [...new Set(paths)].filter((path) => !path.endsWith("/"));
  if (one.length === 0) return [];
  const known = new Set(fields(await git(folder, ["ls-tree", "-r", "--name-only", "-z", base])));
  const input = one.filter((path) => !known.has(path)).join("\0");
  const told = await gitOrNull(root, ["check-ignore", "-z", "--stdin"], { input });
  return fields(told ?? "");
}
