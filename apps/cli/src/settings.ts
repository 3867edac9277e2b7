import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { Io } from "./io.ts";

/** The environment, read here and nowhere else in the CLI. */
export interface Settings {
  url: string;
  /** An agent's credential. */
  token: string | undefined;
  /** One state file per agent. */
  stateDir: string;
  /** Of the server, on its own machine. */
  dataDir: string;
}

export const DEFAULT_URL = "http://127.0.0.1:4600";

export function readSettings({ env, cwd }: Io): Settings {
  return {
    url: (env.SQUADROOM_URL || DEFAULT_URL).replace(/\/+$/, ""),
    token: env.SQUADROOM_TOKEN?.trim() || undefined,
    stateDir: env.SQUADROOM_STATE || join(homedir(), ".squadroom", "agents"),
    dataDir: resolve(cwd, env.SQUADROOM_DATA || ".squadroom"),
  };
}

/** What every command gets. */
export interface Cli {
  io: Io;
  settings: Settings;
}
