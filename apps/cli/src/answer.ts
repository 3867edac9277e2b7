import { jsonLine, visible } from "@squadroom/core/kernel/visible";
import { type Command, CommanderError, InvalidArgumentError } from "commander";
import { asTyped } from "./own-command.ts";
import type { Cli } from "./settings.ts";

/** What a command says: one document for programs, or the text that people and agents read. */
export interface Answer {
  data: unknown;
  text: string;
  exit?: number;
  /** The text is a requested file: anything but a terminal gets it unchanged. */
  isFile?: boolean;
  /** What to undo if nobody was there to read it. */
  unread?: () => Promise<void>;
}

/** A word with commands below it. */
export function group(parent: Command, name: string, summary: string): Command {
  return parent.command(name).helpCommand(false).description(summary);
}

/** A subcommand: what is typed, what it does in a line, and what its help says below its options. */
export function define(parent: Command, usage: string, summary: string, help?: string): Command {
  const command = parent.command(usage).description(summary);
  return help === undefined ? command : command.addHelpText("after", `\n${help}`);
}

/** What a command does and answers, once its options are defined; every one has `--json`. */
export function answering(
  cli: Cli,
  command: Command,
  run: (args: string[], options: Record<string, unknown>) => Promise<Answer>,
): Command {
  return command.option("--json", "print one JSON document").action(async (...given: unknown[]) => {
    const args = given.slice(0, -2) as unknown[];
    const options = given.at(-2) as Record<string, unknown>;
    const answer = await run(
      args.map((arg) => (Array.isArray(arg) ? arg.join(" ") : String(arg ?? ""))),
      options,
    );
    const isAsItIs = answer.isFile === true && !cli.io.isTerminal;
    const said = asTyped(ended(answer.text), cli.settings.self);
    const text = isAsItIs ? said : visible(said);
    const isRead = await cli.io.out(options.json ? jsonLine(answer.data) : text);
    if (!isRead) await answer.unread?.();
    if (answer.exit) throw new CommanderError(answer.exit, "squadroom.answered", "");
  });
}

/** For options that may be given several times. */
export function collect(value: string, before: string[] = []): string[] {
  return [...before, value];
}

/** For options that are numbers in a range. */
export function number(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== "" && value >= min && value <= max) return value;
    throw new InvalidArgumentError(`Use a number from ${min} to ${max}.`);
  };
}

export function oneOf<T extends string>(...words: readonly T[]): (text: string) => T {
  return (text) => {
    const word = words.find((one) => one === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`Use one of: ${words.join(", ")}.`);
  };
}

function ended(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}
