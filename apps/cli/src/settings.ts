import { existsSync, readFileSync } from "node:fs";
import { homedir, tmpdir, userInfo } from "node:os";
import { dirname, join, resolve } from "node:path";
import { shellWord } from "@squadroom/core/kernel/shell-word";
import { harnessOf, markIn } from "./harness.ts";
import type { Io } from "./io.ts";

/** The environment, read here and nowhere else in the CLI. */
export interface Settings {
  url: string;
  /** An agent's credential. */
  token: string | undefined;
  /** Where this user's own things are. */
  ownDir: string;
  /** Where agents' state files may be; the first writable one is used. */
  stateDirs: string[];
  /** What runs the command, if its variables say. */
  harness: string | undefined;
  /** The variable by which an agent's client, its runner or its hook says that an agent runs it. */
  agentMark: string | undefined;
  /** A script says that it belongs to a person. */
  isPersons: boolean;
  /** Which of several agents that joined in this folder is meant. */
  as?: string;
  /** The server's, on its own machine. */
  dataDir: string;
  /** How a person calls this command, in any shell of this machine; agents are told what `squadroom` means to them. */
  self: string;
}

/** Beside what `connect` leaves for harnesses: what it wrote where. */
export const RECORD = "connected.json";
export const DEFAULT_URL = "http://127.0.0.1:4600";

export function readSettings({ env, cwd, self, script }: Pick<Io, "env" | "cwd" | "self" | "script">): Settings {
  const dataDir = env.SQUADROOM_DATA ? resolve(cwd, env.SQUADROOM_DATA) : dataDirOf(cwd);
  const token = env.SQUADROOM_TOKEN?.trim() || undefined;
  const launcher = join(dataDir, "squadroom");
  const usual = join(homedir(), ".squadroom");
  const state = stateOf(env.SQUADROOM_STATE, cwd, script, usual);
  return {
    self: token ? "squadroom" : env.SQUADROOM_COMMAND || (existsSync(launcher) ? shellWord(launcher) : self),
    url: (env.SQUADROOM_URL || addressIn(dataDir) || DEFAULT_URL).replace(/\/+$/, ""),
    harness: harnessOf(env, []),
    agentMark: markIn(Object.keys(env).filter((name) => env[name])),
    isPersons: Boolean(env.SQUADROOM_PERSON),
    token,
    ownDir: state ?? usual,
    stateDirs: state ? [state] : [join(usual, "agents"), join(tmpdir(), `squadroom-agents-${userOf()}`)],
    dataDir,
  };
}

/** As given, or that of the `connect` that put this file where harnesses find it. */
function stateOf(named: string | undefined, cwd: string, script: string, usual: string): string | undefined {
  if (named) return resolve(cwd, named);
  const home = dirname(dirname(script));
  return home !== usual && existsSync(join(home, RECORD)) ? home : undefined;
}

/** Beside the projects' folders: the server that `squadroom run` starts if there is none. */
export const ownServerDir = () => join(homedir(), ".squadroom", "server");

/** That of the server started in this folder, otherwise this user's own. */
function dataDirOf(cwd: string): string {
  const here = resolve(cwd, ".squadroom");
  return !existsSync(here) && existsSync(ownServerDir()) ? ownServerDir() : here;
}

/** Where the server of this data directory listens, as it left it there; `undefined` while it does not run. */
export function addressIn(dataDir: string): string | undefined {
  try {
    const text = readFileSync(join(dataDir, "address"), "utf8").trim();
    return /^http:\/\/\S+$/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** A number if there is one: even a user without a name, as in containers, has that. */
function userOf(): string {
  return String(process.getuid?.() ?? userInfo().username);
}

/** What every command gets. */
export interface Cli {
  io: Io;
  settings: Settings;
  /** An agent speaks; left out for a person. */
  isAgent?: boolean;
  /** The running command's options, by the fields that they set. */
  options?: Readonly<Record<string, string>>;
}
