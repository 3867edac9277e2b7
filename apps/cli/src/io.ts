import { once } from "node:events";

/** What a command touches of its surroundings; tests pass their own. */
export interface Io {
  out: (text: string) => void;
  err: (text: string) => void;
  /** All of stdin; `null` when a person sits there, or when nothing arrives in time. */
  readStdin: () => Promise<string | null>;
  /** Asks a person; `null` when nobody is there. */
  ask: (question: string) => Promise<string | null>;
  env: Record<string, string | undefined>;
  cwd: string;
  /** How this command was called, ready to copy. */
  self: string;
  now: () => number;
  fetch: typeof fetch;
}

/** An open pipe that nobody writes to would hang an agent for good. */
const STDIN_PATIENCE_MS = 10_000;

export function processIo(): Io {
  const { stdin, stdout, stderr, env, argv } = process;
  outliveReader(stdout);
  outliveReader(stderr);
  return {
    out: (text) => void stdout.write(text),
    err: (text) => void stderr.write(text),
    readStdin: async () => (stdin.isTTY ? null : readAll(stdin)),
    ask: async (question) => {
      if (!stdin.isTTY || !stderr.isTTY) return null;
      stderr.write(question);
      const [line] = (await once(stdin.setEncoding("utf8"), "data")) as [string];
      stdin.pause();
      return line.trim();
    },
    env,
    cwd: process.cwd(),
    self: selfOf(argv[1] ?? ""),
    now: Date.now,
    fetch: globalThis.fetch,
  };
}

/** Whoever reads may have read enough (`| head`): the command goes on, and its exit code is its own. */
export function outliveReader(stream: NodeJS.EventEmitter): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

function selfOf(script: string): string {
  return /\.[cm]?[jt]s$/.test(script) ? `node ${script}` : "squadroom";
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
