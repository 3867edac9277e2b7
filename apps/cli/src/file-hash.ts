import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";

/** sha-256 and size of a file; `null`: it is not there. */
export async function hashOf(
  cwd: string,
  path: string,
): Promise<{ hash: string; size: number } | null> {
  const content = await readFile(resolve(cwd, path)).catch(() => null);
  if (content === null) return null;
  return { hash: createHash("sha256").update(content).digest("hex"), size: content.byteLength };
}
