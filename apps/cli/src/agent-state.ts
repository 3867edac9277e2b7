import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The task in hand, as far as the next commands need it. */
export interface HeldState {
  taskId: string;
  fence: number;
  title: string;
  successCriteria: string[];
  keys: { handoff: string; done: string; fail: string };
}

/**
 * What an agent's commands remember between them. All of it can be had from the server again, but for
 * `pending`: the key under which a call was made whose answer is not known.
 */
export interface AgentState {
  version: 1;
  agentId: string;
  name: string;
  url: string;
  /** Of server and credential: finds the file without a call. */
  tokenHash: string;
  room: { id: string; name: string };
  connection: number | null;
  role: string | null;
  task: HeldState | null;
  /** Which `wait` is the newest; an older one gives way to it. */
  waiting?: string;
  /** By the hash of the request. */
  pending: Record<string, { key: string; at: number }>;
  /** Delivered keys that an answer has used up. */
  spent: string[];
}

export function hashToken(url: string, token: string): string {
  return createHash("sha256").update(`${url}\0${token}`).digest("hex").slice(0, 32);
}

/** The state files of one directory; each is readable by its owner only. */
export class AgentStates {
  constructor(private readonly folder: string) {}

  async find(tokenHash: string): Promise<AgentState | null> {
    const names = await readdir(this.folder).catch(() => []);
    for (const name of names) {
      if (!name.endsWith(".json")) continue;
      const state = await this.read(join(this.folder, name));
      if (state?.tokenHash === tokenHash) return state;
    }
    return null;
  }

  /** Written beside and renamed: a crash leaves the old file or the new one, never half of one. */
  async save(state: AgentState): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = this.fileOf(state);
    const beside = `${file}.${process.pid}.tmp`;
    await writeFile(beside, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 });
    await rename(beside, file);
  }

  /** A text that is too long to be printed whole: its path. The next one of this agent takes its place. */
  async keepText(state: AgentState, text: string): Promise<string> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const file = this.fileOf(state).replace(/json$/, "task.md");
    const beside = `${file}.${process.pid}.tmp`;
    await writeFile(beside, text, { mode: 0o600 });
    await rename(beside, file);
    return file;
  }

  private fileOf({ agentId, tokenHash }: AgentState): string {
    // Two servers may know the same id: a restored copy, for one.
    return join(this.folder, `${agentId}.${tokenHash.slice(0, 8)}.json`);
  }

  /** A file that is damaged, or of another version, counts as none: the server knows the rest. */
  private async read(file: string): Promise<AgentState | null> {
    try {
      const state = JSON.parse(await readFile(file, "utf8")) as AgentState | { version: unknown };
      return state.version === 1 ? (state as AgentState) : null;
    } catch {
      return null;
    }
  }
}
