const SKIPPED = ["node_modules", ".git"];
const DROPPED_MAX = 5_000;

/** A file on the person's machine, with its path from the chosen folder. */
export interface FoundFile {
  path: string;
  file: File;
}

/** What a file input has; for a folder, everything below it. */
export function chosenFiles(list: FileList | null): FoundFile[] {
  return [...(list ?? [])]
    .map((file) => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !SKIPPED.some((name) => path.includes(`/${name}/`)));
}

/** What was dropped, with everything below it. */
export async function droppedFiles(data: DataTransfer): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  const entries = [...data.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  for (const entry of entries) await collect(entry, found);
  return found;
}

async function collect(entry: FileSystemEntry, found: FoundFile[]): Promise<void> {
  if (found.length >= DROPPED_MAX || SKIPPED.includes(entry.name)) return;
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail));
    found.push({ path: entry.fullPath.replace(/^\//, ""), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail));
    if (some.length === 0) return;
    for (const one of some) await collect(one, found);
  }
}
