import { jsonLine, visible } from "@squadroom/core/kernel/visible";
import { type Command, CommanderError } from "commander";
import { describeFailure, EXIT, type Failure, failureText } from "./failure.ts";
import type { Io } from "./io.ts";
import { versionNote, withVersions } from "./other-version.ts";
import { adviceAsTyped } from "./own-command.ts";
import { createProgram } from "./program.ts";
import { type Cli, readSettings } from "./settings.ts";

/** Runs one command line; resolves to its exit code. */
export async function run(args: string[], given: Io): Promise<number> {
  const versions = withVersions(given.fetch);
  const io: Io = { ...given, fetch: versions.fetch, err: (text) => given.err(visible(text)) };
  const settings = readSettings(io);
  const cli: Cli = { io, settings };
  const program = createProgram(cli);
  let usage = "";
  const speak = (command: Command): void => {
    command.exitOverride().configureOutput({
      writeOut: (text) => void io.out(adviceAsTyped(text, settings.self)),
      writeErr: (text) => {
        usage += text;
      },
    });
    for (const sub of command.commands) speak(sub);
  };
  speak(program);
  const fail = (failure: Failure): number =>
    report({ ...failure, advice: adviceAsTyped(failure.advice, settings.self) }, args, cli);
  try {
    await program.parseAsync(asHelp(args), { from: "user" });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.code === "squadroom.answered" || error.exitCode === 0) return error.exitCode;
      if (error.code === "commander.help") {
        io.err(usage);
        return EXIT.usage;
      }
      const message = usage.replace(/^error: /, "").trim() || "The command is missing.";
      const advice = helpHint(args, program);
      return fail({ code: "usage", message, advice, exit: EXIT.usage, details: {} });
    }
    return fail(describeFailure(error, cli.isAgent ? "agent" : "person", cli.options));
  } finally {
    const note = versionNote(versions.theirs(), settings.stateDirs[0]);
    if (note !== "") io.err(note);
  }
}

/** `help session add` is `session add --help`: the command's own help knows commands of one word. */
function asHelp(args: string[]): string[] {
  const [first, ...names] = args;
  return first === "help" && names.length > 1 ? [...names, "--help"] : args;
}

function report(failure: Failure, args: string[], { io, options }: Cli): number {
  if (args.includes("--json")) void io.out(jsonLine({ error: failure }));
  io.err(failureText(failure, options));
  return failure.exit;
}

/** The help of the deepest command that the arguments name. */
function helpHint(args: string[], program: Command): string {
  const named: string[] = [];
  let at: Command = program;
  for (const word of args) {
    const next = at.commands.find((command) => command.name() === word || command.aliases().includes(word));
    if (!next) break;
    named.push(next.name());
    at = next;
  }
  return `See \`${["squadroom", ...named].join(" ")} --help\`.`;
}
