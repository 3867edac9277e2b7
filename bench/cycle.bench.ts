import { join } from "node:path";
import { type Bench, benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import { cpuPer, cpuUse } from "./harness/cpu.ts";
import type { CycleCommand, CycleResult } from "./harness/cycle.ts";
import type { Figure } from "./harness/figure.ts";
import { type Load, startLoad } from "./harness/load.ts";
import { personClient, startServer } from "./harness/server.ts";
import { seatSquads } from "./harness/squad.ts";

const ROUNDS = 5;
const TASKS = 12_800;
const ROOMS = 64;

type CycleLoad = Load<CycleCommand, CycleResult>;

/**
 * The whole life of a task over HTTP, against two job queues in process on the same Postgres: graphile-worker in
 * batches, pg-boss job by job as tasks are here, and in batches too.
 */
await benchmark("cycle", async (bench) => {
  // Each of the three queues brings the pool with which it is fastest.
  const cluster = await startCluster(bench, { max_connections: "200" });
  bench.say(`${TASKS} tasks a round; Postgres ${cluster.version}`);
  const server = await startServer(bench, {
    dataDir: join(bench.scratch, "server"),
    databaseUrl: await cluster.database("ours"),
  });
  const size = { rooms: ROOMS, agentsPerRole: 1, queuedPerRole: 0, claimed: false };
  const seats = await seatSquads(server, personClient(server), { ...size, preset: "solo" });
  const ours = start(bench, "cycle");
  await ours.run({ type: "open", port: server.port, person: server.authorization, seats });
  const graphile = start(bench, "graphile-worker");
  const databaseUrl = await cluster.database("graphile", { migrated: false });
  await graphile.run({ type: "open", databaseUrl });
  const boss = start(bench, "pg-boss");
  const bossUrl = await cluster.database("boss", { migrated: false });
  await boss.run({ type: "open", databaseUrl: bossUrl, queues: ROOMS });
  const bossBatched = start(bench, "pg-boss");
  const batchedUrl = await cluster.database("boss_batched", { migrated: false });
  await bossBatched.run({ type: "open", databaseUrl: batchedUrl });

  const loads = { ours, graphile, boss, bossBatched };
  const names = Object.keys(loads) as (keyof typeof loads)[];
  const rates = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<keyof typeof loads, number[]>;
  for (let round = 0; round <= ROUNDS; round++) {
    for (const name of names) {
      const groups = {
        server: { pid: server.pid },
        postgres: { pid: cluster.pid, children: true },
        client: { pid: loads[name].pid },
      };
      const before = cpuUse(groups);
      const { perSecond } = await loads[name].run({ type: "run", tasks: TASKS });
      const cores = cpuPer(before, cpuUse(groups), TASKS);
      if (round === 0) continue; // It warms up.
      rates[name].push(perSecond);
      bench.say(`round ${round}: ${name} ${perSecond.toFixed(0)}/s; µs of a core per task: ${cores}`);
    }
  }
  const figure = (name: string, reference: number[]): Figure => ({
    name,
    unit: "tasks/s",
    ours: rates.ours,
    reference,
  });
  return [
    figure("graphile-worker", rates.graphile),
    figure("pg-boss", rates.boss),
    figure("pg-boss-batched", rates.bossBatched),
  ];
});

function start(bench: Bench, name: string): CycleLoad {
  return startLoad(bench, new URL(`./load/${name}.ts`, import.meta.url));
}
