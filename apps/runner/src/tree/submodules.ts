import { lstat, realpath } from "node:fs/promises";
import { isAbsolute, join, sep } from "node:path";
import { fields, type GitOptions, git } from "./git.ts";
import { fileName } from "./names.ts";

/** A submodule of a working copy. */
interface Submodule {
  path: string;
  /** Its own working copy. */
  folder: string;
  /** Where the user's repository keeps it, whatever becomes of the working copy. */
  kept: string;
  /** That the working copy belongs to. */
  commit: string;
  isFilled: boolean;
}

/** What is in it was written by agents: nothing of it is run. */
const QUIET = [
  "core.hooksPath=/dev/null",
  "core.fsmonitor=false",
  "commit.gpgSign=false",
  "protocol.ext.allow=never",
  "gc.auto=0",
].flatMap((one) => ["-c", one]);

function gitIn(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  return git(folder, [...QUIET, ...args], { ...options, live: true });
}

/** @param gitFolder of the repository that they are submodules of */
async function submodulesOf(folder: string, gitFolder: string): Promise<Submodule[]> {
  const rows = fields(await gitIn(folder, ["ls-files", "--stage", "-z"]));
  const links = rows.flatMap((row) => {
    const [, commit = "", path = ""] = /^160000 (\S+) \d\t(.+)$/s.exec(row) ?? [];
    return path === "" ? [] : [{ commit, path }];
  });
  if (links.length === 0) return [];
  const args = ["config", "--file", ".gitmodules", "-z", "--get-regexp", "^submodule\\..*\\.path$"];
  const told = fields(await gitIn(folder, args).catch(() => ""));
  const names = new Map(
    told.map((row) => {
      const [key = "", path = ""] = row.split("\n");
      return [path, key.slice("submodule.".length, -".path".length)];
    }),
  );
  const top = await realpath(folder);
  const found = links.map(async ({ commit, path }) => {
    const name = names.get(path) ?? path;
    const isOdd = isAbsolute(name) || name.split(/[/\\]/).includes("..") || name.startsWith("-");
    const own = join(top, path);
    const isOutside = (await realpath(own).catch(() => "")) !== own || !own.startsWith(top + sep);
    if (isOdd || isOutside) return [];
    const isFilled = await isThere(join(own, ".git"));
    return [{ path, folder: own, kept: join(gitFolder, "modules", name), commit, isFilled }];
  });
  return (await Promise.all(found)).flat();
}

/** Fills those that the user's repository has: a new working copy has only empty folders for them. */
export async function fillSubmodules(folder: string, gitFolder: string): Promise<void> {
  for (const one of await submodulesOf(folder, gitFolder)) {
    if (one.isFilled || !(await has(one.kept, one.commit))) continue;
    const origin = await gitIn(one.kept, ["config", "remote.origin.url"]).catch(() => "");
    await gitIn(folder, ["clone", "--quiet", "--no-checkout", "--local", one.kept, one.folder]);
    if (origin.trim() !== "")
      await gitIn(one.folder, ["remote", "set-url", "origin", origin.trim()]);
    await gitIn(one.folder, ["checkout", "--quiet", "--detach", one.commit]);
    await fillSubmodules(one.folder, one.kept);
  }
}

/** Those whose folders stay empty in each new working copy. */
export async function emptySubmodules(root: string, gitFolder: string): Promise<string[]> {
  const all = await submodulesOf(root, gitFolder);
  const filled = await Promise.all(all.map(({ kept, commit }) => has(kept, commit)));
  return all.flatMap(({ path }, at) => (filled[at] ? [] : [path]));
}

/**
 * Commits what no commit of a submodule has, so that the repository around it can name it. The innermost first.
 */
export async function commitSubmodules(
  folder: string,
  gitFolder: string,
  message: string,
  env: Record<string, string>,
): Promise<void> {
  for (const { folder: own, kept, isFilled } of await submodulesOf(folder, gitFolder)) {
    if (!isFilled) continue;
    await commitSubmodules(own, kept, message, env);
    if ((await gitIn(own, ["status", "--porcelain", "-z"])) === "") continue;
    await gitIn(own, ["add", "--all"]);
    const commit = ["commit", "--quiet", "--allow-empty-message", "--file=-"];
    await gitIn(own, commit, { input: message, env });
  }
}

/**
 * Brings all that agents committed in submodules to where the user's repository keeps these: what only the working copy
 * has is gone with it. Again does nothing.
 */
export async function keepSubmodules(
  folder: string,
  gitFolder: string,
  key: string,
): Promise<void> {
  for (const { folder: own, kept, isFilled } of await submodulesOf(folder, gitFolder)) {
    if (!isFilled) continue;
    await keepSubmodules(own, kept, key);
    if (!(await isThere(join(kept, "HEAD")))) await makeKept(own, kept);
    const refs = fields(await gitIn(own, ["for-each-ref", "--format=%(refname)%00"]));
    const wanted = refs
      .map((ref) => ref.trim())
      .filter((ref) => /^refs\/(heads\/|stash$)/.test(ref));
    const isBorn =
      (await gitIn(own, ["rev-parse", "--verify", "--quiet", "HEAD"]).catch(() => "")) !== "";
    const specs = [...(isBorn ? ["HEAD"] : []), ...wanted].map(
      (ref) => `+${ref}:refs/squadroom/${fileName(key)}/${ref.replace(/^refs\//, "")}`,
    );
    const fetch = [
      "fetch",
      "--quiet",
      "--no-tags",
      "--no-write-fetch-head",
      "--no-auto-maintenance",
    ];
    if (specs.length > 0) await gitIn(kept, [...fetch, "--recurse-submodules=no", own, ...specs]);
  }
}

/** As `git submodule update` expects to find it: with the remote, and no working copy yet. */
async function makeKept(own: string, kept: string): Promise<void> {
  await gitIn(own, ["init", "--quiet", "--bare", kept]);
  await gitIn(kept, ["config", "core.bare", "false"]);
  const origin = (await gitIn(own, ["config", "remote.origin.url"]).catch(() => "")).trim();
  if (origin === "") return;
  await gitIn(kept, ["config", "remote.origin.url", origin]);
  await gitIn(kept, ["config", "remote.origin.fetch", "+refs/heads/*:refs/remotes/origin/*"]);
}

async function has(repository: string, commit: string): Promise<boolean> {
  if (!(await isThere(join(repository, "HEAD")))) return false;
  return gitIn(repository, ["cat-file", "-e", `${commit}^{commit}`]).then(
    () => true,
    () => false,
  );
}

async function isThere(place: string): Promise<boolean> {
  return (await lstat(place).catch(() => null)) !== null;
}
