import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Site } from "../workplace.ts";
import { prefixOf } from "./names.ts";
import type { Trees } from "./record.ts";
import { isRefused, type Refused } from "./refused.ts";
import { openRepository, type Repository } from "./repository.ts";
import { cleanTree, openTrees } from "./trees.ts";

/** What a command needs to run, and no more. */
export const ENV = { PATH: process.env.PATH ?? "", HOME: "/nonexistent" };

/** Its branches are under `squadroom/ROOM/`. */
export const ROOM = "0199a5c2-0000-7000-8000-000000000001";
export const OURS = prefixOf(ROOM);

const MARK = { SQUADROOM_RUN_MARK: "a-mark" };

/** A folder that is gone when the test is. */
export function aFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "squadroom-tree-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** As a person at a terminal does. */
export function gitIn(folder: string, ...args: string[]): string {
  const name = { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" };
  return execFileSync("git", ["-C", folder, ...args], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...ENV,
      GIT_CONFIG_GLOBAL: "/dev/null",
      ...name,
      GIT_COMMITTER_NAME: "Ada",
      GIT_COMMITTER_EMAIL: "ada@example.com",
    },
  }).trimEnd();
}

export function write(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

export const read = (folder: string, path: string) => readFileSync(join(folder, path), "utf8");

/** Lines `1` to `n`, each with its number. */
export const lines = (n: number) => Array.from({ length: n }, (_, at) => `line ${at + 1}\n`).join("");

/** A user's project with one commit, on `main`. */
export function aProject(files: Record<string, string> = { "a.txt": lines(10) }): string {
  const root = join(aFolder(), "project");
  mkdirSync(root);
  gitIn(root, "init", "--quiet", "--initial-branch=main");
  write(root, files);
  gitIn(root, "add", "--all");
  gitIn(root, "commit", "--quiet", "--allow-empty", "--message=Start");
  return root;
}

export async function repositoryIn(root: string): Promise<Repository> {
  const repository = await openRepository(root, join(aFolder(), "git"));
  if (repository === null) throw new Error(`${root} is no repository`);
  return must(repository);
}

export async function someTrees(root = aProject()): Promise<Trees> {
  const folder = join(dirname(root), "trees");
  const own = { folder, room: ROOM, locks: join(dirname(root), "locks") };
  const trees = await openTrees(await repositoryIn(root), own);
  return { ...trees, staleLockMs: 0 };
}

/** Where the runner of a room works; `share` is what several have in common. */
export function aSite(folder: string, room = ROOM, share = aFolder()): Site {
  return {
    folder,
    room,
    dataDir: join(share, "runs", room),
    locks: join(share, "locks"),
    mark: MARK,
  };
}

/** What was not refused. */
export function must<T extends object>(answer: T | Refused): T {
  if (isRefused(answer)) throw new Error(answer.refused.message);
  return answer;
}

/** The files that keep a tree from being removed. */
export async function unsavedIn(trees: Trees, key: string): Promise<string[] | undefined> {
  const answer = await cleanTree(trees, key, { keepBranch: true });
  return isRefused(answer) ? answer.refused.files : undefined;
}

export function codeOf(answer: object | null): string | null {
  return isRefused(answer) ? answer.refused.code : null;
}

export const by = (author: string, message = "Work") => ({ author, message });
