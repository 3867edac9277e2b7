import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { ATTACHMENT_MAX, sizeText } from "@squadroom/core/attachment/attachment";
import type { Door } from "./door.ts";
import { CliError } from "./failure.ts";

/** Media types by the extensions that agents and people send most; others are bytes. */
const TYPES: Record<string, string> = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
  ".svg": "image/svg+xml",
  ".pdf": "application/pdf",
  ".json": "application/json",
  ".csv": "text/csv",
  ".md": "text/markdown",
  ".txt": "text/plain",
  ".log": "text/plain",
  ".diff": "text/x-diff",
  ".patch": "text/x-diff",
};

/** Stores the files that a message is about to carry, and returns their ids, in order. */
export async function storeFiles(door: Pick<Door, "call">, room: string, paths: readonly string[]): Promise<string[]> {
  const files = await Promise.all(paths.map(readBytes));
  const ids: string[] = [];
  for (const { name, type, content } of files) {
    const body = { name, type, content: content.toString("base64") };
    ids.push((await door.call("addAttachment", { params: { room }, body })).id);
  }
  return ids;
}

/** The diff that goes with a result, if there is one. */
export async function storeDiff(door: Pick<Door, "call">, room: string, path: unknown): Promise<{ diff?: string }> {
  const [diff] = await storeFiles(door, room, path === undefined ? [] : [String(path)]);
  return diff === undefined ? {} : { diff };
}

async function readBytes(path: string) {
  const content = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    const why = `${path} cannot be read (${error.code ?? "unreadable"}).`;
    throw new CliError("no_file", why, "Check the path.");
  });
  if (content.byteLength === 0)
    throw new CliError("empty_file", `${path} is empty.`, "Send a file with something in it.");
  if (content.byteLength > ATTACHMENT_MAX) {
    const why = `${path} is ${sizeText(content.byteLength)}; the limit is ${sizeText(ATTACHMENT_MAX)}.`;
    throw new CliError("payload_too_large", why, "Send part of it, or say where it is.");
  }
  const type = TYPES[extname(path).toLowerCase()] ?? "application/octet-stream";
  return { name: basename(path), type, content };
}
