import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { normalisePath } from "@squadroom/core/kernel/glob";
import type { KeptFile } from "@squadroom/core/task/resume";

/** sha-256 and size of a file in the folder; `null`: it is missing. */
export async function hashOf(cwd: string, path: string): Promise<{ hash: string; size: number } | null> {
  const inside = normalisePath(path);
  const content = inside === null ? null : await readFile(join(cwd, inside)).catch(() => null);
  if (content === null) return null;
  return { hash: createHash("sha256").update(content).digest("hex"), size: content.byteLength };
}

/** What is there now of what an earlier attempt had finished. */
export async function foundIn(cwd: string, kept: readonly KeptFile[]) {
  const files = kept.map(async ({ path }) => ({
    path,
    hash: (await hashOf(cwd, path))?.hash ?? null,
  }));
  return { files: await Promise.all(files) };
}
