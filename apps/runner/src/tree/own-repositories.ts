import { lstat, realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { found, ifMissing, isThere, textInside } from "./files.ts";
import { commitOf, git, pin } from "./git.ts";
import type { Trees } from "./record.ts";
import { type Refused, refused } from "./refused.ts";
import { type Home, linksOf, pinPlain, strangeIn } from "./sub-git.ts";

interface Tree {
  key: string;
  folder: string;
  home: Home;
}

const POINTER_MAX = 16 * 1024;

/**
 * Repositories and worktrees that agents made for themselves below a tree, even in ignored folders, with commits or
 * changes that exist nowhere else: they would go with the tree. What packages bring isn't looked at.
 */
export async function checkOwnRepositories(trees: Trees, tree: Tree): Promise<Refused | null> {
  const known = new Set((await linksOf(tree.home)).map(({ folder }) => folder));
  const isKnown = (folder: string) =>
    folder === tree.folder || [...known].some((one) => `${folder}${sep}`.startsWith(one + sep));
  const files: string[] = [];
  for (const folder of await foundIn(tree.folder))
    if (!isKnown(folder) && (await hasWork(trees, folder).catch(() => true))) files.push(relative(tree.folder, folder));
  if (files.length === 0) return null;
  return refused(
    "nested_repository",
    `Repositories of an agent's own lie in the tree ${tree.key}, with commits or changes that are nowhere else. Push or move them, or say that they may be lost.`,
    { files: files.slice(0, 20) },
  );
}

/** Folders with a `.git`, and bare repositories: both have a HEAD beside their objects. */
async function foundIn(folder: string): Promise<string[]> {
  const git = ["-name", ".git", "-prune", "-print0"];
  const bare = ["-type", "f", "-name", "HEAD", "-print0"];
  const args = [folder, "-name", "node_modules", "-prune", "-o", ...git, "-o", ...bare];
  const folders: string[] = [];
  for (const path of await found(args)) {
    const own = dirname(path);
    const isBare = basename(path) === "HEAD";
    if (!isBare || (await isThere(join(own, "objects")))) folders.push(own);
  }
  return folders;
}

/** Whether something in it is on no remote, under no tag and not in the project. */
async function hasWork(trees: Trees, folder: string): Promise<boolean> {
  const { root, gitFolder, pin: project } = trees.repository;
  const place = join(folder, ".git");
  const stat = await lstat(place).catch(ifMissing);
  // What a link leads to stays where it is.
  if (stat?.isSymbolicLink()) return false;
  const isBare = stat === null;
  const told = stat?.isFile() ? await textInside(folder, ".git", POINTER_MAX) : null;
  const pointer = /^gitdir: (.+)\n?$/.exec(told ?? "")?.[1];
  const gitDir = isBare ? folder : pointer ? await realpath(resolve(folder, pointer)) : place;
  const isOfProject = gitDir.startsWith(join(gitFolder, "worktrees") + sep);
  if (isOfProject) pin({ ...project, gitDir, workTree: folder, hooks: "/dev/null" });
  else if (stat?.isFile() || (await strangeIn(gitDir)) !== null) return true;
  else await pinPlain(project.commonDir, folder, gitDir);
  if (!isBare && (await git(folder, ["status", "--porcelain", "--untracked-files=all"])) !== "") return true;
  // Tags of a repository that came from nowhere are nowhere else.
  const isAlone = !isOfProject && (await git(folder, ["for-each-ref", "refs/remotes"])) === "";
  const born = await Promise.all(["HEAD", "refs/stash"].map((ref) => commitOf(folder, ref)));
  const ends = [
    ...born.filter((one) => one !== null),
    ...(isOfProject ? [] : ["--branches"]),
    ...(isAlone ? ["--tags"] : []),
  ];
  if (ends.length === 0) return false;
  const elsewhere = [...(isOfProject ? ["--branches"] : []), "--remotes"];
  if (!isAlone) elsewhere.push("--tags");
  const own = await git(folder, ["rev-list", ...ends, "--not", ...elsewhere]);
  if (isOfProject || own === "") return own !== "";
  return / missing$/m.test(await git(root, ["cat-file", "--batch-check"], { input: own }));
}
