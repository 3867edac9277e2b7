import type { CheckOutcome } from "./checks.ts";
import { GitError, git } from "./git.ts";

/** Conflict marks that are in `head` and not in `base`: a failing check; `null` if there are none. */
export async function checkMarks(folder: string, base: string, head: string): Promise<CheckOutcome | null> {
  const files = await filesWithMarks(folder, base, head);
  if (files.length === 0) return null;
  const tail = `These files have marks of a conflict: ${files.join(", ")}`;
  return {
    name: "conflict marks",
    run: "git diff --check",
    passed: false,
    tail,
    exitCode: 2,
    ended: "itself" as const,
    durationMs: 0,
    isCached: false,
  };
}

async function filesWithMarks(folder: string, base: string, head: string): Promise<string[]> {
  const args = ["diff", "--check", "--no-color", base, head];
  const told = await git(folder, args).catch((error: unknown) => {
    // It found something; what that is follows below.
    if (error instanceof GitError && error.exitCode === 2) return error.stdout;
    throw error;
  });
  const files = told.split("\n").flatMap((row) => /^(.+):\d+: leftover conflict marker$/.exec(row)?.[1] ?? []);
  return [...new Set(files)];
}
