import { realpath } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { commitOf, fields, GitError, git, gitOrNull, type Pin, withoutSecrets } from "./git.ts";
import { pinRepository } from "./private-git.ts";
import { type Refused, refused } from "./refused.ts";

export interface Repository {
  /** The user's working copy. */
  root: string;
  /** Where git keeps what all working copies share. */
  gitFolder: string;
  /** What git is told of `root`. */
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
 * @param place for the runner's own git folder (`pinRepository`)
 * @param env for git, its filters and hooks, with the runner's
 */
export async function openRepository(
  folder: string,
  place: string,
  env: Record<string, string> = {},
): Promise<Repository | Refused | null> {
  const version = await versionOfGit(folder);
  if (version === null) return null;
  const top = await gitOrNull(folder, ["rev-parse", "--show-toplevel"], { live: true });
  if (top === null || top === "") return null;
  const [major, minor] = version;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1]))
    return refused(
      "git_too_old",
      `Git here is ${major}.${minor}, and worktrees need ${OLDEST.join(".")} or newer. Update git, or run without worktrees.`,
    );
  const root = await realpath(top);
  const shared = await git(root, ["rev-parse", "--git-common-dir"], { live: true });
  const gitFolder = await realpath(resolve(root, shared.trimEnd()));
  const pin = await pinRepository(root, gitFolder, place, env);
  const branch = await gitOrNull(root, ["symbolic-ref", "--quiet", "--short", "HEAD"]);
  return {
    root,
    gitFolder,
    pin,
    branch,
    head: await commitOf(root, "HEAD"),
    remote: await remoteOf(root, branch),
    isDirty: (await changedFiles(root)).length > 0,
  };
}

/** Repo-relative paths that differ from the last commit, or are not in it; `leave` are pathspecs. */
export async function changedFiles(root: string, leave: readonly string[] = []): Promise<string[]> {
  const args = [
    "status",
    "--porcelain=v1",
    "-z",
    "--no-renames",
    "--untracked-files=all",
    "--ignore-submodules=dirty",
  ];
  const status = await git(root, [...args, "--", ".", ...leave]);
  return fields(status).map((row) => row.slice(3));
}

export interface Checkout {
  folder: string;
  head: string | null;
  branch: string | null;
  /** Its folder is gone. */
  isGone: boolean;
}

/** Between two looks, ms, and how often: while a working copy is made, git may fail to read what it keeps of it. */
const HALF_MADE_MS = 50;
const HALF_MADE_LOOKS = 40;

async function listed(gitFolder: string, looks = HALF_MADE_LOOKS): Promise<string> {
  try {
    return await git(gitFolder, ["worktree", "list", "--porcelain", "-z"], { live: true });
  } catch (error) {
    const isHalfMade =
      error instanceof GitError && /failed to read .*worktrees\//.test(error.stderr);
    if (!isHalfMade || looks === 0) throw error;
    await pause(HALF_MADE_MS);
    return listed(gitFolder, looks - 1);
  }
}

/** The user's working copy, and all others that git knows. */
export async function checkoutsOf({ gitFolder }: Repository): Promise<Checkout[]> {
  const rows = (await listed(gitFolder)).split("\0\0");
  return rows.filter(Boolean).map((row) => {
    const facts = new Map(
      row.split("\0").map((fact) => {
        const [name = "", ...value] = fact.split(" ");
        return [name, value.join(" ")];
      }),
    );
    return {
      folder: facts.get("worktree") ?? "",
      head: facts.get("HEAD") ?? null,
      branch: facts.get("branch")?.replace("refs/heads/", "") ?? null,
      isGone: facts.has("prunable"),
    };
  });
}

async function versionOfGit(folder: string): Promise<[number, number] | null> {
  try {
    const [, major, minor] =
      /(\d+)\.(\d+)/.exec(await git(folder, ["--version"], { live: true })) ?? [];
    return [Number(major), Number(minor)];
  } catch (error) {
    // No program of this name, or no such folder.
    if (error instanceof GitError && (error.cause as { code?: unknown }).code === "ENOENT")
      return null;
    if (error instanceof GitError && /cannot change to/.test(error.stderr)) return null;
    throw error;
  }
}

/** The one that the branch follows, else `origin`, else the only one. */
async function remoteOf(root: string, branch: string | null): Promise<Repository["remote"]> {
  const names = ((await gitOrNull(root, ["remote"])) ?? "").split("\n").filter(Boolean);
  const followed = branch && (await gitOrNull(root, ["config", `branch.${branch}.remote`]));
  const name = names.find((one) => one === followed) ?? names.find((one) => one === "origin");
  const only = name ?? (names.length === 1 ? names[0] : undefined);
  if (only === undefined) return null;
  const url = (await gitOrNull(root, ["remote", "get-url", "--push", only])) ?? "";
  return { name: only, url: withoutSecrets(url) };
}
