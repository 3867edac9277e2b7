import { writeFile } from "node:fs/promises";
import type { Reply } from "@squadroom/client/call";
import { IMPORT_FORMATS, type ImportFormat } from "@squadroom/core/backlog/formats";
import type { Command } from "commander";
import { answering, define, oneOf } from "../answer.ts";
import { chooseRoom, openAdminDoor, openDoor, ROOM } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";

/** The backlog as CSV or JSON, in and out. */
export function addBacklogFiles(backlog: Command, cli: Cli): void {
  const importing = define(
    backlog,
    "import <file>",
    "add the items of a CSV or JSON file, `-` for stdin; all of them or none",
    "Columns: title; optional: body, priority, labels (separated by semicolons), value, complexity, state, reason.",
  )
    .option(...ROOM)
    .option("--format <format>", IMPORT_FORMATS.join(", "), oneOf(...IMPORT_FORMATS))
    .option("--preview", "say what would be added, and add nothing");
  answering(cli, importing, async ([file = ""], options) => {
    const content = await readText(cli.io, { file }, "FILE");
    const format = formatOf(file, options.format as ImportFormat | undefined);
    const door = await openAdminDoor(cli);
    const params = { room: await chooseRoom(door, options.room as string | undefined) };
    const look = { params, body: { format, content, preview: true } };
    const seen = await door.call("importBacklog", look);
    if (seen.problems.length > 0) return { data: seen, text: previewText(seen), exit: EXIT.usage };
    if (options.preview) return { data: seen, text: previewText(seen) };
    const body = { format, content };
    const reply = await door.call("importBacklog", { params, body });
    const { first, last } = reply.added ?? { first: 0, last: 0 };
    return { data: reply, text: `Items ${first} to ${last} are added.${warningsText(reply)}` };
  });
  const exporting = define(backlog, "export [file]", "write all items as CSV or JSON, to a file or stdout")
    .option("--room <name>", "the room, for a person")
    .option("--format <format>", IMPORT_FORMATS.join(", "), oneOf(...IMPORT_FORMATS));
  answering(cli, exporting, async ([file = ""], options) => {
    const door = await openDoor(cli);
    const params = { room: await chooseRoom(door, options.room as string | undefined) };
    const format = formatOf(file, options.format as ImportFormat | undefined);
    const reply = await door.call("exportBacklog", { params, query: { format } });
    if (file === "" || file === "-") return { data: reply, text: reply.content, isFile: true };
    await writeFile(file, reply.content);
    return { data: reply, text: `${reply.count} items are in ${file}.` };
  });
}

function formatOf(file: string, given: ImportFormat | undefined): ImportFormat {
  if (given) return given;
  if (file.endsWith(".json")) return "json";
  if (file.endsWith(".csv") || file === "") return "csv";
  throw new CliError(
    "which_format",
    `The format of ${file} is not clear from its name.`,
    "Add --format csv or --format json.",
  );
}

type Read = Reply<"importBacklog">;

function previewText(read: Read): string {
  const lines = read.problems.map(({ line, field, message }) => {
    return `Line ${line}${field ? `, ${field}` : ""}: ${message}`;
  });
  const count = `${read.count} ${read.count === 1 ? "item" : "items"} would be added`;
  const head = lines.length === 0 ? `${count}.` : "Nothing was added:";
  return [head, ...lines].join("\n") + warningsText(read);
}

function warningsText({ warnings }: Read): string {
  if (warnings.length === 0) return "";
  return `\n${warnings.map(({ line, message }) => `Note on line ${line}: ${message}`).join("\n")}`;
}
