import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { CliError, EXIT } from "./failure.ts";

/**
 * The folder with this branch checked out, of the repository around `cwd`.
 *
 * @throws CliError if there is none, with what makes one
 */
export async function worktreeOf(name: string, cwd: string): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)("git", args, { cwd }).catch(() => null))?.stdout ?? null;
  const list = await git("worktree", "list", "--porcelain");
  const here = list === null ? null : await git("rev-parse", "--verify", "--quiet", `refs/heads/${name}`);
  if (list === null || here === null)
    throw new CliError(
      "not_here",
      `This folder's repository has no branch ${name}.`,
      "Run this in the project's folder, on the machine of its runner.",
      EXIT.state,
    );
  for (const tree of list.split("\n\n")) {
    const [, folder] = /^worktree (.*)$/m.exec(tree) ?? [];
    if (folder && tree.split("\n").includes(`branch refs/heads/${name}`)) return folder;
  }
  throw new CliError(
    "not_here",
    `No worktree has ${name} now.`,
    `Make one: git worktree add ../${name.split("/").at(-1)} ${name}`,
    EXIT.state,
  );
}

/** Opens a folder in a program such as `code -n`, and waits for it. @throws CliError if it can't be started */
export async function openWith(words: string, folder: string): Promise<void> {
  const [program = "", ...args] = words.trim().split(/\s+/);
  const child = spawn(program, [...args, folder], {
    stdio: ["inherit", "inherit", "inherit"],
    shell: process.platform === "win32",
  });
  await once(child, "exit").catch(() => {
    throw new CliError("not_done", `${program} can't be started.`, `The folder is ${folder}`, EXIT.state);
  });
}
