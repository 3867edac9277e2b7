import type { Reply } from "@squadroom/client/call";
import { shellWord } from "@squadroom/core/kernel/shell-word";
import { counted } from "@squadroom/core/kernel/words";
import { fenced } from "@squadroom/core/prompt/markdown";
import { countsText } from "@squadroom/core/scout/scout";
import type { Command } from "commander";
import { answering, define, group } from "../answer.ts";
import { addContract, type Words } from "../contract-commands.ts";
import { own } from "../own-command.ts";
import { oneLine } from "../quoting.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { readText } from "../text-input.ts";
import { dated } from "../words.ts";

type Scout = Reply<"listScouts">["data"][number];

export function addScout(program: Command, cli: Cli): void {
  const scout = group(program, "scout", "list, show and save what scouts found out about the project, by angle");
  addContract(scout, cli, words);
  addSave(scout, cli);
}

const words: Words = {
  listScouts: ({ data }, { query }) => {
    const save = `\`${own("scout save --reply FILE")}\``;
    const none = query.angle
      ? `No scout has looked from this angle. Save what you find: ${save}.`
      : `No scouts yet. A session's first step saves one, and so does ${save}.`;
    return data.length === 0 ? none : data.map(query.angle ? scoutText : headText).join("\n");
  },
};

function headText({ angle, found, by, at, sessionId, isCurrent, changes }: Scout): string {
  const of = sessionId === null ? "" : `, for session ${sessionId}`;
  const now = isCurrent ? "current" : `changed since: ${changes.length}`;
  return `${oneLine(angle)} (${by.name}, ${dated(at)}${of}; ${countsText(found)}; ${now})`;
}

function scoutText(scout: Scout): string {
  const { found, changes } = scout;
  const list = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ["", `${name}:`, fenced(lines.join("\n"))];
  return [
    headText(scout),
    ...list(
      "What changed since",
      changes.map(({ at, text }) => `${dated(at)} ${text}`),
    ),
    ...list("Matters most", found.top5),
    ...list(
      "Files",
      found.files.map(({ path, why }) => (why ? `${path}: ${why}` : path)),
    ),
    ...list("Patterns", found.patterns),
    ...list("Keywords", found.keywords.length > 0 ? [found.keywords.join(", ")] : []),
    ...list("Notes", found.notes ? [found.notes] : []),
  ].join("\n");
}

function addSave(scout: Command, cli: Cli): void {
  const command = define(
    scout,
    "save",
    "save what you found, for every session with the same angle",
    "The file is a scout reply, as in a session: {type: scout, angle, keywords, files, patterns, top5, notes}.",
  ).requiredOption("--reply <path>", "JSON in a file, `-` for stdin");
  answering(cli, command, async (_, options) => {
    const seat = await Seat.open(cli);
    const reply = await readText(cli.io, { file: String(options.reply) }, "--reply");
    const saved = await seat.client.call("saveScout", {
      params: { room: seat.room },
      body: { reply },
    });
    const instead = saved.replaced === null ? "" : `, replacing scout ${saved.replaced}`;
    const mended = saved.repairs > 0 ? ` To read it, ${counted(saved.repairs, "thing")} had to be mended.` : "";
    const counts = `${counted(saved.files, "file")}, ${counted(saved.patterns, "pattern")}`;
    const shown = own(`scout show ${shellWord(saved.angle)}`);
    const text = `Scout ${saved.scoutId}: “${saved.angle}”, ${counts}${instead}.${mended} \`${shown}\` prints it.`;
    return { data: saved, text };
  });
}
