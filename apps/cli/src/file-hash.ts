import { createHash } from "node:crypto";
import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { contentOf, inOneCall } from "@squadroom/client/content";
import { normalisePath } from "@squadroom/core/kernel/glob";
import type { Artifact } from "@squadroom/core/task/result";
import type { KeptFile } from "@squadroom/core/task/resume";

/**
 * sha-256 and size of a file in the folder, and its text; `null`: it is missing. What is read through a link isn't
 * repeated: it may lie outside.
 */
export async function hashOf(
  cwd: string,
  path: string,
): Promise<{ hash: string; size: number; content?: string } | null> {
  const inside = normalisePath(path);
  const bytes = inside === null ? null : await readFile(join(cwd, inside)).catch(() => null);
  if (inside === null || bytes === null) return null;
  const isOwn = (await realpath(join(cwd, inside))) === join(await realpath(cwd), inside);
  const hash = createHash("sha256").update(bytes).digest("hex");
  return { hash, size: bytes.byteLength, ...(isOwn && contentOf(bytes)) };
}

/** Reported files with their contents; a final one that exists, also with its hash, if `hashes` are wanted. */
export async function withContents(cwd: string, files: readonly Artifact[], { hashes = false } = {}) {
  const read = await Promise.all(
    files.map(async (file): Promise<Artifact & { content?: string }> => {
      const found = file.status === "deleted" ? null : await hashOf(cwd, file.path);
      if (found === null) return file;
      // Whoever comes back can tell whether it is unchanged.
      if (hashes && file.stage === "final") return { ...file, ...found };
      return { ...file, ...(found.content !== undefined && { content: found.content }) };
    }),
  );
  return inOneCall(read);
}

/** What is there now of what an earlier attempt had finished. */
export async function foundIn(cwd: string, kept: readonly KeptFile[]) {
  const files = kept.map(async ({ path }) => ({
    path,
    hash: (await hashOf(cwd, path))?.hash ?? null,
  }));
  return { files: await Promise.all(files) };
}
