import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** How the client reaches the room. */
export type Door = { kind: "command"; self: string } | { kind: "mcp"; url: string; token: string };

/** One agent's place: its folder is a repository, its home holds the client's settings. */
export interface Place {
  folder: string;
  home: string;
  door: Door;
  model: { url: string; key: string };
  /** The first words of its person. */
  prompt: string;
}

/** How a client is started, and the files that a person or Connect writes before. */
export interface Start {
  command: string;
  args: string[];
  env: Record<string, string>;
  /** By absolute path. */
  files: Record<string, string>;
}

export type ClientName = "claude-sdk" | "claude" | "codex" | "copilot" | "opencode" | "acp";

export type Client = (place: Place) => Start;

/** A client that was started; it has a process group of its own. */
export interface Running {
  pid: number;
  /** What it wrote so far. */
  output(): string;
  exited: Promise<number | null>;
  /** As `kill -9` of its process, and of nothing else. */
  kill(): Promise<void>;
  /** Ends whatever of it is left. */
  end(): Promise<void>;
}

export async function launch(client: Client, place: Place): Promise<Running> {
  const { command, args, env, files } = client(place);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  const child = spawn(command, args, {
    cwd: place.folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: place.home,
      XDG_CONFIG_HOME: `${place.home}/.config`,
      XDG_DATA_HOME: `${place.home}/.local/share`,
      XDG_CACHE_HOME: `${place.home}/.cache`,
      XDG_STATE_HOME: `${place.home}/.local/state`,
      NO_PROXY: "127.0.0.1,localhost",
      ...env,
    },
  });
  return running(child);
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
      child.kill("SIGKILL");
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
