import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import type { Bench } from "./benchmark.ts";
import { type Server, type ServerOptions, startServer } from "./server.ts";

const KEY_FILE = "local-admin.key";
const KNOWN_MS = 20_000;

/** Server processes on one database that know each other and share the machine's key. */
export async function startProcesses(
  bench: Bench,
  sql: Sql,
  count: number,
  { dataDir, ...options }: ServerOptions,
): Promise<Server[]> {
  const servers: Server[] = [];
  for (let n = 0; n < count; n++) {
    const own = join(dataDir, String(n));
    mkdirSync(own, { recursive: true });
    if (n > 0) copyFileSync(join(dataDir, "0", KEY_FILE), join(own, KEY_FILE));
    servers.push(await startServer(bench, { ...options, dataDir: own }));
  }
  await known(sql, count);
  return servers;
}

/** Until all have renewed themselves since the last one came, and so have seen it. */
async function known(sql: Sql, count: number): Promise<void> {
  const [last] = await sql<{ at: string }[]>`SELECT max(seen_at) AS at FROM server_processes`;
  const deadline = Date.now() + KNOWN_MS;
  for (;;) {
    const [row] = await sql<{ n: number }[]>`
      SELECT count(*)::int AS n FROM server_processes WHERE seen_at > ${last?.at ?? 0}`;
    if (row?.n === count) return;
    if (Date.now() > deadline) throw new Error("the server processes do not find each other");
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
