import { join } from "node:path";
import { benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import { startLoad } from "./harness/load.ts";
import { personClient, startServer } from "./harness/server.ts";
import { seatSquads } from "./harness/squad.ts";
import type { WaitersCommand, WaitersResult } from "./harness/waiters.ts";

const ROUNDS = 5;
const SAMPLES = 300;
const WAITERS = 100;

/**
 * A hundred agents of one room wait in long polls, and one of them, drawn by lot, gets a task: p99 of the
 * time from the commit that creates it to the agent's receipt, and from sending the request, against the
 * median of one commit of Postgres (one insert by itself), measured by the same process between the tasks.
 */
await benchmark("claim-latency", async (bench) => {
  const cluster = await startCluster(bench, { track_commit_timestamp: "on" });
  const databaseUrl = await cluster.database("ours");
  const server = await startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const size = { rooms: 1, agentsPerRole: WAITERS, queuedPerRole: 0, claimed: false };
  const seats = await seatSquads(server, personClient(server), { ...size, preset: "solo" });
  const load = startLoad<WaitersCommand, WaitersResult>(bench, new URL("./load/waiters.ts", import.meta.url));
  bench.say(`${WAITERS} agents of one room wait; Postgres ${cluster.version}`);
  const person = server.authorization;
  const open = { type: "open", port: server.port, person, seats, databaseUrl } as const;
  await load.run({ ...open, warmUpSamples: 200 });

  const fromCommit: number[] = [];
  const fromSending: number[] = [];
  const commits: number[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    const result = await load.run({ type: "run", samples: SAMPLES });
    fromCommit.push(result.p99Ms);
    fromSending.push(result.sentP99Ms);
    commits.push(result.commitP50Ms);
    const shown = Object.entries(result).map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
    bench.say(`round ${round}: ${shown.join(", ")}`);
  }
  const unit = "ms (p99 to one commit)";
  return [
    { name: "claim-latency", unit, ours: fromCommit, reference: commits },
    { name: "from-sending", unit, ours: fromSending, reference: commits },
  ];
});
