import { lstat, readdir, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ifMissing, textInside } from "./files.ts";
import { commitOf, fields, GitError, git, gitOrNull, type Pin, pin, withoutSecrets } from "./git.ts";
import { pinRepository } from "./private-git.ts";
import { type Refused, refused } from "./refused.ts";

export interface Repository {
  /** The user's working copy. */
  root: string;
  /** Where git keeps what all working copies share. */
  gitFolder: string;
  /** The working copy with which git began, which may be another than `root`; `null`: it began with none. */
  main: string | null;
  /** What git is told about `root`. */
  pin: Pin;
  /** `null`: no branch is checked out there. */
  branch: string | null;
  /** `null`: it has no commit yet. */
  head: string | null;
  /** `null`: there is nowhere to push to. */
  remote: { name: string; url: string } | null;
  isDirty: boolean;
}

/** What merges need: `git merge-tree --write-tree`. */
const OLDEST = [2, 38] as const;

/**
 * `null`: the folder is in no repository, or git isn't installed. Everything else works there without trees.
 *
 * @param for the runner's own git folder (`pinRepository`)
 * @param env for git, its filters and hooks, with the runner's
 */
export async function openRepository(
  folder: string,
  place: string,
  env: Record<string, string> = {},
): Promise<Repository | Refused | null> {
  const version = await versionOfGit(folder);
  if (version === null) return null;
  const top = await topOf(folder);
  if (typeof top !== "string") return top;
  const [major, minor] = version;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    return refused(
      "git_too_old",
      `Git here is ${major}.${minor}, and worktrees need ${OLDEST.join(".")} or newer. Update git, or run without worktrees.`,
    );
  const root = await realpath(top);
  const shared = await git(root, ["rev-parse", "--git-common-dir"], { live: true });
  const gitFolder = await realpath(resolve(root, shared.trimEnd()));
  const bare = ["config", "--file", join(gitFolder, "config"), "--bool", "core.bare"];
  const isBare = (await gitOrNull(root, bare, { live: true })) === "true";
  const pin = await pinRepository(root, gitFolder, place, env);
  const first = basename(gitFolder) === ".git" ? dirname(gitFolder) : gitFolder;
  const branch = await gitOrNull(root, ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  return {
    root,
    gitFolder,
    main: pin.gitDir === gitFolder ? root : isBare ? null : first,
    pin,
    branch,
    head: await commitOf(root, "HEAD"),
    remote: await remoteOf(root, branch),
    isDirty: (await changedFiles(root, null)).length > 0,
  };
}

/** If agents would work in the folder itself only because git can't read what is there, they don't work at all. */
async function topOf(folder: string): Promise<string | Refused | null> {
  try {
    return (await git(folder, ["rev-parse", "--show-toplevel"], { live: true })).replace(/\n$/, "");
  } catch (error) {
    if (!(error instanceof GitError) || /not a git repository/.test(error.stderr)) return null;
    return refused(
      "repository_unusable",
      `Git can't use the repository in ${folder} as a working copy: ${error.stderr.trim()}\nMend that, or start the runner in another folder.`,
    );
  }
}

/** What set-up made in a tree, unknown to git and not ignored: files, and folders (`folder/`) that are all set-up's. */
export type Leave = ReadonlySet<string>;

export function isLeft(leave: Leave, path: string): boolean {
  const folders = path.split("/").map((_, at, parts) => `${parts.slice(0, at).join("/")}/`);
  return leave.has(path) || folders.some((folder) => leave.has(folder));
}

/**
 * Repo-relative paths that differ from the last commit, or are not in it; repositories in it end with a slash.
 *
 * @param leave `null`: nothing is saved or removed because of it
 * @throws GitError also if git can't look into a folder, whose files nobody would miss
 */
export async function changedFiles(root: string, leave: Leave | null): Promise<string[]> {
  const args = ["status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all"];
  const how = { whole: leave !== null };
  const rows = fields(await git(root, [...args, "--ignore-submodules=dirty"], how));
  const own = rows.filter((row) => !(leave && row.startsWith("?") && isLeft(leave, row.slice(3))));
  return own.map((row) => row.slice(3));
}

/** @returns what git says of each file that it took */
export async function stage(folder: string, files: readonly string[]): Promise<string> {
  if (files.length === 0) return "";
  const update = ["update-index", "--verbose", "--add", "--remove", "--replace", "-z", "--stdin"];
  return git(folder, update, { input: files.join("\0") });
}

/** Adds to the index everything that differs from it, except others' files: `git add` accepts no long list of these. */
export async function addAll(root: string, leave: Leave, kept: readonly string[]): Promise<Refused | null> {
  const out = new Set(kept);
  const all = (await changedFiles(root, leave)).filter((path) => !out.has(path));
  const nested = all.filter((path) => path.endsWith("/")).map((path) => path.slice(0, -1));
  if (nested.length > 0)
    return refused(
      "nested_repository",
      `Folders in ${root} are repositories of their own, so no commit here has their files. Delete their \`.git\`, or add them as submodules, then try again.`,
      { files: nested },
    );
  const told = await stage(root, all);
  const done = new Set(told.split("\n"));
  const files = all.filter((path) => {
    const word = `add '${path}'`;
    // Git finds nothing under the name that is read here, and would consider the file gone.
    if (path.includes("\uFFFD")) return true;
    return !done.has(word) && !(path.includes("\n") && told.includes(word));
  });
  if (files.length === 0) return null;
  return refused(
    "odd_file",
    `No commit can have files of these names: they are git's own on some disk, or not in UTF-8. Rename them in ${root}, then try again.`,
    { files },
  );
}

export interface Checkout {
  folder: string;
  /** This working copy's own. */
  gitDir: string;
  branch: string | null;
  /** Its folder is gone. */
  isGone: boolean;
}

const TEXT_MAX = 16 * 1024;

/**
 * The user's working copy, and all others that git knows. Git is asked nothing about what agents may write: a pipe
 * there would block it, and one line of settings would end it.
 */
export async function checkoutsOf({ gitFolder, main, pin: own }: Repository): Promise<Checkout[]> {
  const names = await readdir(join(gitFolder, "worktrees")).catch(ifMissing);
  const places = (names ?? []).map(async (name) => {
    const gitDir = join(gitFolder, "worktrees", name);
    const told = await textInside(gitDir, "gitdir", TEXT_MAX);
    return told === null ? [] : [{ folder: dirname(resolve(gitDir, told.trimEnd())), gitDir }];
  });
  const all = (await Promise.all(places)).flat();
  return Promise.all(
    [...(main === null ? [] : [{ folder: main, gitDir: gitFolder }]), ...all].map(async (one) => {
      const head = (await textInside(one.gitDir, "HEAD", TEXT_MAX))?.trimEnd() ?? "";
      const [there, locked] = await Promise.all(
        [join(one.folder, ".git"), join(one.gitDir, "locked")].map((path) => lstat(path).catch(ifMissing)),
      );
      const isGone = one.folder !== main && there === null && locked === null;
      const branch = /^ref: refs\/heads\/(.+)$/.exec(head)?.[1] ?? null;
      // With reference tables, the file says nothing.
      if (branch !== ".invalid") return { ...one, isGone, branch };
      pin({ ...own, gitDir: one.gitDir, workTree: one.folder });
      const told = isGone ? null : await gitOrNull(one.folder, ["symbolic-ref", "--quiet", "HEAD"]);
      return { ...one, isGone, branch: told?.replace("refs/heads/", "") ?? null };
    }),
  );
}

async function versionOfGit(folder: string): Promise<[number, number] | null> {
  try {
    const [, major, minor] = /(\d+)\.(\d+)/.exec(await git(folder, ["--version"], { live: true })) ?? [];
    return [Number(major), Number(minor)];
  } catch (error) {
    // No program with this name, or no such folder.
    if (error instanceof GitError && (error.cause as { code?: unknown }).code === "ENOENT") return null;
    if (error instanceof GitError && /cannot change to/.test(error.stderr)) return null;
    throw error;
  }
}

/** The one that the branch follows, otherwise `origin`, otherwise the only one. */
async function remoteOf(root: string, branch: string | null): Promise<Repository["remote"]> {
  const names = ((await gitOrNull(root, ["remote"])) ?? "").split("\n").filter(Boolean);
  const followed = branch && (await gitOrNull(root, ["config", `branch.${branch}.remote`]));
  const name = names.find((one) => one === followed) ?? names.find((one) => one === "origin");
  const only = name ?? (names.length === 1 ? names[0] : undefined);
  if (only === undefined) return null;
  const url = (await gitOrNull(root, ["remote", "get-url", "--push", only])) ?? "";
  return { name: only, url: withoutSecrets(url) };
}
