import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { CliError } from "./failure.ts";
import type { Io } from "./io.ts";

export interface TextSources {
  /** Words after the command, or the option with the same meaning. */
  given?: string;
  /** A path; `-` is stdin. */
  file?: string;
}

/** Text for others: as given, from a file, otherwise from stdin. */
export async function readText(
  io: Io,
  { given, file }: TextSources,
  named: string | { advice: string },
): Promise<string> {
  const text = await (async () => {
    if (given !== undefined && given !== "") return given;
    if (file !== undefined && file !== "-") return readNamed(file);
    return io.readStdin();
  })();
  if (text === null || text.trim() === "") {
    throw new CliError(
      "no_text",
      "The text is missing.",
      typeof named === "string" ? `Give it with \`${named} "…"\`, or pipe it on stdin.` : named.advice,
    );
  }
  return text.trimEnd();
}

/** An option whose text may come from a file: `--message`, with `--message-file` beside it. */
export function addText(command: Command, flag: `--${string}`, help: string): Command {
  return command.option(`${flag} <text>`, help).option(`${flag}-file <path>`, "the same from a file, `-` for stdin");
}

/** As given by the option or the words after the command, from the file, otherwise from stdin. */
export function readTextOption(
  io: Io,
  options: Record<string, unknown>,
  flag: `--${string}`,
  words: string | undefined,
): Promise<string> {
  const name = flag.slice(2);
  const given = (options[name] as string | undefined) ?? words;
  return readText(io, { given, file: options[`${name}File`] as string }, flag);
}

export async function readNamed(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unreadable";
    throw new CliError("no_file", `${file} cannot be read (${reason}).`, "Check the path.");
  }
}

/** A JSON document from a file or, with `-`, from stdin. */
export async function readJson(io: Io, file: string): Promise<unknown> {
  const text = file === "-" ? ((await io.readStdin()) ?? "") : await readNamed(file);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const reason = error instanceof Error ? error.message : "unreadable";
    throw new CliError("bad_json", `That is not valid JSON: ${reason}.`, "Send one JSON document.");
  }
}
