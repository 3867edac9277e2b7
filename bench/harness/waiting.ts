import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import type { Bench } from "./benchmark.ts";
import { startCluster } from "./cluster.ts";
import { startLoad } from "./load.ts";
import { personClient, type Server, startServer } from "./server.ts";
import { type Seat, seatSquads } from "./squad.ts";

/** Agents that are to wait for work that never comes; answered once all of them wait. */
export type WaitingCommand = { type: "open"; port: number; seats: Seat[] };

export interface Waiting {
  server: Server;
  sql: Sql;
  /** Agents join, and wait, in so many rooms. */
  add(rooms: number, agentsPerRoom: number): Promise<void>;
}

/** A server, and a load generator whose agents wait in long polls. */
export async function startWaiting(bench: Bench): Promise<Waiting> {
  const cluster = await startCluster(bench);
  const databaseUrl = await cluster.database("ours");
  const server = await startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const load = startLoad<WaitingCommand, null>(bench, new URL("../load/waiting.ts", import.meta.url));
  let sets = 0;
  return {
    server,
    sql: cluster.connect(databaseUrl),
    async add(rooms, agentsPerRole) {
      const name = `waiting-${sets++}`;
      const size = { rooms, agentsPerRole, queuedPerRole: 0, claimed: false, name };
      const seats = await seatSquads(server, personClient(server), { ...size, preset: "solo" });
      await load.run({ type: "open", port: server.port, seats });
    },
  };
}

/** Transactions of the database so far; a query by itself is one. */
export async function transactions(sql: Sql): Promise<number> {
  const [row] = await sql<{ n: string }[]>`
    SELECT xact_commit + xact_rollback AS n FROM pg_stat_database WHERE datname = current_database()`;
  return Number(row?.n);
}

/** Memory of a process that is in RAM, MB. */
export function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1000;
}
