import { pathInSquad, squadRoot } from "@squadroom/core/squad-folder/read";
import { FILES_MAX, type SquadFile } from "@squadroom/core/squad-folder/squad";
import type { FoundFile } from "../../ui/found-files.ts";

/** What a request carries of one file, bytes. */
const FILE_MAX_BYTES = 200_000;
const TEXT = /\.(md|json|ya?ml|txt|sh|ts|js|mjs)$/i;

export interface Picked {
  /** The folder that was chosen. */
  name: string;
  files: SquadFile[];
  /** Paths of what is too large, or no text. */
  left: string[];
}

/** The squad's files of a folder; `null` where there is none. */
export async function pickedOf(found: readonly FoundFile[]): Promise<Picked | null> {
  const root = squadRoot(found.map(({ path }) => path));
  if (root === null) return null;
  const files: SquadFile[] = [];
  const left: string[] = [];
  for (const { path, file } of found) {
    if (pathInSquad(root, path) === null) continue;
    const isRead = TEXT.test(path) && file.size <= FILE_MAX_BYTES && files.length < FILES_MAX;
    const content = isRead ? await file.text() : "\u0000";
    if (content.includes("\u0000")) left.push(path);
    else files.push({ path, content });
  }
  return { name: found[0]?.path.split("/").find(Boolean) ?? "", files, left };
}
