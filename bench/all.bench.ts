import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Every benchmark, one after the other; the figure lines of all of them come last. */
const NAMES = [
  "handoff",
  "handoff-hot-room",
  "cycle",
  "claim-latency",
  "fanout",
  "open-room",
  "fairness",
  "two-processes",
  "idle",
  "memory",
  "start",
  "browser",
  "reply",
  "sessions",
  "archived",
  "metrics",
  "pipelines",
];

const lines: string[] = [];
let failed = 0;
for (const name of NAMES) {
  console.log(`\n== ${name}`);
  const { code, lastLine } = await run(name);
  if (code === 0) lines.push(lastLine);
  else failed++;
}
console.log(`\n${lines.join("\n")}`);
process.exit(failed === 0 ? 0 : 1);

function run(name: string): Promise<{ code: number; lastLine: string }> {
  const file = fileURLToPath(new URL(`./${name}.bench.ts`, import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, file, ...process.argv.slice(2)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = (signal: NodeJS.Signals) => child.kill(signal);
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, end);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += String(chunk);
    process.stdout.write(chunk);
  });
  return new Promise((resolve) => {
    child.once("close", (code) => resolve({ code: code ?? 1, lastLine: output.trimEnd().split("\n").at(-1) ?? "" }));
  });
}
