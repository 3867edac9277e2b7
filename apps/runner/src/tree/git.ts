import { execFile } from "node:child_process";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Git refused, or could not be run. */
export class GitError extends Error {
  override readonly name = "GitError";
  constructor(
    folder: string,
    readonly args: readonly string[],
    /** `null`: it did not run, or a signal ended it. */
    readonly exitCode: number | null,
    readonly stdout: string,
    readonly stderr: string,
    options?: ErrorOptions,
  ) {
    const said = withoutSecrets(stripVTControlCharacters(stderr)).trim();
    const why = said || `it ended with ${exitCode}`;
    super(`git ${args[0]} failed in ${folder}: ${why}\nMend what it names, then try again.`, options);
  }
}

export interface GitOptions {
  input?: string;
  env?: Record<string, string>;
  signal?: AbortSignal;
  /** Bytes of output after which git is stopped; what came until then is the answer. */
  cutAt?: number;
  /** Like the user at a terminal: with hooks and all their settings. */
  hooks?: boolean;
  /** Finds the repository and its settings by itself. For what has no pin yet, and runs no program. */
  live?: boolean;
  /** What it could not look into is a failure: git itself passes over it. */
  whole?: boolean;
  /** After this long git is ended. */
  limitMs?: number;
}

/** Largest answer, bytes. More is a failure. */
const OUTPUT_MAX = 256 * 1024 * 1024;
/** A pipe or a filter that never answers must not hold up what waits for git. */
const LIMIT_MS = 15 * 60_000;

/** It cuts a long name, with the reason; what has gone meanwhile has nothing to look at. */
const UNSEEN = /^(?:warning: could not open directory (?!.*: No such file)|(?!warning: ).*: Permission denied$)/m;

/** What git is told about a working copy: nothing about it is looked up where agents write. */
export interface Pin {
  workTree: string;
  /** This working copy's own. */
  gitDir: string;
  /** Shared by all of them, as `pinRepository` makes it. */
  commonDir: string;
  /** The user's. */
  hooks: string;
  /** In addition to the runner's. */
  env: Record<string, string>;
}

/** By folder, so that no call can forget it. */
const pins = new Map<string, Pin>();

export function pin(own: Pin): void {
  pins.set(own.workTree, own);
}

/** Resolves to what git prints. @throws GitError */
export function git(folder: string, args: readonly string[], options: GitOptions = {}): Promise<string> {
  const own = options.live === true ? null : pins.get(folder);
  if (own === undefined) throw new Error(`Nobody has pinned ${folder}.`);
  const isUsers = options.hooks === true;
  const settings = own && isUsers ? [`core.hooksPath=${own.hooks}`] : [];
  return new Promise((resolve, reject) => {
    const limitMs = options.limitMs ?? LIMIT_MS;
    const words = ["-C", folder, ...settings.flatMap((one) => ["-c", one]), ...args];
    const limits = {
      maxBuffer: options.cutAt ?? OUTPUT_MAX,
      signal: options.signal,
      timeout: limitMs,
      killSignal: "SIGKILL" as const,
      encoding: "utf8" as const,
      env: { ...environment(own, isUsers), ...options.env },
    };
    const child = execFile("git", words, limits, (error, stdout, stderr) => {
      const isPart = options.whole === true && UNSEEN.test(stderr);
      if (error === null && isPart) return reject(new GitError(folder, args, 0, stdout, stderr));
      if (error === null) return resolve(stdout);
      const isCut = error.code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER";
      if (isCut && options.cutAt !== undefined) return resolve(stdout);
      const exitCode = typeof error.code === "number" ? error.code : null;
      const isLate = !isCut && error.killed === true && options.signal?.aborted !== true;
      const why = isLate ? `it did not end within ${limitMs / 1000} s` : error.message;
      const said = exitCode === null && (isLate || stderr === "") ? why : stderr;
      reject(new GitError(folder, args, exitCode, stdout, said, { cause: error }));
    });
    // A git that ended before it read everything has said why.
    child.stdin?.on("error", () => {});
    child.stdin?.end(options.input ?? "");
  });
}

/** The answer without its line end, `null` if git refuses. */
export async function gitOrNull(
  folder: string,
  args: readonly string[],
  options: GitOptions = {},
): Promise<string | null> {
  try {
    return (await git(folder, args, options)).trimEnd();
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
  const parse = ["rev-parse", "--verify", "--quiet", "--end-of-options"];
  return gitOrNull(folder, [...parse, `${revision}^{commit}`]);
}

export async function isAncestor(folder: string, older: string, newer: string): Promise<boolean> {
  return (await gitOrNull(folder, ["merge-base", "--is-ancestor", older, newer])) !== null;
}

/** For any kind of hash that the repository has. */
export const NO_COMMIT = "";

/**
 * Moves a branch in one step, if it is still where the caller saw it; never another branch that somebody made it an
 * alias of. `false`: somebody else moved it, made it or is about to.
 */
export async function moveBranch(
  folder: string,
  branch: string,
  move: { from: string; to: string; why: string },
): Promise<boolean> {
  const ref = `refs/heads/${branch}`;
  try {
    await git(folder, ["update-ref", "--no-deref", "-m", move.why, ref, move.to, move.from]);
    return true;
  } catch (error) {
    const now = (await commitOf(folder, ref)) ?? NO_COMMIT;
    const isLocked = error instanceof GitError && /cannot lock ref/.test(error.stderr);
    if (now !== move.from || isLocked) return false;
    throw error;
  }
}

/** An address in a form that may be shown. */
export function withoutSecrets(text: string): string {
  return text.replace(/\/\/[^/@\s]+@/g, "//");
}

/** Ours without anything that would point git elsewhere, as in a hook. */
function environment(own: Pin | null, isUsers: boolean): NodeJS.ProcessEnv {
  const kept = own ? /^GIT_(?!SSH|ASKPASS)/ : /^GIT_(?!SSH|ASKPASS|CONFIG_|CEILING_)/;
  const ours = Object.entries(process.env).filter(([name]) => !kept.test(name) && !name.startsWith("SQUADROOM_"));
  const pinned = own && {
    GIT_DIR: own.gitDir,
    GIT_WORK_TREE: own.workTree,
    GIT_COMMON_DIR: own.commonDir,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: isUsers ? join(own.commonDir, "users-config") : "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
  };
  return {
    ...Object.fromEntries(ours),
    ...own?.env,
    ...pinned,
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_EDITOR: "true",
    GIT_OPTIONAL_LOCKS: "0",
  };
}
