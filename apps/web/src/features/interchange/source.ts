import type { Body } from "@squadroom/client/call";
import { IMPORT_LIMITS, readZip } from "@squadroom/core/interchange/read-zip";
import type { FoundFile } from "../../ui/found-files.ts";
import { base64Of } from "../attachment/index.ts";

/** A folder or a zip that a person chose. */
export interface Source {
  name: string;
  kind: "folder" | "zip";
  sent: Pick<Body<"importSession">, "archive" | "files">;
  files: { path: string; bytes: Uint8Array }[];
  /** Paths of what is too large to send. */
  left: string[];
}

/** The choice, read; `null`: there is no file in it. */
export async function sourceOf(found: readonly FoundFile[]): Promise<Source | null> {
  const [first] = found;
  if (!first) return null;
  const isZip = found.length === 1 && /\.zip$/i.test(first.path);
  return isZip ? zipOf(first.file) : folderOf(found);
}

async function zipOf(file: File): Promise<Source> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { files } = readZip(bytes, IMPORT_LIMITS);
  const sent = { archive: await base64Of(file) };
  return { name: file.name, kind: "zip", sent, files, left: [] };
}

async function folderOf(found: readonly FoundFile[]): Promise<Source> {
  const { entries, fileBytes, bytes: most } = IMPORT_LIMITS;
  const files: Source["files"] = [];
  const sent: { path: string; content: string }[] = [];
  const left: string[] = [];
  let total = 0;
  for (const { path, file } of found) {
    total += file.size;
    if (files.length >= entries || file.size > fileBytes || total > most) left.push(path);
    else {
      files.push({ path, bytes: new Uint8Array(await file.arrayBuffer()) });
      sent.push({ path, content: await base64Of(file) });
    }
  }
  const name = found[0]?.path.split("/").find(Boolean) ?? "";
  return { name, kind: "folder", sent: { files: sent }, files, left };
}

/** The text of a file that a problem names; `null`: it isn't text, or the folder is meant. */
export function textIn({ files }: Source, named: string): string | null {
  const file = files.find(({ path }) => path === named || path.endsWith(`/${named}`));
  if (!file || named === "") return null;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file.bytes);
  } catch {
    return null;
  }
}
