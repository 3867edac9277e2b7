import { VERSION } from "@squadroom/core/kernel/version";
import { uuidv7 } from "uuidv7";
import type { Config } from "../config.ts";
import { createDoorbell } from "../platform/doorbell/doorbell.ts";
import type { OpenLine } from "../platform/doorbell/line.ts";
import { lineBetween } from "../platform/doorbell/line-between.ts";
import type { DatabaseHealth } from "../platform/outage/database-health.ts";
import type { ServerLog } from "../platform/outage/log.ts";
import { refreshReadOnlySessions } from "../platform/postgres/stale-sessions.ts";
import { createOwners } from "../platform/processes/owners.ts";
import { createRegistry } from "../platform/processes/registry.ts";
import type { Database } from "./database.ts";

export interface ProcessesOptions {
  config: Config;
  databaseUrl: string;
  log: ServerLog;
  /** How the processes hear of each other's commits, unless configured. */
  openLine?: OpenLine;
}

export type Processes = ReturnType<typeof createProcesses>;

/** The processes of this server: who lives, who owns which room, and how they hear of each other. */
export function createProcesses(
  { config, databaseUrl, openLine, log: ownLog }: ProcessesOptions,
  { sql, siblingSecret }: Database,
  health: DatabaseHealth,
  log: ServerLog,
) {
  const registry = createRegistry({
    sql,
    id: uuidv7(),
    version: VERSION,
    health,
    onReadOnly: () => refreshReadOnlySessions(sql, databaseUrl),
    log,
  });
  const isAlone = () => registry.siblings().length === 0;
  const doorbell = createDoorbell({
    id: registry.id,
    isAlone,
    open: openLine ?? lineBetween(config.natsUrl, databaseUrl, siblingSecret),
    // Another server may be away, which says nothing about the database.
    log: ownLog,
  });
  registry.onChanged(doorbell.tend);
  return { registry, isAlone, doorbell, owners: createOwners(registry) };
}
