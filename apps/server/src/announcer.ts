import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServerLog } from "./platform/outage/log.ts";

/** What whoever starts the server is told: sentences on a terminal, otherwise lines of the log, which is JSON. */
export interface Announcer {
  say(message: string, details?: object): void;
  complain(message: string, details?: object): void;
}

export function createAnnouncer(log: ServerLog, isTerminal: boolean): Announcer {
  return {
    say: (message, details = {}) => (isTerminal ? console.log(message) : log.notice(details, message)),
    complain: (message, details = {}) => (isTerminal ? console.error(message) : log.error(details, message)),
  };
}

/** A link makes an admin, so a collected log is no place for it. Returns the file that has it. */
export function keepFirstLink(dataDir: string, link: string | null): string {
  const path = join(dataDir, "first-link");
  rmSync(path, { force: true });
  if (link) writeFileSync(path, `${link}\n`, { mode: 0o600, flag: "wx" });
  return path;
}
