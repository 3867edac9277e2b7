import type { CarriedFile } from "@squadroom/core/interchange/carried";
import type { Problem } from "@squadroom/core/interchange/problem";
import type { SessionReading } from "@squadroom/core/interchange/read-session";
import { IMPORT_LIMITS, readZip } from "@squadroom/core/interchange/read-zip";
import { unsafeReason } from "@squadroom/core/interchange/safe-path";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Redact } from "../../platform/http/route.ts";
import { redactImported } from "../../platform/redaction/imported.ts";
import { readingOf } from "../report/index.ts";

interface Source {
  archive?: string | undefined;
  files?: { path: string; content: string }[] | undefined;
}

/** What is brought in, without secrets, and what was found in it. @throws `bad_request` */
export async function readSource(source: Source, redact: Redact): Promise<SessionReading> {
  const { files, problems } = unpacked(source);
  const reading = await readingOf(files);
  const all = redact([...problems, ...reading.problems]);
  const { clean, isChanged } = await redacted(reading.files, redact);
  const { draft } = isChanged && reading.draft ? await readingOf(clean) : reading;
  const folder = reading.draft?.folder ?? "";
  return { ...reading, draft: draft && { ...draft, folder }, files: clean, problems: all };
}

function unpacked({ archive, files }: Source): { files: CarriedFile[]; problems: Problem[] } {
  if ((archive === undefined) === (files === undefined))
    throw refuse("bad_request", "Send either `archive` or `files`.", { field: "body.files" });
  if (archive !== undefined) {
    const zip = readZip(Buffer.from(archive, "base64"), IMPORT_LIMITS);
    return {
      files: zip.files,
      problems: zip.problems.map(({ path, reason }) => left(path, reason)),
    };
  }
  const problems: Problem[] = [];
  const taken = new Set<string>();
  const read: CarriedFile[] = [];
  let bytesLeft = IMPORT_LIMITS.bytes;
  for (const { path, content } of files ?? []) {
    const unsafe = unsafeReason(path);
    const bytes = Buffer.from(content, "base64");
    const reason = unsafe
      ? `Its name ${unsafe}.`
      : taken.has(path.toLowerCase())
        ? "Another file has its name."
        : bytes.byteLength > bytesLeft
          ? "The folder is too large."
          : null;
    if (reason !== null) problems.push(left(path, reason));
    else {
      taken.add(path.toLowerCase());
      bytesLeft -= bytes.byteLength;
      read.push({ path, bytes });
    }
  }
  return { files: read, problems };
}

function left(file: string, message: string): Problem {
  const named = file
    .toWellFormed()
    .replace(/\p{Cc}/gu, "�")
    .slice(0, 240);
  const outcome = "Does not come in.";
  return { file: named, line: null, level: "error", code: "archive", message, outcome };
}

/** Texts lose their secrets before anything is kept of them. */
async function redacted(files: readonly CarriedFile[], redact: Redact) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const clean: CarriedFile[] = [];
  let isChanged = false;
  for (const file of files) {
    const text = textOf(decoder, file.bytes);
    const without = text === null ? null : redact(await redactImported(text));
    if (without === null || without === text) clean.push(file);
    else {
      isChanged = true;
      clean.push({ path: file.path, bytes: new TextEncoder().encode(without) });
    }
  }
  return { clean, isChanged };
}

function textOf(decoder: TextDecoder, bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}
