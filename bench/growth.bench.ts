import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Bench, benchmark } from "./harness/benchmark.ts";
import { chartOf, type Series } from "./harness/chart.ts";
import type { Figure } from "./harness/figure.ts";
import { measureAgents, measureEvents, measureRooms, measureViewers } from "./harness/growth.ts";
import { argument } from "./harness/server.ts";

const FOLDER = fileURLToPath(new URL("../docs/growth/", import.meta.url));

/** What grows, what is measured meanwhile, and how. */
const DIMENSIONS: Record<
  string,
  {
    x: string;
    measured: { name: string; y: string }[];
    sizes: number[];
    measure: (bench: Bench, sizes: number[]) => Promise<number[][]>;
  }
> = {
  events: {
    x: "events in the room's log",
    measured: [{ name: "events", y: "opening the room in a fresh process, ms" }],
    sizes: [1_000, 10_000, 100_000],
    measure: measureEvents,
  },
  rooms: {
    x: "rooms, written to in turn",
    measured: [{ name: "rooms", y: "CPU of the server for a message sent, taken and answered, µs" }],
    sizes: [10, 100, 1_000],
    measure: measureRooms,
  },
  agents: {
    x: "agents that wait, ten in each room",
    measured: [
      { name: "agents-memory", y: "memory of the server, MB" },
      { name: "agents-cpu", y: "CPU of the server while they wait, % of a core" },
    ],
    sizes: [10, 100, 1_000],
    measure: measureAgents,
  },
  viewers: {
    x: "viewers of one room",
    measured: [
      { name: "viewers", y: "deliveries/s" },
      { name: "viewers-cpu", y: "CPU of the server for one delivery, µs" },
    ],
    sizes: [5, 50, 500],
    measure: measureViewers,
  },
};

/**
 * One thing grows over three decades while the rest stays as it is. Prints the figures, and with `--write`
 * leaves a table and pictures in `docs/growth/`. `--only NAME` measures one of them.
 */
await benchmark("growth", async (bench) => {
  const only = argument("--only");
  const figures: Figure[] = [];
  const pictures: Record<string, Series> = {};
  for (const [dimension, { x, measured, sizes, measure }] of Object.entries(DIMENSIONS)) {
    if (only !== undefined && only !== dimension) continue;
    const rows = await measure(bench, sizes);
    for (const [column, { name, y }] of measured.entries()) {
      const points = sizes.map((size, row) => ({ x: size, y: rows[row]?.[column] ?? Number.NaN }));
      pictures[name] = { x, y, points };
      figures.push({
        name,
        unit: y,
        ours: [points.at(-1)?.y ?? Number.NaN],
        reference: [points[0]?.y ?? Number.NaN],
        note: points.map((point) => `${point.x}: ${point.y.toPrecision(3)}`).join(", "),
      });
    }
  }
  if (process.argv.includes("--write")) write(pictures);
  return figures;
});

/** What was measured before, and not now, stays. */
function write(measured: Record<string, Series>): void {
  mkdirSync(FOLDER, { recursive: true });
  const file = join(FOLDER, "figures.json");
  const before = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const all: Record<string, Series> = { ...before, ...measured };
  writeFileSync(file, `${JSON.stringify(all, null, 2)}\n`);
  for (const [name, series] of Object.entries(all)) writeFileSync(join(FOLDER, `${name}.svg`), chartOf(series));
  const rows = Object.values(all).map(({ x, y, points }) => {
    const cells = points.map((point) => `${point.x.toLocaleString("en-GB")}: ${Number(point.y.toPrecision(3))}`);
    return `| ${x} | ${y} | ${cells.join(" | ")} |`;
  });
  const shown = Object.entries(all).map(([name, { x, y }]) => `![${y} over ${x}](${name}.svg)`);
  writeFileSync(
    join(FOLDER, "README.md"),
    `# Growth

One thing grows over three decades while everything else stays as it is. Written by
\`npm run bench -- growth --write\`; the machine is that of [benchmarks](../benchmarks.md).

| Grows | Measured | | | |
|---|---|---|---|---|
${rows.join("\n")}

${shown.join("\n\n")}
`,
  );
}
