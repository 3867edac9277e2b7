import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Bench } from "./benchmark.ts";

export interface PgbenchRun {
  tps: number;
  /** Mean latency of a transaction, ms. */
  latencyMs: number;
}

/**
 * A reference load: `pgbench -M prepared` with a script of ours.
 * @throws one clear sentence when pgbench is not installed
 */
export async function runPgbench(
  bench: Bench,
  options: {
    url: string;
    script: string;
    clients: number;
    seconds: number;
    variables?: Record<string, number>;
  },
): Promise<PgbenchRun> {
  const file = join(bench.scratch, "pgbench.sql");
  writeFileSync(file, options.script);
  const { hostname, port, username, password, pathname } = new URL(options.url);
  const variables = Object.entries(options.variables ?? {}).flatMap(([name, value]) => ["-D", `${name}=${value}`]);
  const output = await outputOf(
    "pgbench",
    [
      "-n",
      "-M",
      "prepared",
      "-c",
      String(options.clients),
      "-j",
      "2",
      "-T",
      String(options.seconds),
      "-f",
      file,
      ...variables,
      "-h",
      hostname,
      "-p",
      port,
      "-U",
      username,
      pathname.slice(1),
    ],
    { PGPASSWORD: password },
    bench,
  );
  const tps = numberIn(output, /^tps = ([\d.]+)/m);
  const failed = /number of failed transactions: (\d+)/.exec(output)?.[1] ?? "0";
  if (tps === null || failed !== "0") throw new Error(`pgbench failed:\n${output}`);
  return { tps, latencyMs: numberIn(output, /^latency average = ([\d.]+) ms/m) ?? Number.NaN };
}

function outputOf(program: string, args: string[], env: Record<string, string>, bench: Bench): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    bench.defer(() => child.kill("SIGKILL"));
    let output = "";
    const keep = (chunk: Buffer) => {
      output += String(chunk);
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", () =>
      reject(
        new Error("pgbench is missing; install it (on Debian: apt-get install postgresql-contrib) and try again."),
      ),
    );
    child.once("close", (code) => {
      if (code === 0) resolve(output);
      else reject(new Error(`pgbench ended with ${code}:\n${output.slice(0, 600)}`));
    });
  });
}

function numberIn(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
