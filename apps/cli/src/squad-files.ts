import { readdir, readFile, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type PickedSquad, pickSquad } from "@squadroom/core/squad-folder/pick";
import { FILES_MAX, type SquadFile } from "@squadroom/core/squad-folder/squad";
import { CliError } from "./failure.ts";

const FILE_MAX_BYTES = 200_000;
const DEPTH_MAX = 6;
const TEXT = /\.(md|markdown|mdc|json|ya?ml|txt|sh|ts|js|mjs)$/i;
const SKIPPED = ["node_modules", ".git"];

/** What is sent of the squad in a folder of this machine. Links are not followed. */
export async function readSquadFiles(folder: string): Promise<PickedSquad> {
  const found = (await pathsIn(folder, folder, 0)).map(async (path) => ({
    path,
    bytes: (await stat(join(folder, path))).size,
    read: () => readFile(join(folder, path), "utf8"),
  }));
  const picked = await pickSquad(await Promise.all(found));
  if (picked) return picked;
  throw new CliError(
    "no_squad",
    `${folder} holds no squad.`,
    "Name the folder that has team.md, or the one above `.squad`.",
  );
}

/** The markdown of a folder of this machine, and what is left out. Links are not followed. */
export async function readMarkdown(folder: string) {
  const paths = await pathsIn(folder, folder, 0);
  return readTexts(
    folder,
    paths.filter((path) => /\.(md|markdown|mdc)$/i.test(path)),
  );
}

async function readTexts(
  folder: string,
  paths: readonly string[],
): Promise<{ files: SquadFile[]; left: string[] }> {
  const files: SquadFile[] = [];
  const left: string[] = [];
  for (const path of paths) {
    const { size } = await stat(join(folder, path));
    const isRead = TEXT.test(path) && size <= FILE_MAX_BYTES && files.length < FILES_MAX;
    const content = isRead ? await readFile(join(folder, path), "utf8") : "\u0000";
    if (content.includes("\u0000")) left.push(path);
    else files.push({ path, content: content.toWellFormed() });
  }
  return { files, left };
}

async function pathsIn(folder: string, top: string, depth: number): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: Error) => {
    throw new CliError("no_folder", `${folder} can't be read: ${cause.message}`, "Check the path.");
  });
  const paths: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isFile()) paths.push(relative(top, path).split(sep).join("/"));
    else if (entry.isDirectory() && depth < DEPTH_MAX && !SKIPPED.includes(entry.name))
      paths.push(...(await pathsIn(path, top, depth + 1)));
  }
  return paths;
}
