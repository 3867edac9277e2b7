import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { CarriedFile } from "@squadroom/core/interchange/carried";
import { CliError } from "./failure.ts";

const SKIPPED = ["node_modules", ".git"];

interface FoundPath {
  path: string;
  isLink: boolean;
}

/** Everything below a folder, by name, except packages and git's own files. Links are not followed. */
export async function pathsIn(folder: string, top = folder): Promise<FoundPath[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: Error) => {
    throw new CliError("no_folder", `${folder} can't be read: ${cause.message}`, "Check the path.");
  });
  const paths: FoundPath[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) paths.push({ path: relative(top, path).split(sep).join("/"), isLink: !entry.isFile() });
    else if (!SKIPPED.includes(entry.name)) paths.push(...(await pathsIn(path, top)));
  }
  return paths;
}

/** Writes files below a folder. Existing files are not overwritten. */
export async function writeFilesBelow(folder: string, files: readonly CarriedFile[]): Promise<void> {
  for (const { path, bytes } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes, { flag: "wx" }).catch((cause: NodeJS.ErrnoException) => {
      if (cause.code !== "EEXIST") throw cause;
      throw new CliError("file_exists", `${file} is there already.`, "Name an empty folder.");
    });
  }
}

/** Writes a requested file, over any with this name. */
export async function saveText(file: string, text: string): Promise<void> {
  await writeFile(file, text).catch((cause: Error) => {
    const message = `Couldn't write ${file}: ${cause.message}`;
    throw new CliError("file_unwritable", message, "Name another file.");
  });
}

/** Says why a file or a folder can't be written. */
export function unwritable(to: string): (cause: Error) => never {
  return (cause) => {
    if (cause instanceof CliError) throw cause;
    const isThere = "code" in cause && cause.code === "EEXIST";
    throw isThere
      ? new CliError("file_exists", `${to} is there already.`, "Choose another name.")
      : new CliError("file_unwritable", `Couldn't write to ${to}: ${cause.message}`, "Name another folder.");
  };
}
