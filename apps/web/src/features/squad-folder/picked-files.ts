import { pathInSquad, squadRoot } from "@squadroom/core/squad-folder/read";
import { FILES_MAX, type SquadFile } from "@squadroom/core/squad-folder/squad";

/** What a request carries of one file, bytes. */
const FILE_MAX_BYTES = 200_000;
const TEXT = /\.(md|json|ya?ml|txt|sh|ts|js|mjs)$/i;
const SKIPPED = ["node_modules", ".git"];
const DROPPED_MAX = 5_000;

export interface Picked {
  /** The folder that was chosen. */
  name: string;
  files: SquadFile[];
  /** Paths of what is too large, or no text. */
  left: string[];
}

interface Found {
  path: string;
  file: File;
}

/** The squad's files of a folder; `null` where there is none. */
export async function pickedOf(found: readonly Found[]): Promise<Picked | null> {
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

export function chosenFiles(list: FileList | null): Found[] {
  return [...(list ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !SKIPPED.some((name) => path.includes(`/${name}/`)));
}

/** What was dropped, with all that is below it. */
export async function droppedFiles(data: DataTransfer): Promise<Found[]> {
  const found: Found[] = [];
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: Found[]): Promise<void> {
  if (found.length >= DROPPED_MAX || SKIPPED.includes(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) =>
      (entry as FileSystemFileEntry).file(done, fail),
    );
    found.push({ path: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, fail),
    );
    if (some.length === 0) return;
    for (const one of some) await collect(one, found);
  }
}
