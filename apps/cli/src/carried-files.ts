import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { IMPORT_LIMITS } from "@squadroom/core/interchange/read-zip";
import { CliError } from "./failure.ts";

const SKIPPED = ["node_modules", ".git"];

export interface Found {
  files: { path: string; content: string }[];
  /** Paths that are left out: links, and what is too large. */
  left: string[];
}

/** The files of a folder of this machine, in base64. Links are not followed. */
export async function readCarried(folder: string): Promise<Found> {
  const found: Found = { files: [], left: [] };
  await collect(folder, folder, found);
  return found;
}

async function collect(folder: string, top: string, found: Found): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: Error) => {
    throw new CliError("no_folder", `${folder} can't be read: ${cause.message}`, "Check the path.");
  });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = join(folder, entry.name);
    const path = relative(top, file).split(sep).join("/");
    if (entry.isDirectory() && !SKIPPED.includes(entry.name)) await collect(file, top, found);
    else if (!entry.isFile()) found.left.push(path);
    else if (
      found.files.length >= IMPORT_LIMITS.entries ||
      (await stat(file)).size > IMPORT_LIMITS.fileBytes
    )
      found.left.push(path);
    else found.files.push({ path, content: (await readFile(file)).toString("base64") });
  }
}
