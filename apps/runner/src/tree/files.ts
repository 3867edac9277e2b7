import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { constants, type FileHandle, lstat, mkdir, open, realpath, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** How much is read at once, bytes. */
const PIECE = 64 * 1024;

/**
 * Reads a file in a folder that somebody else writes to, piece by piece: only a regular one, through no link, and
 * never more than `max` bytes, whatever its size says. A pipe, a device or a link to one would block or flood whoever
 * opens it.
 *
 * @returns `false`: there is no such file, or it is longer
 */
export async function readInside(
  folder: string,
  path: string,
  max: number,
  take: (piece: Buffer) => void,
): Promise<boolean> {
  let opened: FileHandle | null = null;
  try {
    const file = join(folder, path);
    const seen = await lstat(file);
    if (!seen.isFile() || seen.size > max) return false;
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
    opened = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const { dev, ino } = await opened.stat();
    // A folder on its way may be a link, and may have become one meanwhile.
    if (dev !== seen.dev || ino !== seen.ino) return false;
    if ((await realpath(file)) !== join(await realpath(folder), path)) return false;
    const piece = Buffer.allocUnsafe(PIECE);
    for (let left = max; ; ) {
      const { bytesRead } = await opened.read(piece, 0, PIECE, null);
      if (bytesRead === 0) return true;
      left -= bytesRead;
      if (left < 0) return false;
      take(piece.subarray(0, bytesRead));
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    return false;
  } finally {
    await opened?.close();
  }
}

/** The whole text; `null`: there is no such file, or it is longer. */
export async function textInside(folder: string, path: string, max: number): Promise<string | null> {
  const pieces: Buffer[] = [];
  const isWhole = await readInside(folder, path, max, (piece) => {
    pieces.push(Buffer.from(piece));
  });
  return isWhole ? Buffer.concat(pieces).toString("utf8") : null;
}

/** All of it or nothing, whenever the process ends. */
export async function writeWhole(place: string, text: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true });
  const draft = `${place}.${randomUUID()}`;
  await writeFile(draft, text);
  await rename(draft, place);
}

/** Whatever somebody made of it: even folders that nobody may write to, and paths longer than the system accepts. */
export async function removeAll(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!["ENAMETOOLONG", "EACCES", "EPERM"].includes(code)) throw error;
    await promisify(execFile)("chmod", ["-R", "u+rwX", folder]).catch(() => undefined);
    await promisify(execFile)("rm", ["-rf", folder]);
  }
}

export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(ifMissing)) !== null;
}

const FIND_MS = 60_000;

/** What `find` prints, with `-print0`. Git doesn't enter a folder that `find` can't enter either. */
export async function found(args: readonly string[]): Promise<string[]> {
  const options = { timeout: FIND_MS, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)("find", args, options).catch(({ stdout = "" }: { stdout?: string }) => ({
    stdout,
  }));
  return stdout.split("\0").filter(Boolean);
}

export function ifMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
