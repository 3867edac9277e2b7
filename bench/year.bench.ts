import { join } from "node:path";
import { copyDatabase } from "../apps/server/src/db/copy.ts";
import { type Bench, benchmark } from "./harness/benchmark.ts";
import { type BenchCluster, startCluster } from "./harness/cluster.ts";
import type { Figure } from "./harness/figure.ts";
import { argument } from "./harness/server.ts";
import { sizesOf } from "./harness/size.ts";
import { fillWithYear, type Size } from "./harness/year.ts";
import { Both, type Side, type Sides } from "./harness/year-sides.ts";

const EVENTS = Number(argument("--events") ?? 1_000_000);
const YEAR: Size = { rooms: 300, events: EVENTS, sessions: 3_000, days: 365 };
/** What a few teams have after two weeks. */
const FRESH: Size = { rooms: 10, events: 10_000, sessions: 20, days: 14 };
const ROUNDS = 3;

/**
 * A server with a year of data beside a fresh one, in turns: start, opening any room, inbox, search, metrics, retention, verify,
 * a room's file and a copy of all data; and what an event takes on the disk. `--events N` of the year; it has 300 rooms,
 * 3,000 sessions and a report of usage for every twentieth event.
 */
await benchmark("year", async (bench) => {
  const cluster = await startCluster(bench);
  const fresh = await fill(bench, cluster, "fresh", FRESH);
  const year = await fill(bench, cluster, "year", YEAR);
  const both = new Both(bench, { year, fresh });
  for (let round = 0; round <= ROUNDS; round++) await both.round(round);
  await both.whole();
  const copied = process.argv.includes("--no-copy") ? [] : await copyBoth(bench, cluster, { year, fresh });
  return [...both.figures(), ...copied, ...(await sizes(bench, cluster, { year, fresh }))];
});

async function fill(bench: Bench, cluster: BenchCluster, name: string, size: Size): Promise<Side> {
  const url = await cluster.database(name);
  const rooms = await fillWithYear(bench, cluster.connect(url), size);
  return { url, dataDir: join(bench.scratch, `server-${name}`), rooms };
}

/** All data into another database, as `serve --copy-to` does it. */
async function copyBoth(bench: Bench, cluster: BenchCluster, sides: Sides<Side>): Promise<Figure[]> {
  const each = {} as Sides<number>;
  for (const side of ["fresh", "year"] as const) {
    const to = await cluster.database(`copy_${side}`);
    const began = performance.now();
    const copied = await copyDatabase(sides[side].url, to);
    const s = (performance.now() - began) / 1_000;
    const rows = copied.reduce((sum, { rows }) => sum + rows, 0);
    each[side] = (s / rows) * 1e6;
    bench.say(`copied ${rows} rows of ${side} in ${s.toFixed(1)} s`);
  }
  return [{ name: "copy", unit: "µs a row", ours: [each.year], reference: [each.fresh] }];
}

async function sizes(bench: Bench, cluster: BenchCluster, sides: Sides<Side>): Promise<Figure[]> {
  const each = {} as Sides<number>;
  for (const side of ["fresh", "year"] as const) {
    const { url, rooms } = sides[side];
    const events = rooms.reduce((sum, { seq }) => sum + seq, 0);
    const { bytes, shown } = await sizesOf(cluster.connect(url), events);
    each[side] = bytes / events;
    if (side === "year") bench.say(`${events} events take ${(bytes / 1e9).toFixed(2)} GB:\n${shown}`);
  }
  return [{ name: "disk", unit: "bytes an event", ours: [each.year], reference: [each.fresh] }];
}
