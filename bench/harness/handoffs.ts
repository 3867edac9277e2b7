import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./benchmark.ts";
import { startCluster } from "./cluster.ts";
import { cpuOf, cpuPer, cpuUse } from "./cpu.ts";
import type { Figure } from "./figure.ts";
import { startLoad } from "./load.ts";
import { runPgbench } from "./pgbench.ts";
import { personClient, startServer } from "./server.ts";
import { INSTRUCTION, type Seat, SUMMARY, seatSquads } from "./squad.ts";

export type HandoffsCommand =
  | {
      type: "open";
      /** Connections are spread over them; any of them speaks for any agent. */
      ports: number[];
      /** Agents go where the server says that their room's process is, as the client does. */
      follows?: boolean;
      connections: number;
      seats: Seat[];
      warmUpSeconds: number;
    }
  | { type: "run"; seconds: number };

export interface HandoffsResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Answers without a next task. */
  starved: number;
  /** Cores that the load generator used. */
  loadCores: number;
}

const ROUNDS = 5;
const ROUND_S = 8;
const CONNECTIONS = 64;
const PGBENCH_CLIENTS = 32;
const REFERENCE = new URL("../reference/handoff.sql", import.meta.url);

/**
 * Durable handoffs per second over HTTP, against pgbench calling one function that does the same in
 * the database; round by round, in two databases of one cluster.
 */
export async function measureHandoffs(
  bench: Bench,
  name: string,
  size: { rooms: number; agentsPerRole: number; queuedPerRole: number },
): Promise<Figure[]> {
  const cluster = await startCluster(bench);
  const referenceUrl = await cluster.database("reference");
  const reference = cluster.connect(referenceUrl);
  await reference.unsafe(readFileSync(REFERENCE, "utf8"));
  await reference`SELECT bench_seed(${size.rooms}, ${size.agentsPerRole}, ${size.queuedPerRole})`;

  const databaseUrl = await cluster.database("ours", { migrated: false });
  const server = await startServer(bench, { dataDir: join(bench.scratch, "server"), databaseUrl });
  const person = personClient(server);
  const seats = await seatSquads(server, person, size);
  const load = startLoad<HandoffsCommand, HandoffsResult>(bench, new URL("../load/handoffs.ts", import.meta.url));
  const groups = { server: { pid: server.pid }, postgres: { pid: cluster.pid, children: true } };
  bench.say(
    `${size.rooms} rooms with ${3 * size.agentsPerRole} agents each, ${CONNECTIONS} connections; Postgres ${cluster.version}`,
  );
  await load.run({
    type: "open",
    ports: [server.port],
    connections: CONNECTIONS,
    seats,
    warmUpSeconds: 4,
  });
  const script = `\\set room random(1, :rooms)\nSELECT bench_handoff(:room, :agents, ${quoted(INSTRUCTION)}, ${quoted(SUMMARY)});\n`;
  const pgbench = (seconds: number) =>
    runPgbench(bench, {
      url: referenceUrl,
      script,
      clients: PGBENCH_CLIENTS,
      seconds,
      variables: { rooms: size.rooms, agents: 3 * size.agentsPerRole },
    });
  await pgbench(4);

  const ours: number[] = [];
  const theirs: number[] = [];
  const cpu = { server: [] as number[], postgres: [] as number[], reference: [] as number[] };
  for (let round = 1; round <= ROUNDS; round++) {
    const before = cpuUse(groups);
    const result = await load.run({ type: "run", seconds: ROUND_S });
    const between = cpuUse(groups);
    const { tps } = await pgbench(ROUND_S);
    const after = cpuUse(groups);
    ours.push(result.perSecond);
    theirs.push(tps);
    const used = cpuOf(before, between, result.perSecond * ROUND_S);
    cpu.server.push(used.server ?? Number.NaN);
    cpu.postgres.push(used.postgres ?? Number.NaN);
    cpu.reference.push(cpuOf(between, after, tps * ROUND_S).postgres ?? Number.NaN);
    const { perSecond, p50Ms, p99Ms, starved } = result;
    bench.say(
      `round ${round}: ours ${perSecond.toFixed(0)}/s (p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${starved} without a next task), pgbench ${tps.toFixed(0)}/s`,
    );
    bench.say(
      `  µs of a core per handoff: ${cpuPer(before, between, perSecond * ROUND_S)}, load ${((result.loadCores / perSecond) * 1e6).toFixed(0)}; pgbench's: ${cpuPer(between, after, tps * ROUND_S)}`,
    );
  }
  for (const room of new Set([seats[0], seats.at(-1)].map((seat) => seat?.roomId ?? ""))) {
    const { ok, events, differences } = await person.call("verifyRoom", { params: { room } });
    if (!ok) throw new Error(`log and tables differ: ${JSON.stringify(differences.slice(0, 3))}`);
    bench.say(`room ${room}: a fold of its ${events} events gives exactly its tables`);
  }
  const each = { unit: "µs of a core", reference: cpu.reference };
  return [
    { name, unit: "handoffs/s", ours, reference: theirs },
    { name: `${name}-server`, ours: cpu.server, ...each },
    { name: `${name}-postgres`, ours: cpu.postgres, ...each },
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
