import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createClient } from "@squadroom/client/http";
import type { Bench } from "./benchmark.ts";

/** The bundle that `scripts/build.mjs` makes; another build is measured with `--bundle PATH`. */
const BUILT = fileURLToPath(new URL("../../apps/server/dist/main.mjs", import.meta.url));
const READY_MS = 60_000;
const STOP_MS = 20_000;

export interface ServerOptions {
  dataDir: string;
  /** Without one, the server's own embedded Postgres. */
  databaseUrl?: string;
  env?: Record<string, string>;
  /** Gets what the server writes. */
  onOutput?: (text: string) => void;
}

/** The server under test: a process of its own, of the built bundle. */
export interface Server {
  pid: number;
  port: number;
  baseUrl: string;
  /** `authorization` of the person who commands this machine. */
  authorization: string;
  /** From the spawn until it said that it is ready, ms. */
  readyMs: number;
  stop(): Promise<void>;
}

export async function startServer(bench: Bench, options: ServerOptions): Promise<Server> {
  const bundle = argument("--bundle") ?? BUILT;
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing; build it with: npm run build`);
  const profile = argument("--cpu-prof");
  const began = performance.now();
  const child = spawn(process.execPath, [...(profile ? ["--cpu-prof", `--cpu-prof-dir=${profile}`] : []), bundle], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      SQUADROOM_DATA: options.dataDir,
      SQUADROOM_PORT: "0",
      SQUADROOM_RATE_LIMIT: "10000000",
      SQUADROOM_SOCKETS: "1000000",
      DATABASE_URL: options.databaseUrl ?? "",
      NODE_ENV: "production",
      NATS_URL: "",
      ...options.env,
    },
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGTERM");
    const killer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
    await exited;
    clearTimeout(killer);
  };
  bench.defer(stop);
  const { onOutput } = options;
  if (onOutput) child.stdout?.on("data", (chunk: Buffer) => onOutput(String(chunk)));
  const port = await portOf(child);
  const readyMs = performance.now() - began;
  const key = readFileSync(join(options.dataDir, "local-admin.key"), "utf8").trim();
  const baseUrl = `http://127.0.0.1:${port}`;
  return {
    pid: child.pid as number,
    port,
    baseUrl,
    authorization: `Local ${key}`,
    readyMs,
    stop,
  };
}

/** The typed client, as the person who commands the machine. */
export function personClient(server: Server) {
  return createClient({ baseUrl: server.baseUrl, authorization: server.authorization });
}

export type PersonClient = ReturnType<typeof personClient>;

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = (why: string) => reject(new Error(`the server did not start: ${why}\n${said}`));
    const timer = setTimeout(() => fail("it does not say that it is ready"), READY_MS);
    const read = (chunk: Buffer) => {
      if (said.length > 100_000) return;
      said += String(chunk);
      const [, port] = /Squadroom is ready\D+http:\/\/[^:/]+:(\d+)/.exec(said) ?? [];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.on("data", read);
    child.stderr?.on("data", (chunk: Buffer) => {
      said += String(chunk);
      process.stderr.write(chunk);
    });
    child.once("exit", (code) => fail(`exit code ${code}`));
    child.once("error", (error) => fail(error.message));
  });
}

/** The value after an option of the command line. */
export function argument(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}
