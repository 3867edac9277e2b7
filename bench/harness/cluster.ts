import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres, { type Sql } from "postgres";
import { migrate } from "../../apps/server/src/db/migrate.ts";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/postgres/embedded.ts";
import type { Bench } from "./benchmark.ts";

/** A Postgres for the benchmark alone, with the settings that the product ships: fsync and synchronous_commit on. */
export interface BenchCluster {
  /** Pid of the postmaster. */
  pid: number;
  version: string;
  /** Makes a database; with the product's schema when asked. */
  database(name: string, how?: { migrated: boolean }): Promise<string>;
  /** A client of one of its databases, closed when the benchmark ends. */
  connect(url: string, max?: number): Sql;
}

/** @param settings of Postgres, besides those that the product ships */
export async function startCluster(bench: Bench, settings: Record<string, string> = {}): Promise<BenchCluster> {
  const dataDir = join(bench.scratch, "postgres");
  const log = (line: string) => console.error(line);
  const server = await startEmbeddedPostgres({ dataDir, log, settings });
  bench.defer(() => server.stop());
  const connect = (url: string, max = 1) => {
    const sql = postgres(url, { max, onnotice: () => undefined });
    bench.defer(() => sql.end({ timeout: 5 }));
    return sql;
  };
  const admin = connect(server.url);
  const [running] = await admin<{ version: string; fsync: string; synchronous: string }[]>`
    SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS synchronous`;
  if (running?.fsync !== "on" || running.synchronous !== "on")
    throw new Error("the cluster does not commit durably; its figures would mean nothing");
  const [pid] = readFileSync(join(dataDir, "cluster", "postmaster.pid"), "utf8").split("\n");
  return {
    pid: Number(pid),
    version: running.version,
    connect,
    async database(name, how = { migrated: true }) {
      await admin`CREATE DATABASE ${admin(name)}`;
      const url = new URL(server.url);
      url.pathname = name;
      // Older servers, which are measured beside this one, don't know what it asks for.
      url.search = "";
      if (how.migrated) await migrate(url.href);
      return url.href;
    },
  };
}
