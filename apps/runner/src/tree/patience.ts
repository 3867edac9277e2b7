import { rm, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ifMissing } from "./files.ts";
import { GitError, git } from "./git.ts";
import type { Trees } from "./record.ts";

const STALE_LOCK_MS = 10_000;
/** Time between tries, ms, and their number: git may fail to read a working copy that is still being made. */
const HALF_MADE_MS = 50;
const HALF_MADE_TRIES = 40;

/** Git's `worktree add`. */
export async function addPatiently(root: string, args: string[], tries = HALF_MADE_TRIES): Promise<void> {
  try {
    await git(root, ["worktree", "add", "--quiet", "--force", ...args]);
  } catch (error) {
    const isHalfMade = error instanceof GitError && /failed to read .*worktrees\//.test(error.stderr);
    if (!isHalfMade || tries === 0) throw error;
    await pause(HALF_MADE_MS);
    await addPatiently(root, args, tries - 1);
  }
}

/** Git's locks on a branch and on its tree whose owner was killed. One whose owner may be alive is waited for. */
export async function clearLocks(
  { repository: { root }, staleLockMs: age = STALE_LOCK_MS }: Trees,
  branch: string | null,
  folder = root,
): Promise<void> {
  const own = folder === root ? [] : ["index.lock", "HEAD.lock"];
  const names = branch === null ? own : [...own, `refs/heads/${branch}.lock`];
  const began = Date.now();
  for (const name of names) {
    const lock = await gitPath(folder, name);
    for (;;) {
      const found = await stat(lock).catch(ifMissing);
      if (found === null) break;
      // One that is made again and again, or is dated tomorrow, holds nobody up forever.
      const left = Math.min(found.mtimeMs, began) + age - Date.now();
      if (left > 0) await pause(Math.min(left, 100));
      else {
        await rm(lock, { force: true, recursive: true });
        break;
      }
    }
  }
}

export async function gitPath(folder: string, name: string): Promise<string> {
  return resolve(folder, (await git(folder, ["rev-parse", "--git-path", name])).trimEnd());
}
