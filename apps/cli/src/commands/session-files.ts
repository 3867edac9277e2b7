import { readFile, stat, writeFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import type { Reply } from "@squadroom/client/call";
import { readZip } from "@squadroom/core/interchange/read-zip";
import { counted } from "@squadroom/core/kernel/words";
import type { Command } from "commander";
import { define } from "../answer.ts";
import { readCarried } from "../carried-files.ts";
import { forBoth, inRoom } from "../door.ts";
import { CliError } from "../failure.ts";
import { unwritable, writeFilesBelow } from "../folder-files.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns } from "../words.ts";

/** How much the server may send, unpacked. */
const LIMITS = { entries: 100_000, fileBytes: 200_000_000, bytes: 400_000_000 };

/** A session as files. */
export function addFiles(session: Command, cli: Cli): void {
  addExport(session, cli);
  addImport(session, cli);
}

function addImport(session: Command, cli: Cli): void {
  const command = inRoom(
    define(
      session,
      "import <path>",
      "add a session that an export wrote, as one that has ended",
      "Reads a folder with session-status.md, or a zip of one. Nothing of it runs, and no agent is told. What can't be read stays as a file and is exported again.",
    ),
  ).option("--preview", "say what would come in, and add nothing");
  forBoth(cli, command, async ({ call, params }, [path = ""], options) => {
    const from = resolve(cli.io.cwd, path);
    const preview = options.preview === true;
    const { left, ...source } = await sourceIn(from);
    const body = { name: basename(from), preview, ...source };
    const reply = await call("importSession", { params, body });
    const added = reply.sessionId === null ? [] : [`Added as session ${reply.sessionId}.`];
    const text = [importText(reply, left), ...added].join("\n");
    return { data: { ...reply, left }, text };
  });
}

async function sourceIn(path: string) {
  const found = await stat(path).catch((cause: Error) => {
    throw new CliError("no_file", `${path} can't be read: ${cause.message}`, "Check the path.");
  });
  if (found.isDirectory()) return readCarried(path);
  return { archive: (await readFile(path)).toString("base64"), left: [] };
}

function importText(reply: Reply<"importSession">, left: readonly string[]): string {
  const { session, counts, problems, more } = reply;
  const rows = counts.map(({ kind, found, asIs, repaired, left: out }) => [
    kind,
    `${found} found`,
    `${asIs} as they are`,
    `${repaired} repaired`,
    `${out} as files only`,
  ]);
  return [
    session ? `“${oneLine(session.title)}”, ${session.end}` : "No session can come in.",
    columns(rows).trimEnd(),
    ...problems.map(({ file, line, level, message, outcome }) => {
      const place = line === null ? file || "." : `${file}:${line}`;
      return oneLine(`  ${level} ${place}: ${message} ${outcome}`);
    }),
    ...(more > 0 ? [`  and ${counted(more, "problem")} more`] : []),
    ...left.map((path) => oneLine(`  ${path}: Left out, because it is a link or too large.`)),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function addExport(session: Command, cli: Cli): void {
  const command = inRoom(
    define(
      session,
      "export <id> <folder>",
      "write a session to a folder: tasks, progress, messages, errors, decisions",
      "Each session gets a folder of its own in FOLDER, named by when it began. A name that ends in .zip writes one file instead.",
    ),
  );
  forBoth(cli, command, async ({ call, params }, [id = "", folder = ""]) => {
    const reply = await call("exportSession", { params: { ...params, sessionId: id } });
    const zip = Buffer.from(reply.content, "base64");
    const to = resolve(cli.io.cwd, folder);
    if (folder.endsWith(".zip")) await writeFile(to, zip, { flag: "wx" }).catch(unwritable(to));
    else await writeFilesBelow(to, readZip(zip, LIMITS).files).catch(unwritable(to));
    return {
      data: { folder, files: reply.files },
      text: `Session ${id} is in ${folder}: ${counted(reply.files, "file")}.`,
    };
  });
}
