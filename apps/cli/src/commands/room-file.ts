import { createWriteStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import type { Reply } from "@squadroom/client/call";
import { roomFileParts } from "@squadroom/client/room-file";
import { counted } from "@squadroom/core/kernel/words";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { openAdminDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import { unwritable } from "../folder-files.ts";
import { own } from "../own-command.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";

const IMPORT_MS = 600_000;

/** A whole room as one file. */
export function addRoomFile(room: Command, cli: Cli): void {
  const exporting = define(
    room,
    "export <name> <file>",
    "write a whole room to one file: its log, team, settings and files",
    "To move it to another server. Credentials, invitations and accounts stay here. The room goes on; the file has it as it was when the export began.",
  );

  answering(cli, exporting, async ([name = "", file = ""]) => {
    const { call } = await openAdminDoor(cli);
    const to = resolve(cli.io.cwd, file);
    const target = createWriteStream(to, { flags: "wx" });
    await pipeline(Readable.from(roomFileParts(call, name)), createGzip(), target).catch(async (cause: Error) => {
      if (!target.pending) await rm(to, { force: true });
      if ("syscall" in cause) unwritable(to)(cause);
      throw cause;
    });
    return { data: { room: name, file }, text: `${name} is in ${file}.` };
  });
  const importing = define(
    room,
    "import <file>",
    "create a room from a file that an export wrote",
    "For admins. The room has its whole history; its agents connect again, and people of the other server are names in it.",
  )
    .option("--name <name>", "what it is called here; its old name by default")
    .option("--preview", "say what would come in, and create nothing");
  answering(cli, importing, async ([file = ""], options) => {
    const { call } = await openAdminDoor(cli);
    const packed = await readFile(resolve(cli.io.cwd, file)).catch((cause: Error) => {
      const why = `${file} can't be read: ${cause.message}`;
      throw new CliError("no_file", why, "Check the path.");
    });
    const reply = await call("importRoom", {
      body: {
        content: packed.toString("base64"),
        preview: options.preview === true,
        ...(typeof options.name === "string" ? { name: options.name } : {}),
      },
      timeoutMs: IMPORT_MS,
    });
    return { data: reply, text: importText(reply) };
  });
}

function importText({ contents, name, roomId }: Reply<"importRoom">): string {
  const { room, events, files, tasks, sessions, agents, people, redacted } = contents;
  const has = [counted(events, "event"), counted(tasks, "task"), counted(sessions, "session"), counted(files, "file")];
  return [
    `${oneLine(room)}: ${has.join(", ")}.`,
    ...(people.length > 0 ? [`People, by name only: ${oneLine(people.join(", "))}.`] : []),
    ...(agents > 0 ? [`${counted(agents, "agent")} must connect again.`] : []),
    ...(redacted > 0 ? [`Secrets were taken out of ${counted(redacted, "line")}.`] : []),
    roomId === null
      ? "Nothing was created."
      : `Created ${name}. Connect its agents: \`${own(`credential create --room ${name} --role ROLE`)}\``,
  ].join("\n");
}
