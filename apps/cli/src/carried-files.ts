import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { IMPORT_LIMITS } from "@squadroom/core/interchange/read-zip";
import { pathsIn } from "./folder-files.ts";

/** The files of a folder of this machine, in base64; `left`: links, and what is too large or too many. */
export async function readCarried(folder: string) {
  const found: { files: { path: string; content: string }[]; left: string[] } = {
    files: [],
    left: [],
  };
  for (const { path, isLink } of await pathsIn(folder)) {
    const file = join(folder, path);
    const isOver = found.files.length >= IMPORT_LIMITS.entries;
    if (isLink || isOver || (await stat(file)).size > IMPORT_LIMITS.fileBytes) found.left.push(path);
    else found.files.push({ path, content: (await readFile(file)).toString("base64") });
  }
  return found;
}
