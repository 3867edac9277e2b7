import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Io } from "./io.ts";

const run = promisify(execFile);

/** Worktrees start from a commit: in a repository without one or files, a person may have an empty one made. */
export async function offerFirstCommit(io: Io): Promise<void> {
  const git = async (...args: string[]) =>
    run("git", args, { cwd: io.cwd, env: io.env }).then(
      ({ stdout }) => stdout.trim(),
      () => null,
    );
  const isEmpty = (await git("status", "--porcelain")) === "";
  if (!isEmpty || (await git("rev-parse", "--verify", "HEAD")) !== null) return;
  const answer = await io.ask(
    "This repository has no commit yet, and the agents' branches start from one. Make an empty first commit? [Y/n] ",
  );
  if (answer === null || /^n/i.test(answer)) return;
  const made = await git("commit", "--allow-empty", "--quiet", "--message", "Start");
  io.err(made === null ? "Git made no commit: `git commit` says why.\n" : "Made the first commit.\n");
}
