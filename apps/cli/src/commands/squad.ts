import { basename, resolve } from "node:path";
import type { Reply } from "@squadroom/client/call";
import { textFile } from "@squadroom/core/interchange/carried";
import { counted } from "@squadroom/core/kernel/words";
import { roomFolder } from "@squadroom/core/squad-folder/kept";
import { folderWisdom } from "@squadroom/core/squad-folder/known";
import type { PickedSquad } from "@squadroom/core/squad-folder/pick";
import type { Command } from "commander";
import { answering, define, group } from "../answer.ts";
import { openAdminDoor, openDoor } from "../door.ts";
import { unwritable, writeFilesBelow } from "../folder-files.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";
import { readSquadFiles } from "../squad-files.ts";
import { columns } from "../words.ts";

/** Squads that are kept as markdown in a folder. */
export function addSquad(program: Command, cli: Cli): void {
  const squad = group(program, "squad", "make a room of a squad folder, and a squad folder of a room");
  addImport(squad, cli);
  addExport(squad, cli);
}

function addImport(squad: Command, cli: Cli): void {
  const command = define(
    squad,
    "import <folder>",
    "create a room from a squad folder on this machine",
    "Reads team.md, routing.md, decisions.md, config.json and agents/NAME/charter.md and history.md, in FOLDER or in its `.squad` or `.ai-team`.",
  )
    .option("--room <name>", "the room's name; by default the folder's")
    .option("--preview", "say what would be created, and create nothing");
  answering(cli, command, async ([folder = ""], options) => {
    const from = resolve(cli.io.cwd, folder);
    const picked = await readSquadFiles(from);
    const { files, left, cuts, outside } = picked;
    const { call } = await openAdminDoor(cli);
    const seen = await call("previewSquad", { body: { files } });
    const says = previewText(seen, picked);
    if (options.preview === true) return { data: { ...seen, left, cuts, outside }, text: says };
    const name = (options.room as string | undefined) ?? roomNameOf(from);
    const made = await call("createRoom", { body: { name, squad: { files } } });
    const commands = seen.members
      .filter(({ role }) => seen.team?.roles.some((one) => one.name === role))
      .map(({ role }) => own(`credential create --room ${name} --role ${role}`));
    const text = [says, `Created ${name}. Create a credential for each agent:`, ...commands];
    return {
      data: { ...made, warnings: seen.warnings, left, cuts, outside },
      text: text.join("\n"),
    };
  });
}

function roomNameOf(folder: string): string {
  const own = basename(folder);
  const name = [".squad", ".ai-team"].includes(own) ? basename(resolve(folder, "..")) : own;
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-+|-+$/g, "");
}

function previewText(seen: Reply<"previewSquad">, { left, cuts, outside }: Omit<PickedSquad, "files">): string {
  const unclear = seen.warnings.filter(({ cut }) => !cut);
  const lost = seen.warnings.filter(({ cut }) => cut);
  const rows = seen.members.map(({ role, part, model, hasCharter }) => [
    role,
    part,
    role === seen.entryPoint ? "entry point" : "",
    model ?? "",
    hasCharter ? "" : "no charter",
  ]);
  const rules = seen.rules.map(({ pattern, target }) => [pattern, `→ ${target}`]);
  return [
    ...cuts.map((cut) => `Not all of it: ${cut}`),
    ...lost.map(({ file, message }) => `Not all of it: ${file}: ${message}`),
    [
      counted(seen.members.length, "role"),
      counted(seen.rules.length, "rule"),
      counted(seen.wisdom.decisions, "decision"),
      counted(seen.wisdom.learnings, "learning"),
      counted(seen.notes.length, "note"),
    ].join(", "),
    columns(rows).trimEnd(),
    ...(rules.length > 0 ? ["Rules:", columns(rules).trimEnd()] : []),
    ...(outside > 0 ? [`Not of the squad, and not read: ${counted(outside, "file")}.`] : []),
    ...(unclear.length + left.length > 0 ? ["Needs a look:"] : []),
    ...unclear.map(({ file, line, message }) => `  ${file || "."}${line === null ? "" : `:${line}`}: ${message}`),
    ...left.map(({ path, why }) => `  ${path}: Left out. ${why}`),
    ...seen.problems
      .filter(({ level }) => level === "error")
      .map(({ path, message }) => `  error in ${path}: ${message}`),
  ]
    .filter((line) => line !== "")
    .join("\n");
}

function addExport(squad: Command, cli: Cli): void {
  const command = define(
    squad,
    "export <room> <folder>",
    "write a room's team and what it knows as a squad folder",
    "Writes the roles with their specs, rules and models, the room's decisions, and what each role learned. A file of the folder that the room came from is written as it stood while the room still does what it says, else anew with its notes. Who hands to whom is no part of a squad folder: imported again, the entry point hands to everyone.",
  );

  answering(cli, command, async ([room = "", folder = ""]) => {
    const { call } = await openDoor(cli);
    const { draft } = await call("getTeam", { params: { room } });
    const { view } = await call("getRoom", { params: { room }, query: { events: 0 } });
    const roles = draft.roles.map(({ name }) => name);
    const known = folderWisdom(view.wisdom.live ?? [], roles);
    const files = roomFolder(draft, view.options.models, known);
    const to = resolve(cli.io.cwd, folder);
    await writeFilesBelow(
      to,
      files.map(({ path, content }) => textFile(path, content)),
    ).catch(unwritable(folder));
    const paths = files.map(({ path }) => path);
    return {
      data: { folder, files: paths, left: known.left },
      text: [
        `${room} is in ${folder}:`,
        ...paths.map((path) => `  ${path}`),
        ...(known.left > 0
          ? [
              `Left out, because a squad folder has no place for it: ${counted(known.left, "entry", "entries")} of the wisdom.`,
            ]
          : []),
      ].join("\n"),
    };
  });
}
