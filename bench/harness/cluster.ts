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

export async function startCluster(bench: Bench): Promise<BenchCluster> {
  const dataDir = join(bench.scratch, "postgres");
  const server = await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line) });
  bench.defer(() => server.stop());
  const connect = (url: string, max = 1) => {
    const sql = postgres(url, { max, onnotice: () => undefined });
    bench.defer(() => sql.end({ timeout: 5 }));
    return sql;
  };
  const admin = connect(server.url);
  const [settings] = await admin<{ version: string; fsync: string; synchronous: string }[]>`
    SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
      current_setting('synchronous_commit') AS synchronous`;
  if (settings?.fsync !== "on" || settings.synchronous !== "on")
    throw new Error("the cluster does not commit durably; its figures would mean nothing");
  const [pid] = readFileSync(join(dataDir, "cluster", "postmaster.pid"), "utf8").split("\n");
  return {
    pid: Number(pid),
    version: settings.version,
    connect,
    async database(name, how = { migrated: true }) {
      await admin`CREATE DATABASE ${admin(name)}`;
      const url = new URL(server.url);
      url.pathname = name;
      if (how.migrated) await migrate(url.href);
      return url.href;
    },
  };
}
