// npm run fuzz -- --requests N --seed S [--json], or npm run fuzz -- --hostile --calls N [--json]
import { table } from "../harness/figure.ts";
import { argument } from "../harness/server.ts";
import { FULL } from "./hostile.ts";
import { hostileMain } from "./hostile-main.ts";
import { runFuzz } from "./run.ts";

function option(name: string, otherwise: number): number {
  const text = argument(name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  console.error(`${name} takes a whole number above 0.`);
  process.exit(2);
}

if (process.argv.includes("--hostile")) {
  await hostileMain(option("--calls", FULL.calls), process.argv.includes("--json"));
  process.exit(0);
}
const requests = option("--requests", 100_000);
const seed = option("--seed", Date.now() % 1_000_000);
console.error(`${requests} requests, seed ${seed}`);
const report = await runFuzz({ requests, seed, log: (line) => console.error(line) });
for (const [status, count] of Object.entries(report.statuses)) console.log(`${String(count).padStart(8)}  ${status}`);
console.log(`${report.requests} requests and ${report.sockets} sockets in ${report.seconds} s`);
const rows = Object.entries(report.operations).map(([id, { sent, done, refused }]) => {
  const codes = Object.entries(refused).sort(([, a], [, b]) => b - a);
  const mostly = codes.slice(0, done === 0 ? 99 : 3).map(([code, count]) => `${code} ${count}`);
  const share = sent === 0 ? 0 : Math.round((100 * done) / sent);
  return [id, String(sent), String(done), `${share} %`, mostly.join(", ")];
});
console.log(`\n${table([["operation", "sent", "2xx", "share", "refused"], ...rows])}\n`);
console.log(`writes that were never done: ${report.neverDone.writes.join(", ") || "none"}`);
console.log(`reads that were never done: ${report.neverDone.reads.join(", ") || "none"}`);
console.log(`memory: ${report.memoryMb.early} MB after a fifth, ${report.memoryMb.late} MB at the end`);
for (const violation of report.violations) console.log(`VIOLATION ${violation}`);
for (const fault of report.faults) console.log(`the server wrote: ${fault.trimEnd()}`);
console.log(report.violations.length === 0 ? "No violation." : `${report.violations.length} violations.`);
if (process.argv.includes("--json")) console.log(JSON.stringify({ fuzz: report }));
process.exit(report.violations.length === 0 ? 0 : 1);
