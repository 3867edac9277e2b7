import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CliError } from "./failure.ts";

/** The task that it holds, as far as the next commands need it. */
export interface HeldState {
  taskId: string;
  fence: number;
  title: string;
  successCriteria: string[];
  /** Whether somebody waits for a reply in a form of its own; absent if another version wrote this. */
  wantsReply?: boolean;
  keys: { handoff: string; done: string; fail: string };
}

export type Tokens = Record<
  "inputTokens" | "outputTokens" | "cacheReadTokens" | "cacheWriteTokens" | "cacheWrite1hTokens",
  number
>;

/** How much of a conversation's records has been reported. */
export interface Counted {
  files: string[];
  /** By model: what was reported, or was there before. */
  told: Record<string, Tokens>;
  /** When it was reported, epoch ms. */
  at: number;
}

/** What a join keeps, so that a later call needs no variables. */
export interface Kept {
  /** `null`: the seat has ended, but the guard of its folder still knows whose it was. */
  token: string | null;
  /** Calls from below it may be this agent's. */
  folder: string;
  /** The processes above the join, to tell agents of one folder apart. */
  ancestry: string;
  /** What it was connected for, if several harnesses work in one folder. */
  harness?: string;
  /** The harness's own sessions that this seat serves; the first owns it, and so does its process. */
  sessions?: string[];
  host?: string;
  /** The task, with its fence, about which it was reminded instead of ending its turn. */
  reminded?: string;
  /** What its conversation used, as far as reported to the room. */
  counted?: Counted;
}

/**
 * What an agent's commands remember between them. The server has all of it too, except `pending`: the key under which a
 * call was made whose answer is not known.
 */
export interface AgentState {
  version: 1;
  agentId: string;
  name: string;
  url: string;
  /** Hash of server and credential: finds the file without a call. */
  tokenHash: string;
  room: { id: string; name: string };
  connection: number | null;
  role: string | null;
  task: HeldState | null;
  /** Set from a join until a person takes the seat from this folder. */
  kept?: Kept | null;
  /** Which `wait` is the newest; an older one gives way to it. */
  waiting?: string;
  /** By the hash of the request. */
  pending: Record<string, { key: string; at: number }>;
  /** Delivered keys that an answer has used up. */
  spent: string[];
}

/** Set for an ended seat: no call is made with it again. */
export function ended({ kept }: AgentState): Pick<AgentState, "kept"> {
  return { kept: kept ? { ...kept, token: null } : null };
}

export function hashToken(url: string, token: string): string {
  return createHash("sha256").update(`${url}\0${token}`).digest("hex").slice(0, 32);
}

/** The folder cannot be written to: another one may do. */
const UNWRITABLE = ["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ENOSPC", "EEXIST"];

/**
 * The state files, in the first of several folders that is writable: an agent's sandbox may close its home. Each file
 * is readable only by its owner, and only this user's files are read.
 */
export class AgentStates {
  constructor(private readonly folders: readonly string[]) {}

  async find(tokenHash: string): Promise<AgentState | null> {
    return (await this.all()).find((state) => state.tokenHash === tokenHash) ?? null;
  }

  /** One per agent, newest first: an agent that joined outside may continue in a sandbox and write elsewhere. */
  async all(): Promise<AgentState[]> {
    const found: { state: AgentState; at: number }[] = [];
    for (const folder of this.folders) {
      if (!(await isOwn(folder))) continue;
      for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith(".json")) continue;
        const file = join(folder, name);
        const state = await read(file);
        if (state) found.push({ state, at: (await stat(file).catch(() => null))?.mtimeMs ?? 0 });
      }
    }
    const newestOf = new Map<string, AgentState>();
    for (const { state } of found.toSorted((a, b) => b.at - a.at))
      if (!newestOf.has(nameOf(state))) newestOf.set(nameOf(state), state);
    return [...newestOf.values()];
  }

  async save(state: AgentState): Promise<void> {
    await this.write(`${nameOf(state)}.json`, `${JSON.stringify(state, null, 2)}\n`);
  }

  /** Stores a text that is too long to be printed in full; returns its path. This agent's next one replaces it. */
  async keepText(state: AgentState, text: string): Promise<string> {
    return this.write(`${nameOf(state)}.task.md`, text);
  }

  /** Written beside it and renamed: a crash leaves the old file or the new one, never half of one. */
  private async write(name: string, text: string): Promise<string> {
    for (const folder of this.folders) {
      const file = join(folder, name);
      const beside = `${file}.${process.pid}.tmp`;
      if (!(await place(beside, folder, text))) continue;
      await rename(beside, file);
      return file;
    }
    throw new CliError(
      "no_state",
      `The command must save what its next call needs, and cannot write to ${this.folders.join(", ")}.`,
      "Set SQUADROOM_STATE to a folder you can write to, outside the project.",
    );
  }

  /** The first writable folder; `null`: none. */
  async place(): Promise<string | null> {
    for (const folder of this.folders) {
      const probe = join(folder, `.probe-${process.pid}`);
      if (!(await place(probe, folder))) continue;
      await rm(probe);
      return folder;
    }
    return null;
  }
}

/** Whether the file could be written into the folder, which is created if missing. */
async function place(file: string, folder: string, text = ""): Promise<boolean> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!(await isOwn(folder))) return false;
    await writeFile(file, text, { mode: 0o600 });
    return true;
  } catch (error) {
    if (UNWRITABLE.includes(codeOf(error))) return false;
    throw error;
  }
}

/** Two servers may know the same id: a restored copy, for one. */
function nameOf({ agentId, tokenHash }: AgentState): string {
  return `${agentId}.${tokenHash.slice(0, 8)}`;
}

/** In a folder for everybody, another user may have put one with this name. */
async function isOwn(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => null);
  const uid = process.getuid?.();
  return found?.isDirectory() === true && (uid === undefined || found.uid === uid);
}

/** A file that is damaged, or of another version, counts as missing: the server knows the rest. */
async function read(file: string): Promise<AgentState | null> {
  try {
    const state = JSON.parse(await readFile(file, "utf8")) as Partial<AgentState>;
    // Other files of this user may be beside them.
    return state.version === 1 && state.tokenHash !== undefined ? (state as AgentState) : null;
  } catch {
    return null;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
