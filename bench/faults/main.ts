// npm run faults -- --seconds N --seed S [--machines N] [--rooms N] [--hostile] [--keep] [--json]
// npm run faults -- --plants: whether each planted bug is found
import { PLANTED, PLANTED_IN_RUNNERS, runPlanted, runPlantedInRunner } from "./plant-runs.ts";
import { runFaults } from "./run.ts";

function option(name: string, otherwise: number, least = 1): number {
  const at = process.argv.indexOf(name);
  if (at < 0) return otherwise;
  const value = Number(process.argv[at + 1]);
  if (Number.isFinite(value) && value >= least) return value;
  console.error(`${name} takes a number, ${least} or more.`);
  process.exit(2);
}

if (process.argv.includes("--plants")) {
  let unfound = 0;
  const runs = [
    ...PLANTED_IN_RUNNERS.map((names) => ({ names, run: () => runPlantedInRunner(names) })),
    ...PLANTED.map((planted) => ({ names: planted.names, run: () => runPlanted(planted) })),
  ];
  for (const { names, run } of runs) {
    const { missing, found } = await run();
    unfound += missing.length;
    for (const name of names) console.log(`${name}: ${(missing as string[]).includes(name) ? "NOT FOUND" : "found"}`);
    if (missing.length > 0) for (const what of found.slice(0, 20)) console.log(`  ${what}`);
  }
  process.exit(unfound === 0 ? 0 : 1);
}

const seconds = option("--seconds", 60);
const seed = option("--seed", Date.now() % 1_000_000);
const report = await runFaults({
  seconds,
  seed,
  machines: option("--machines", 2, 0),
  rooms: option("--rooms", 10),
  hostile: process.argv.includes("--hostile"),
  keep: process.argv.includes("--keep"),
  log: (line) => console.error(line),
});
for (const [name, count] of Object.entries(report.counts)) console.log(`${String(count).padStart(8)}  ${name}`);
console.log(
  `${report.ops} calls, ${report.acks} acknowledged, ${report.events} events in ${report.seconds} s, seed ${report.seed}`,
);
for (const { invariant, room, what } of report.violations.slice(0, 50))
  console.log(`VIOLATION ${invariant} in ${room}: ${what}`);
console.log(report.violations.length === 0 ? "No violation." : `${report.violations.length} violations.`);
if (process.argv.includes("--json")) console.log(JSON.stringify({ faults: report }));
process.exit(report.violations.length === 0 ? 0 : 1);
