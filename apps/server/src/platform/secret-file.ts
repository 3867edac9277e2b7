import { randomBytes } from "node:crypto";
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** A secret that the server keeps in a file of its own. */
export interface SecretFile {
  path: string;
  /** What it is, at the beginning of a sentence: "The key of this machine". */
  name: string;
  /** Matches the whole file, without its last line break. */
  shape: RegExp;
  /** What to do if the file cannot be used; follows "…: ". */
  advice: string;
  /** Who may own it besides this process's user. */
  owners?: number[];
}

/** Larger than any secret; a file that isn't one is not read to its end. */
const MAX_BYTES = 1024;

/**
 * Reads it, exactly as it was written: whole, of its shape, and out of reach of other users. `null` if there is none.
 *
 * @throws an Error that says in one sentence what is wrong and what to do
 */
export function readSecretFile(file: SecretFile): string | null {
  const refuse = (wrong: string) => new Error(`${file.name} in ${file.path} ${wrong}: ${file.advice}.`);
  let handle: number;
  try {
    // Whatever it is, opening it must not wait for somebody at its other end.
    handle = openSync(file.path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return null;
    throw refuse(`cannot be read (${codeOf(error)})`);
  }
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) throw refuse("is not a file");
    const self = process.getuid?.();
    if (self !== undefined) {
      if (stats.uid !== self && !file.owners?.includes(stats.uid))
        throw refuse(`belongs to user ${stats.uid}, not to user ${self} that Squadroom runs as`);
      if ((stats.mode & 0o077) !== 0) throw refuse(`is open to other users (mode ${(stats.mode & 0o777).toString(8)})`);
    }
    if (stats.size === 0) throw refuse("is empty");
    const text = stats.size > MAX_BYTES ? "" : readFileSync(handle, "latin1");
    const secret = text.slice(0, -1);
    if (!text.endsWith("\n") || !file.shape.test(secret)) throw refuse("is not what Squadroom wrote there");
    return secret;
  } finally {
    closeSync(handle);
  }
}

/**
 * Writes a secret that does not exist yet, whole and on disk before it gets its name. Of several processes at once, the
 * first one's counts: read it back.
 */
export function writeSecretFile({ path }: SecretFile, secret: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true });
  const beside = `${path}.${randomBytes(8).toString("hex")}.tmp`;
  try {
    const handle = openSync(beside, "wx", 0o600);
    try {
      writeSync(handle, `${secret}\n`);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    placeOnce(beside, path);
  } finally {
    rmSync(beside, { force: true });
  }
  syncFolder(folder);
}

/** Who may own what root reads: root itself, and the folder's owner, who could put anything there. */
export function ownersIn(folder: string): number[] {
  const stats = process.getuid?.() === 0 && statSync(folder, { throwIfNoEntry: false });
  return stats ? [stats.uid] : [];
}

function placeOnce(beside: string, path: string): void {
  try {
    linkSync(beside, path);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") return;
    // Some file systems have no hard links.
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"].includes(code)) throw error;
    renameSync(beside, path);
  }
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, constants.O_RDONLY);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
