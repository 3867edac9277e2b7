import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import type { Sql } from "postgres";
import { databaseNow } from "../auth/database-time.ts";
import { causeOf } from "../outage/cause.ts";
import type { DatabaseHealth } from "../outage/database-health.ts";

const BEAT_MS = 1_000;
/** A process unseen for this long counts as gone, ms. */
export const STALE_MS = 3_500;
/** Rows of processes that never removed them are deleted after this long, ms. */
const FORGOTTEN_MS = 60_000;
const PAGE_BYTES = 8_192;
const READ_ONLY = "25006";

/** A live process of this server. */
export interface ServerProcess {
  id: string;
  /** Where its siblings reach it. */
  address: string;
  machine: string;
  version: string;
}

export interface Registry {
  readonly id: string;
  readonly self: ServerProcess | null;
  /** The other live processes; none while the database cannot be asked. */
  siblings(): readonly ServerProcess[];
  /** Makes this process known under its address, and keeps it known. */
  join(address: string): Promise<void>;
  /** Renews once, now; for tests. */
  beat(): Promise<void>;
  /** Calls back after each change of the siblings. */
  onChanged(listener: () => void): void;
  leave(): Promise<void>;
}

/**
 * Who else serves this database: a row for each process, renewed every second by the database's clock. It is a hint:
 * taking a process wrongly for gone, or for alive, costs only time.
 */
export function createRegistry(options: {
  sql: Sql;
  id: string;
  version: string;
  /** Called if its own row is refused as read-only. */
  onReadOnly?: () => Promise<void>;
  health: Pick<DatabaseHealth, "worked" | "isFailing" | "watch">;
  log: {
    warn: (details: object, message: string) => void;
    notice: (details: object, message: string) => void;
  };
}): Registry {
  const { sql, log } = options;
  const listeners: (() => void)[] = [];
  let self: ServerProcess | null = null;
  let siblings: ServerProcess[] = [];
  let heardAt = 0;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();
  let hasLeft = false;

  /** A commit that is lost with the machine is not worth waiting for the disk. */
  async function beat(): Promise<void> {
    if (!self || hasLeft) return;
    const now = databaseNow(sql);
    const askedAt = performance.now();
    const found = await sql<ServerProcess[]>`
      WITH quick AS (SELECT set_config('synchronous_commit', 'off', true)),
      mine AS (
        INSERT INTO server_processes (id, address, machine, version, seen_at)
        SELECT ${self.id}, ${self.address}, ${self.machine}, ${self.version}, ${now} FROM quick
        ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at),
      forgotten AS (DELETE FROM server_processes WHERE seen_at < ${now} - ${FORGOTTEN_MS}::bigint)
      SELECT id, address, machine, version FROM server_processes
      WHERE seen_at > ${now} - ${STALE_MS}::bigint AND id <> ${self.id} ORDER BY id`;
    heardAt = askedAt;
    if (options.health.isFailing()) await tryToWrite(sql, self);
    options.health.worked(askedAt);
    const before = siblings;
    siblings = found.map(({ id, address, machine, version }) => ({
      id,
      address,
      machine,
      version,
    }));
    if (JSON.stringify(before) === JSON.stringify(siblings)) return;
    for (const one of siblings)
      if (!before.some(({ id }) => id === one.id)) log.notice({ sibling: one }, "a process joined");
    for (const one of before)
      if (!siblings.some(({ id }) => id === one.id)) log.notice({ sibling: one }, "a process left");
    for (const listener of listeners) listener();
  }

  function schedule(): void {
    if (hasLeft) return;
    timer = setTimeout(() => {
      running = beat()
        .catch(async (error: unknown) => {
          log.warn({ err: error }, "couldn't renew this process's row");
          if (causeOf(error)?.code === READ_ONLY) await options.onReadOnly?.().catch(() => undefined);
        })
        .finally(schedule);
    }, BEAT_MS);
    timer.unref();
  }

  return {
    id: options.id,
    get self() {
      return self;
    },
    siblings: () => (performance.now() - heardAt < STALE_MS ? siblings : []),
    async join(address) {
      self = { id: options.id, address, machine: machineName(), version: options.version };
      await beat();
      options.health.watch();
      schedule();
    },
    beat,
    onChanged: (listener) => void listeners.push(listener),
    async leave() {
      if (hasLeft) return;
      hasLeft = true;
      if (timer) clearTimeout(timer);
      await running;
      if (self) await sql`DELETE FROM server_processes WHERE id = ${self.id}`;
    },
  };
}

/** Renewing a row needs no space on the disk: a new row does, though it stays for nobody. */
async function tryToWrite(sql: Sql, self: ServerProcess): Promise<void> {
  const filler = randomBytes(PAGE_BYTES).toString("base64");
  await sql
    .begin(async (tx) => {
      await tx`
        INSERT INTO server_processes (id, address, machine, version, seen_at)
        VALUES (${randomUUID()}, ${self.address}, ${filler}, ${self.version}, 0)`;
      throw new NotKept();
    })
    .catch((error: unknown) => {
      if (!(error instanceof NotKept)) throw error;
    });
}

class NotKept extends Error {}

/** The same for all processes that share this machine's loopback, as far as known. */
function machineName(): string {
  try {
    return `${hostname()} ${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}`;
  } catch {
    return hostname();
  }
}
