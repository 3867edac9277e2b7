import { execFile } from "node:child_process";
import { stripVTControlCharacters } from "node:util";

/** Git said no, or could not be run. */
export class GitError extends Error {
  override readonly name = "GitError";
  constructor(
    readonly args: readonly string[],
    /** `null`: it did not run, or a signal ended it. */
    readonly exitCode: number | null,
    readonly stdout: string,
    readonly stderr: string,
    options?: ErrorOptions,
  ) {
    const said = withoutSecrets(stripVTControlCharacters(stderr)).trim();
    super(`git ${args[0] ?? ""} failed: ${said || `it ended with ${exitCode}`}`, options);
  }
}

export interface GitOptions {
  input?: string;
  env?: Record<string, string>;
  signal?: AbortSignal;
  /** Bytes of output after which git is stopped; what came until then is the answer. */
  cutAt?: number;
  /** The user's hooks run too. */
  hooks?: boolean;
}

/** Of one answer, bytes. More is a failure. */
const OUTPUT_MAX = 256 * 1024 * 1024;

/**
 * What a user's configuration may not change: no hook, no question at the terminal, no program in the
 * background, no signature that asks for a pass phrase, no conflict that is settled from memory.
 */
const SETTINGS = [
  "core.quotePath=false",
  "core.fsmonitor=false",
  "commit.gpgSign=false",
  "gc.auto=0",
  "maintenance.auto=false",
  "merge.conflictStyle=merge",
  "rerere.enabled=false",
  "advice.detachedHead=false",
];
const NO_HOOKS = "core.hooksPath=/dev/null";

/** Resolves to what git prints. @throws GitError */
export function git(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string> {
  const settings = options.hooks === true ? SETTINGS : [...SETTINGS, NO_HOOKS];
  return new Promise((resolve, reject) => {
    const child = execFile(
      "git",
      ["-C", folder, ...settings.flatMap((one) => ["-c", one]), ...args],
      {
        env: { ...environment(), ...options.env },
        maxBuffer: options.cutAt ?? OUTPUT_MAX,
        encoding: "utf8",
        signal: options.signal,
      },
      (error, stdout, stderr) => {
        if (error === null) return resolve(stdout);
        const isCut = error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
        if (isCut && options.cutAt !== undefined) return resolve(stdout);
        const exitCode = typeof error.code === "number" ? error.code : null;
        const said = exitCode === null && stderr === "" ? error.message : stderr;
        reject(new GitError(args, exitCode, stdout, said, { cause: error }));
      },
    );
    // Git that ended before it read everything has said why.
    child.stdin?.on("error", () => {});
    child.stdin?.end(options.input ?? "");
  });
}

/** The answer without its line end, `null` where git says no. */
export async function gitOrNull(folder: string, args: readonly string[]): Promise<string | null> {
  try {
    return (await git(folder, args)).trimEnd();
  } catch (error) {
    if (error instanceof GitError && error.exitCode !== null) return null;
    throw error;
  }
}

export function fields(text: string): string[] {
  return text.split("\0").filter((one) => one !== "");
}

/** The commit that a revision names, `null`: there is none. */
export function commitOf(folder: string, revision: string): Promise<string | null> {
  return gitOrNull(folder, [
    "rev-parse",
    "--verify",
    "--quiet",
    "--end-of-options",
    `${revision}^{commit}`,
  ]);
}

export async function isAncestor(folder: string, older: string, newer: string): Promise<boolean> {
  return (await gitOrNull(folder, ["merge-base", "--is-ancestor", older, newer])) !== null;
}

export const NO_COMMIT = "0".repeat(40);

/**
 * Moves a branch in one step, if it is still where the caller saw it.
 * `false`: somebody else moved it, made it or is about to.
 */
export async function moveBranch(
  folder: string,
  branch: string,
  move: { from: string; to: string; why: string },
): Promise<boolean> {
  const ref = `refs/heads/${branch}`;
  try {
    await git(folder, ["update-ref", "-m", move.why, ref, move.to, move.from]);
    return true;
  } catch (error) {
    const now = (await commitOf(folder, ref)) ?? NO_COMMIT;
    const isLocked = error instanceof GitError && /cannot lock ref/.test(error.stderr);
    if (now !== move.from || isLocked) return false;
    throw error;
  }
}

/** An address as it may be shown. */
export function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^/@\s]+@/g, "//");
}

/** Ours without what would point git elsewhere, as in a hook. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^GIT_(?!SSH|ASKPASS|CONFIG_|CEILING_)/.test(name),
  );
  return {
    ...Object.fromEntries(own),
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_EDITOR: "true",
    GIT_OPTIONAL_LOCKS: "0",
  };
}
