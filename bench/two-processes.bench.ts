import { join } from "node:path";
import { benchmark } from "./harness/benchmark.ts";
import { startCluster } from "./harness/cluster.ts";
import { cpuPer, cpuUse } from "./harness/cpu.ts";
import type { HandoffsCommand, HandoffsResult } from "./harness/handoffs.ts";
import { startLoad } from "./harness/load.ts";
import { startProcesses } from "./harness/processes.ts";
import { personClient } from "./harness/server.ts";
import { seatSquads } from "./harness/squad.ts";

const ROUNDS = 3;
const ROUND_S = 6;
const CONNECTIONS = 64;
const SIZE = { rooms: 100, agentsPerRole: 1, queuedPerRole: 3 };

/** What is measured: so many processes on a database of their own. */
const SETTINGS = {
  one: { processes: 1, env: {} },
  two: { processes: 2, env: { SQUADROOM_DIRECT: "1" } },
  four: { processes: 4, env: { SQUADROOM_DIRECT: "1" } },
  sentOn: { processes: 2, env: {} },
  without: { processes: 2, env: { SQUADROOM_FORWARD: "0" } },
};

/**
 * Durable handoffs per second through two processes and through four against one. Agents call any of them at
 * random until they are told where their room's process is, as the client does; and, through two, agents that call
 * any of them for good, with calls sent on to the room's owner and with calls run where they arrive.
 */
await benchmark("two-processes", async (bench) => {
  // Eleven processes hold more connections than one does.
  const cluster = await startCluster(bench, { max_connections: "300" });
  const setUp = async (name: keyof typeof SETTINGS) => {
    const { processes, env } = SETTINGS[name];
    const databaseUrl = await cluster.database(name);
    const dataDir = join(bench.scratch, name);
    const sql = cluster.connect(databaseUrl);
    const servers = await startProcesses(bench, sql, processes, {
      dataDir,
      databaseUrl,
      // Agents are silent while the others are set up.
      env: { ...env, SQUADROOM_LEASE_MANAGED_S: "3600" },
    });
    const [first] = servers;
    if (!first) throw new Error("there is no server");
    const person = personClient(first);
    const seats = await seatSquads(first, person, SIZE);
    const load = startLoad<HandoffsCommand, HandoffsResult>(bench, new URL("./load/handoffs.ts", import.meta.url));
    const ports = servers.map(({ port }) => port);
    const open = {
      type: "open",
      ports,
      follows: name === "two" || name === "four",
      connections: CONNECTIONS,
      seats,
      warmUpSeconds: 15,
    } as const;
    const groups = {
      ...Object.fromEntries(servers.map(({ pid }, n) => [`server ${n + 1}`, { pid }])),
      postgres: { pid: cluster.pid, children: true },
    };
    return { name, load, open, groups, person, seats, rates: [] as number[] };
  };
  const one = await setUp("one");
  const two = await setUp("two");
  const four = await setUp("four");
  const sentOn = await setUp("sentOn");
  const without = await setUp("without");
  bench.say(`${SIZE.rooms} rooms with 3 agents each, ${CONNECTIONS} connections; Postgres ${cluster.version}`);

  // Connections that wait for the others' set-up would end with the server's patience.
  for (const { load, open } of [one, two, four, sentOn, without]) await load.run(open);
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { name, load, groups, rates } of [one, two, four, sentOn, without]) {
      const before = cpuUse(groups);
      const result = await load.run({ type: "run", seconds: ROUND_S });
      const { perSecond, p50Ms, p99Ms, loadCores } = result;
      rates.push(perSecond);
      bench.say(
        `round ${round}, ${name}: ${perSecond.toFixed(0)}/s (p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms); µs of a core per handoff: ${cpuPer(before, cpuUse(groups), perSecond * ROUND_S)}, load ${((loadCores / perSecond) * 1e6).toFixed(0)}`,
      );
    }
  }
  for (const { person, seats } of [two, four, sentOn, without]) {
    const room = seats[0]?.roomId ?? "";
    const { ok, differences } = await person.call("verifyRoom", { params: { room } });
    if (!ok) throw new Error(`log and tables differ: ${JSON.stringify(differences.slice(0, 3))}`);
  }
  const unit = "handoffs/s";
  return [
    { name: "two-processes", unit, ours: two.rates, reference: one.rates },
    { name: "four-processes", unit, ours: four.rates, reference: one.rates },
    { name: "two-processes-sent-on", unit, ours: sentOn.rates, reference: one.rates },
    { name: "without-affinity", unit, ours: without.rates, reference: one.rates },
  ];
});
