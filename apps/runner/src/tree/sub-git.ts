import { createHash } from "node:crypto";
import { lstat, readdir, realpath } from "node:fs/promises";
import { isAbsolute, join, resolve, sep } from "node:path";
import { ifMissing, isThere, textInside } from "./files.ts";
import { fields, git, gitOrNull, pin } from "./git.ts";
import { plainRepository } from "./private-git.ts";
import { type Refused, refused } from "./refused.ts";

/** A working copy that may have submodules. */
export interface Home {
  folder: string;
  /** Its own part of the repository; below `modules` in it, git puts those that agents fill themselves. */
  gitDir: string;
  /** The user's repository, which keeps its submodules whatever becomes of the working copy. */
  gitFolder: string;
  /** The runner's own git folder. */
  place: string;
}

/** A submodule of a working copy, filled or not. */
export interface Submodule {
  path: string;
  /** Its own working copy. */
  folder: string;
  /** Where the user's repository keeps it. */
  kept: string;
  /** The one recorded in the surrounding working copy. */
  commit: string;
  /** `null`: nobody has filled it. */
  home: Home | null;
}

const TEXT_MAX = 1024 * 1024;
/** Most files looked at in a repository that an agent may write to. */
const ENTRIES_MAX = 500_000;

/** All gitlinks of a working copy, including those of an agent's own `git add`. */
export async function linksOf({ folder, gitFolder }: Home): Promise<Omit<Submodule, "home">[]> {
  const rows = fields(await git(folder, ["ls-files", "--stage", "-z"]));
  const links = new Map(
    rows.flatMap((row) => {
      const [, commit = "", path = ""] = /^160000 (\S+) \d\t(.+)$/s.exec(row) ?? [];
      return path === "" ? [] : [[path, commit] as const];
    }),
  );
  if (links.size === 0) return [];
  const names = await namesIn((await textInside(folder, ".gitmodules", TEXT_MAX)) ?? "");
  const top = await realpath(folder);
  return [...links].map(([path, commit]) => {
    return { path, folder: join(top, path), kept: keptAs(gitFolder, path, names), commit };
  });
}

function keptAs(gitFolder: string, path: string, names: Map<string, string>): string {
  const told = names.get(path) ?? "";
  const isOdd = isAbsolute(told) || told.split(/[/\\]/).includes("..") || told.startsWith("-");
  return join(gitFolder, "modules", told === "" || isOdd ? path : told);
}

/** A place that a commit points to and an earlier one didn't; `before`: where that pointed. */
export interface NewLink {
  path: string;
  /** Where the user's repository keeps the submodule. */
  kept: string;
  commit: string;
  before: string | null;
}

/** @param known what had come before; none: all of the commit's are new */
export async function newLinks(
  repository: string,
  gitFolder: string,
  commit: string,
  known: readonly string[],
): Promise<NewLink[]> {
  const log = ["log", "--raw", "--no-abbrev", "--no-renames", "-m", "--format=", "-z", commit];
  const came = new Map<string, string | null>();
  const rows = await git(repository, [...log, "--not", ...known]);
  for (const [, mode, before = "", link, path] of rows.matchAll(/:(\S+) 160000 (\S+) (\S+) \S\0([^\0]+)\0/g))
    came.set(`160000 commit ${link}\t${path}`, mode === "160000" ? before : null);
  if (came.size === 0) return [];
  const all = fields(await git(repository, ["ls-tree", "-r", "-z", commit]));
  const told = await gitOrNull(repository, ["cat-file", "blob", `${commit}:.gitmodules`]);
  const names = await namesIn(told ?? "");
  return all.flatMap((row) => {
    const before = came.get(row);
    if (before === undefined) return [];
    const [link = "", path = ""] = row.slice("160000 commit ".length).split("\t");
    return [{ path, kept: keptAs(gitFolder, path, names), commit: link, before }];
  });
}

/**
 * Submodules, each with its repository pinned: its settings are the runner's, whatever agents write into it. One that
 * isn't where the runner or git puts it is refused, since it may be somebody else's.
 */
export async function submodulesOf(home: Home): Promise<Submodule[] | Refused> {
  const found: Submodule[] = [];
  for (const link of await linksOf(home)) {
    const { path, folder, kept } = link;
    if (!(await lstat(folder).catch(ifMissing))?.isDirectory()) continue;
    const gitDir = await gitDirIn(home, folder, path);
    if (gitDir !== null && typeof gitDir !== "string") return gitDir;
    if (gitDir !== null) await pinPlain(home.place, folder, gitDir);
    const own = { folder, gitFolder: kept, place: home.place };
    found.push({ ...link, home: gitDir === null ? null : { ...own, gitDir } });
  }
  return found;
}

/** Maps its path to its name, from a file that an agent may have written. */
async function namesIn(input: string): Promise<Map<string, string>> {
  const list = ["config", "--file=-", "--no-includes", "-z", "--get-regexp"];
  const told = await git("/", [...list, "^submodule\\..*\\.path$"], { live: true, input }).catch(() => "");
  return new Map(
    fields(told).map((row) => {
      const [key = "", path = ""] = row.split("\n");
      return [path, key.slice("submodule.".length, -".path".length)];
    }),
  );
}

/** A repository that agents may write to, without any of its settings. */
export async function pinPlain(place: string, workTree: string, gitDir: string): Promise<void> {
  const own = createHash("sha256").update(gitDir).digest("hex").slice(0, 16);
  const commonDir = join(place, "submodules", own);
  await plainRepository(commonDir, gitDir, place);
  pin({ workTree, gitDir, commonDir, hooks: "/dev/null", env: {} });
}

async function gitDirIn(home: Home, folder: string, path: string): Promise<string | null | Refused> {
  const own = join(folder, ".git");
  const odd = (why: string) =>
    refused(
      "tree_swapped",
      `${own} ${why}, so the runner's git doesn't go there. Nothing was saved or removed. Look into ${folder}, move it away, and try again.`,
      { files: [path] },
    );
  if ((await realpath(folder)) !== folder) return odd("is reached by a link");
  const stat = await lstat(own).catch(ifMissing);
  // Git sees nothing of what is in the folder of an empty submodule.
  if (stat === null) return (await readdir(folder)).length === 0 ? null : odd("is gone, and the folder has files");
  let gitDir = own;
  if (!stat.isDirectory()) {
    const told = /^gitdir: (.+)\n?$/.exec((await textInside(folder, ".git", TEXT_MAX)) ?? "")?.[1];
    const place = told && (await realpath(resolve(folder, told)).catch(ifMissing));
    const modules = await realpath(join(home.gitDir, "modules")).catch(ifMissing);
    if (!place || !modules || !place.startsWith(modules + sep)) return odd("leads to another repository");
    gitDir = place;
  }
  const strange = await strangeIn(gitDir);
  return strange === null ? gitDir : odd(`isn't as git keeps it (${strange})`);
}

/** What would block git or lead it elsewhere: pipes, links, objects of other repositories. */
export async function strangeIn(gitDir: string): Promise<string | null> {
  let left = ENTRIES_MAX;
  const folders = [""];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    // Those of its own submodules are looked at with them.
    if (at === "modules") continue;
    // Git, and whoever works there, makes and removes folders meanwhile.
    const entries = await readdir(join(gitDir, at), { withFileTypes: true }).catch(ifMissing);
    for (const entry of entries ?? []) {
      const path = join(at, entry.name);
      if (--left < 0) return `more than ${ENTRIES_MAX} files`;
      if (entry.isDirectory()) folders.push(path);
      else if (!(entry.isFile() || entry.isSocket()) || path === join("objects", "info", "alternates")) return path;
    }
  }
  return (await isThere(join(gitDir, "HEAD"))) ? null : "no HEAD";
}
