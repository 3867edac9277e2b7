import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type PickedSquad, pickSquad } from "@squadroom/core/squad-folder/pick";
import { FILES_MAX, type SquadFile } from "@squadroom/core/squad-folder/squad";
import { CliError } from "./failure.ts";
import { pathsIn } from "./folder-files.ts";

const FILE_MAX_BYTES = 200_000;
const MARKDOWN = /\.(md|markdown|mdc)$/i;
const LINK = "It is a link, and links are not followed.";

/** What is sent of the squad in a folder on this machine. */
export async function readSquadFiles(folder: string): Promise<PickedSquad> {
  const found = (await pathsIn(folder)).map(async ({ path, isLink }) => ({
    path,
    bytes: isLink ? 0 : (await stat(join(folder, path))).size,
    read: () => readFile(join(folder, path), "utf8"),
    ...(isLink ? { why: LINK } : {}),
  }));
  const picked = await pickSquad(await Promise.all(found));
  if (picked) return picked;
  throw new CliError(
    "no_squad",
    `${folder} holds no squad.`,
    "Name the folder that has team.md, or the one above `.squad`.",
  );
}

/** The markdown in a folder on this machine, and what is left out. */
export async function readMarkdown(folder: string) {
  const files: SquadFile[] = [];
  const left: PickedSquad["left"] = [];
  for (const { path, isLink } of await pathsIn(folder)) {
    const why = isLink
      ? LINK
      : !MARKDOWN.test(path)
        ? "It isn't Markdown."
        : (await stat(join(folder, path))).size > FILE_MAX_BYTES || files.length >= FILES_MAX
          ? "It is too large, or one file too many."
          : null;
    const content = why === null ? await readFile(join(folder, path), "utf8") : "";
    if (why !== null || content.includes("\u0000")) left.push({ path, why: why ?? "It is no text." });
    else files.push({ path, content: content.toWellFormed() });
  }
  return { files, left };
}
