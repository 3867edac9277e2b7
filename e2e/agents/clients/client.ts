import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** How the client reaches the room; `connected`: as `squadroom connect` set it up. */
export type Door =
  | { kind: "command"; self: string }
  | { kind: "mcp"; url: string; token: string }
  | { kind: "connected"; link: () => Promise<string>; command: string };

/** One agent's place: its folder is a repository, its home holds the client's settings. */
export interface Place {
  folder: string;
  home: string;
  door: Door;
  model: { url: string; key: string };
  /** The first words of its person. */
  prompt: string;
  /** What `squadroom connect` printed, where it did. */
  said: string;
}

/** How a client is started, and the files that its person wrote before. */
export interface Start {
  /** As `connect` calls it. */
  harness: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  /** By absolute path. */
  files: Record<string, string>;
  /** What its person does once after `connect`, as that says. */
  trusts?: { command: string; args: string[] };
}

export type ClientName =
  | "claude-sdk"
  | "claude"
  | "codex"
  | "copilot"
  | "copilot-sdk"
  | "opencode"
  | "opencode-serve"
  | "acp"
  | "gemini"
  | "qwen"
  | "cline";

export type Client = (place: Place) => Start;

/** A client that was started; it has a process group of its own. */
export interface Running {
  pid: number;
  /** What it wrote so far. */
  output(): string;
  exited: Promise<number | null>;
  /** As `kill -9` of its process, or of the one that it names as the client, and of nothing else. */
  kill(): Promise<void>;
  /** Ends whatever of it is left. */
  end(): Promise<void>;
}

/**
 * Everything that a person does once before a client starts at this place; returns what `connect` printed.
 *
 * @param connect in place of the command that the world brings
 */
export async function prepare(
  client: Client,
  place: Place,
  connect?: (options: { cwd: string; env: NodeJS.ProcessEnv }) => Promise<string>,
): Promise<string> {
  const { harness, env, files, trusts } = client(place);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const { door } = place;
  if (door.kind !== "connected") return "";
  const options = { cwd: place.folder, env: surroundings(place, env) };
  const args = async () => [door.command, "connect", await door.link(), "--for", harness, "--yes"];
  const stdout = connect
    ? await connect(options)
    : (await promisify(execFile)(process.execPath, await args(), options)).stdout;
  if (trusts) await promisify(execFile)(trusts.command, trusts.args, options);
  return stdout;
}

export function launch(client: Client, place: Place): Running {
  const { command, args, env } = client(place);
  const child = spawn(command, args, {
    cwd: place.folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: surroundings(place, env),
  });
  return running(child);
}

function surroundings({ home }: Place, env: Record<string, string>): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: home,
    XDG_CONFIG_HOME: `${home}/.config`,
    XDG_DATA_HOME: `${home}/.local/share`,
    XDG_CACHE_HOME: `${home}/.cache`,
    XDG_STATE_HOME: `${home}/.local/state`,
    NO_PROXY: "127.0.0.1,localhost",
    ...env,
  };
}

function running(child: ChildProcess): Running {
  let output = "";
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout?.on("data", keep);
  child.stderr?.on("data", keep);
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const pid = child.pid as number;
  return {
    pid,
    output: () => output,
    exited,
    async kill() {
      const [, inner] = /^client (\d+)$/m.exec(output) ?? [];
      process.kill(inner ? Number(inner) : pid, "SIGKILL");
      await exited;
    },
    async end() {
      try {
        process.kill(-pid, "SIGKILL");
      } catch {
        // Nothing of its group is left.
      }
      await exited;
    },
  };
}
