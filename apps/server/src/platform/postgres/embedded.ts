import { statfsSync } from "node:fs";
import { createServer } from "node:net";
import { resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import postgres from "postgres";
import { lookAtDisk } from "../outage/cause.ts";
import { makeEnterable } from "./account.ts";
import { type Cluster, DATABASE_NAME, DATABASE_USER, openCluster, syncFreshCluster } from "./cluster.ts";
import { claimDirectory } from "./owner-lock.ts";
import { findOrphan, launchPostmaster, PortTaken, type Postmaster } from "./postmaster.ts";

export interface EmbeddedPostgresOptions {
  /** Belongs to the launcher alone; created if missing. */
  dataDir: string;
  /** Gets one line for each thing worth reporting. */
  log: (line: string) => void;
  /** Postgres settings that replace the launcher's own. */
  settings?: Record<string, string>;
  /** Where root keeps what Postgres has to reach if root's own directories are closed to it. */
  shelterDir?: string;
}

export interface EmbeddedPostgres {
  /** Stays the same for as long as this process runs, across restarts of Postgres. */
  url: string;
  /** Whether this is the server that a crashed Squadroom left running. */
  adopted: boolean;
  stop(): Promise<void>;
}

const PORT_ATTEMPTS = 5;
const FIRST_BACKOFF_MS = 50;
const LONGEST_BACKOFF_MS = 5_000;
/** Restart attempts that may fail without a word: old backends take a moment to go. */
const QUIET_ATTEMPTS = 3;

/**
 * Starts a Postgres of our own on loopback, restarts it when it dies, and owns its data directory.
 * @throws an Error that says in one sentence what is wrong and what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = resolve(options.dataDir);
  makeEnterable(home);
  const lock = claimDirectory(home);
  try {
    const shelter = options.shelterDir ?? "/var/lib/squadroom";
    const cluster = await openCluster(home, shelter, options.log);
    lock.assertHeld();
    const orphan = await adoptOrphan(cluster);
    const settings = options.settings ?? {};
    const first = orphan ?? (await launchOnFreePort(cluster, settings));
    lookAtDisk(() => hasNoRoom(cluster.path));
    const supervision = supervise(cluster, first, settings, options.log);
    const stopping = new AbortController();
    const synced = syncFreshCluster(cluster, stopping.signal).catch((error: unknown) => {
      options.log(`The new database may not be on disk yet: ${String(error)}`);
    });
    return {
      url: urlOf(cluster, first.port),
      adopted: orphan !== undefined,
      async stop() {
        stopping.abort();
        await Promise.all([supervision.stop(), synced]);
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Keeps Postgres running on the same port until told to stop. */
function supervise(
  cluster: Cluster,
  first: Postmaster,
  settings: Record<string, string>,
  log: (line: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let current = first;
  const isStopping = () => stopping.signal.aborted;

  async function keepRunning(): Promise<void> {
    for (;;) {
      const how = await current.exited;
      if (isStopping()) return;
      const since = Date.now();
      const next = await relaunch();
      if (next === undefined) return;
      current = next;
      log(
        `Postgres stopped unexpectedly (${how}) and runs again on port ${first.port} after ${Date.now() - since} ms.`,
      );
    }
  }

  async function relaunch(): Promise<Postmaster | undefined> {
    for (let attempt = 1; !isStopping(); attempt++) {
      try {
        const { port } = first;
        return await launchPostmaster(cluster, { port, settings, signal: stopping.signal });
      } catch (error) {
        if (isStopping()) return undefined;
        if (attempt > QUIET_ATTEMPTS) log(`Restarting Postgres failed: ${messageOf(error)}`);
      }
      const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** (attempt - 1), LONGEST_BACKOFF_MS);
      await delay(backoffMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
    return undefined;
  }

  const running = keepRunning();
  return {
    async stop() {
      stopping.abort();
      await current.stop();
      await running;
    },
  };
}

async function adoptOrphan(cluster: Cluster): Promise<Postmaster | undefined> {
  const orphan = await findOrphan(cluster.path);
  if (orphan === undefined) return undefined;
  const sql = postgres(urlOf(cluster, orphan.port), { max: 1, connect_timeout: 5 });
  try {
    const [row] = await sql<[{ data_directory: string }]>`show data_directory`;
    if (row.data_directory === cluster.path) return orphan;
    throw new Error(`it serves ${row.data_directory}`);
  } catch (cause) {
    throw new Error(
      `A Postgres left by an earlier run (pid ${orphan.pid}) still uses ${cluster.path} and can't be used (${messageOf(cause)}). End that process, then start again.`,
      { cause },
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** Between asking for a free port and listening on it, another program may take it. */
async function launchOnFreePort(cluster: Cluster, settings: Record<string, string>): Promise<Postmaster> {
  const { signal } = new AbortController();
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchPostmaster(cluster, { port: await freePort(), settings, signal });
    } catch (error) {
      if (!(error instanceof PortTaken) || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

function freePort(): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      probe.close(() => resolvePort(port));
    });
  });
}

/**
 * While Postgres is down any program on this machine may listen on its port: it is told no password, and no query
 * before it has proved that it knows the password itself.
 */
/** Bytes; Postgres's log grows by files of 16 MiB. */
const ROOM_MIN = 17 * 1024 * 1024;

function hasNoRoom(path: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize < ROOM_MIN;
  } catch {
    return false;
  }
}

function urlOf(cluster: Cluster, port: number): string {
  const server = `postgres://${DATABASE_USER}:${cluster.password}@127.0.0.1:${port}/${DATABASE_NAME}`;
  return `${server}?require_auth=scram-sha-256`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
