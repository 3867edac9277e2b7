import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { table } from "./harness/figure.ts";

/**
 * What a handed-off task and an idle wait cost real clients, by each way into the room. They are opt-in, so without them
 * there is nothing to measure.
 */
const folder = new URL("../e2e/agents/", import.meta.url);
if (existsSync(new URL("node_modules/.modules.yaml", folder))) await measure();
else
  console.log(
    "The agents' clients are not installed, so nothing was measured. Install them with: node e2e/agents/run.mjs",
  );

async function measure(): Promise<void> {
  const program = fileURLToPath(new URL("cost.ts", folder));
  const child = spawn(process.execPath, [...process.execArgv, program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => child.kill(signal));
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => {
    output += String(chunk);
  });
  const code = await new Promise<number>((resolve) => child.once("close", (ended) => resolve(ended ?? 1)));
  if (code !== 0) process.exit(code);
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  const { costs } = JSON.parse(last) as { costs: Record<string, string | number>[] };
  const names = Object.keys(costs[0] ?? {});
  console.log(table([names, ...costs.map((cost) => names.map((name) => String(cost[name])))]));
  console.log(JSON.stringify({ bench: "agent-cost", costs }));
}
