import { once } from "node:events";
import { realpathSync } from "node:fs";
import { createInterface } from "node:readline";
import { shellWord } from "@squadroom/core/kernel/shell-word";
import { ancestry, commandsAbove, variablesAbove, watchParents } from "./parents.ts";

/** What a command touches of its environment; tests pass their own. */
export interface Io {
  /** Resolves to whether a reader was there when it began. */
  out: (text: string) => Promise<boolean>;
  err: (text: string) => void;
  /** A terminal obeys escapes; a file or a pipe stores them. */
  isTerminal: boolean;
  /** All of stdin; `null` if a person sits there, or if nothing arrives in time. */
  readStdin: () => Promise<string | null>;
  /** Stdin line by line, for as long as it is open. */
  readLines: () => AsyncIterable<string>;
  /** Asks a person; `null` if nobody is there. */
  ask: (question: string) => Promise<string | null>;
  env: Record<string, string | undefined>;
  cwd: string;
  /** Somebody sits at the terminal. */
  isPersonThere: boolean;
  /** At least one end of it is a terminal: the rest may be piped. */
  hasTerminal: boolean;
  /** How this command was called, ready to copy. */
  self: string;
  /** The command's own file. */
  script: string;
  now: () => number;
  /** Watches what runs this command; see `watchParents`. */
  watchParents: typeof watchParents;
  /** The processes above this command, the nearest first. */
  ancestry: () => string;
  /** Their commands with their arguments. */
  commandsAbove: () => string[][];
  variablesAbove: () => string[];
  fetch: typeof fetch;
}

/** An open pipe that nobody writes to would hang an agent forever. */
const STDIN_PATIENCE_MS = 10_000;

export function processIo(): Io {
  const { stdin, stdout, stderr, env, argv } = process;
  outliveReader(stdout);
  outliveReader(stderr);
  return {
    out: inTurn((text) => writeHeard(stdout, text)),
    err: (text) => void stderr.write(text),
    isTerminal: stdout.isTTY === true,
    readStdin: async () => (stdin.isTTY ? null : readAll(stdin)),
    readLines: () => createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY }),
    ask: async (question) => {
      if (!stdin.isTTY || !stderr.isTTY) return null;
      stderr.write(question);
      const [line] = (await once(stdin.setEncoding("utf8"), "data")) as [string];
      stdin.pause();
      return line.trim();
    },
    env,
    cwd: process.cwd(),
    isPersonThere: stdin.isTTY === true && stderr.isTTY === true,
    hasTerminal: [stdin, stdout, stderr].some(({ isTTY }) => isTTY),
    self: selfOf(argv[1] ?? "", env.npm_command === "exec"),
    script: argv[1] ?? "",
    now: Date.now,
    watchParents,
    ancestry,
    commandsAbove,
    variablesAbove,
    fetch: globalThis.fetch,
  };
}

/** Less than any pipe holds: it is accepted at once, or nobody was there to read it. */
const FIRST_PIECE = 4096;

/** A reader that left in the middle has read enough; one that was not there at the beginning has read nothing. */
export async function writeHeard(stream: NodeJS.WritableStream, text: string): Promise<boolean> {
  const bytes = Buffer.from(text);
  const isHeard = await new Promise<boolean>((resolve) => {
    stream.write(bytes.subarray(0, FIRST_PIECE), (error) => resolve(!error));
  });
  if (isHeard && bytes.length > FIRST_PIECE) stream.write(bytes.subarray(FIRST_PIECE));
  return isHeard;
}

/** One text after the other: the second piece of one must not come after the next. */
export function inTurn<T>(write: (text: string) => Promise<T>): (text: string) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (text) => {
    const turn = last.then(() => write(text));
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** A reader may have read enough (`| head`): the command continues, and its exit code is its own. */
export function outliveReader(stream: NodeJS.EventEmitter): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

/** With `npx` the name is known only in its folder: the file behind it can be found from everywhere. */
function selfOf(script: string, isByNpx: boolean): string {
  const file = isByNpx ? realpathSync(script) : script;
  return /\.[cm]?[jt]s$/.test(file) ? `node ${shellWord(file)}` : "squadroom";
}

async function readAll(stdin: NodeJS.ReadStream): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let text = "";
    const patience = setTimeout(() => {
      stdin.destroy();
      resolve(null);
    }, STDIN_PATIENCE_MS);
    stdin
      .setEncoding("utf8")
      .on("data", (chunk: string) => {
        clearTimeout(patience);
        text += chunk;
      })
      .on("end", () => {
        clearTimeout(patience);
        resolve(text);
      })
      .on("error", reject);
  });
}
