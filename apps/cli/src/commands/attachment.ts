import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { sizeText } from "@squadroom/core/attachment/attachment";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { chooseRoom, openDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import type { Cli } from "../settings.ts";

/** Saves a file that came with a message. */
export function addAttachment(program: Command, cli: Cli): void {
  const command = define(
    program,
    "attachment <id>",
    "save a file that came with a message",
    "Saves it under its own name in this folder; never overwrites a file.",
  )
    .option("--out <path>", "the file or folder to save it to; `-` prints it")
    .option("--room <name>", "the room, for a person");
  answering(cli, command, async ([attachment = ""], options) => {
    const door = await openDoor(cli);
    const room = await chooseRoom(door, options.room as string | undefined);
    const params = { room, attachment };
    const { content, ...file } = await door.call("getAttachment", { params });
    if (options.out === "-") {
      const text = Buffer.from(content, "base64").toString("utf8");
      return { data: { ...file, content: text }, text, isFile: true };
    }
    const path = await pathFor(file.name, options.out as string | undefined);
    await writeNew(path, Buffer.from(content, "base64"));
    return { data: { ...file, path }, text: `${path}: ${file.type}, ${sizeText(file.size)}.` };
  });
}

/** The name is the sender's: it names a file in one folder, never a way out of it. */
async function pathFor(name: string, out: string | undefined): Promise<string> {
  const plain = name.replace(/[/\\\p{Cc}]/gu, "_").replace(/^\.+/, "_") || "file";
  if (out === undefined) return plain;
  const isFolder = await stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(out, plain) : out;
}

async function writeNew(path: string, content: Uint8Array): Promise<void> {
  try {
    const file = await open(path, "wx");
    await file.writeFile(content).finally(() => file.close());
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unwritable";
    const why = code === "EEXIST" ? "already exists" : `cannot be written (${code})`;
    throw new CliError("no_file", `${path} ${why}.`, "Choose another name with `--out PATH`.");
  }
}
