import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { RECORD } from "../settings.ts";

/** One agent in one folder under one harness. */
export interface Connection {
  agentId: string;
  name: string;
  room: string;
  url: string;
  harness: string;
  folder: string;
  /** Identifies the folder, wherever it is moved to; `null`: the system has none. */
  identity: string | null;
}

/** What `connect` set up from this folder of the user's; `null`: its record is missing or damaged, nobody can say. */
export function readConnections(folder: string): Connection[] | null {
  try {
    const text = readFileSync(join(folder, RECORD), "utf8");
    const { version, connections } = JSON.parse(text) as { version: 1; connections: Connection[] };
    const isWhole = version === 1 && connections.every((one) => one.harness && one.folder);
    return isWhole ? connections : null;
  } catch {
    return null;
  }
}

/**
 * Distinguishes a folder from another with the same path, and recognises it at another path; a later folder in its
 * place has a later birth time.
 */
export function identityOf(folder: string): string | null {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : null;
}

/** Whether a path lies in the connected folder, also through links, and where it has been moved. */
export function holds({ folder, identity }: Pick<Connection, "folder" | "identity">, path: string) {
  const wanted = real(folder);
  for (let at = real(path); ; at = dirname(at)) {
    if (at === wanted || (identity !== null && identityOf(at) === identity)) return true;
    if (dirname(at) === at) return false;
  }
}

function real(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}
