import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** A program that takes longer says nothing. */
const PATIENCE_MS = 10_000;

export async function versionOf(program: string, env: Record<string, string | undefined>): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)(program, ["--version"], {
      env: env as NodeJS.ProcessEnv,
      timeout: PATIENCE_MS,
      // On Windows, npm's programs are scripts that only a shell starts.
      shell: process.platform === "win32",
    });
    return /\d+\.\d+[\w.-]*/.exec(stdout)?.[0] ?? "installed";
  } catch (error) {
    const isThere = !(error instanceof Error && "code" in error && error.code === "ENOENT");
    return isThere ? "installed" : null;
  }
}

/** The first Claude Code that asks for shell commands in skills. */
const SKILLS_SINCE = [2, 1, 332];

/** A version that can't be determined counts as new: it may start with a question, but nothing runs unasked. */
export function asksInSkills(version: string | null): boolean {
  const own = /^\d+(\.\d+)+/
    .exec(version ?? "")?.[0]
    .split(".")
    .map(Number);
  const at = SKILLS_SINCE.findIndex((one, place) => one !== (own?.[place] ?? 0));
  return own === undefined || at < 0 || (own[at] ?? 0) > (SKILLS_SINCE[at] ?? 0);
}
