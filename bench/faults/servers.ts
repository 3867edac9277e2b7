import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, copyFileSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startEmbeddedPostgres } from "../../apps/server/src/platform/postgres/embedded.ts";
import { startWire, type Wire } from "./wire.ts";

const BUILT = fileURLToPath(new URL("../../apps/server/dist/main.mjs", import.meta.url));
/** Ends what would hang: a machine with much else to do is no fault. */
const READY_MS = 240_000;

/** Seconds of silence after which an agent of the harness is given up. */
export const LEASE_S = 5;
/** How long a server tries to learn what became of a commit. */
export const SETTLE_MS = 4_000;

/** A server process behind its wire; it keeps its port over restarts. */
export interface ServerProcess {
  name: string;
  dataDir: string;
  /** Between its callers and the server. */
  wire: Wire;
  /** Between the other server and this one, which owns some of its rooms. */
  siblings: Wire;
  /** Between the server and Postgres. */
  database: Wire;
  /** Of the wire: the address that agents and viewers know. */
  baseUrl: string;
  start(): Promise<void>;
  kill(signal: NodeJS.Signals): void;
  readonly isUp: boolean;
}

export interface World {
  databaseUrl: string;
  servers: ServerProcess[];
  /** `authorization` of the person who commands this machine. */
  admin: string;
  /** Ends the database as a power cut would; it comes back by itself. */
  killPostgres(): void;
  /** What the servers have logged as errors: faults of theirs. */
  complaints(): string[];
  close(): Promise<void>;
}

export interface WorldOptions {
  /** The server under test; by default the built one. */
  bundle?: string | undefined;
  /** Whether calls go to the room's owner, so that two servers seldom write in one room; by default they do. */
  forwards?: boolean | undefined;
}

/** Two servers on one database, each behind a wire. */
export async function startWorld(scratch: string, options: WorldOptions = {}): Promise<World> {
  const { bundle = BUILT, forwards = true } = options;
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing; build it with: npm run build`);
  const dataDir = join(scratch, "postgres");
  // So that the checker knows when a revocation counted, and not only when it was begun.
  const settings = { track_commit_timestamp: "on" };
  const postgres = await startEmbeddedPostgres({ dataDir, settings, log: () => undefined });
  const directories = ["a", "b"].map((name) => join(scratch, name));
  for (const directory of directories) mkdirSync(directory, { recursive: true });
  const servers: ServerProcess[] = [];
  const keyFile = (directory: string) => join(directory, "local-admin.key");
  for (const [i, directory] of directories.entries()) {
    const first = directories[0] as string;
    if (i > 0) copyFileSync(keyFile(first), keyFile(directory));
    const server = await createServerProcess("ab"[i] as string, directory, postgres.url, {
      bundle,
      forwards,
    });
    await server.start();
    servers.push(server);
  }
  return {
    databaseUrl: postgres.url,
    servers,
    admin: `Local ${readFileSync(keyFile(directories[0] as string), "utf8").trim()}`,
    killPostgres() {
      const pidFile = join(dataDir, "cluster", "postmaster.pid");
      if (!existsSync(pidFile)) return;
      const pid = Number(readFileSync(pidFile, "utf8").split("\n")[0]);
      try {
        if (pid > 1) process.kill(pid, "SIGKILL");
      } catch {
        // It is down already.
      }
    },
    complaints: () => directories.flatMap(complaintsIn),
    async close() {
      for (const server of servers) {
        server.kill("SIGCONT");
        server.kill("SIGKILL");
        await Promise.all([server.wire, server.siblings, server.database].map((wire) => wire.close()));
      }
      await postgres.stop();
    },
  };
}

async function createServerProcess(
  name: string,
  dataDir: string,
  databaseUrl: string,
  how: { bundle: string; forwards: boolean },
): Promise<ServerProcess> {
  const port = await freePort();
  const wire = await startWire(port);
  const siblings = await startWire(port);
  const siblingUrl = `http://127.0.0.1:${siblings.port}`;
  const database = await startWire(Number(new URL(databaseUrl).port));
  const url = new URL(databaseUrl);
  url.port = String(database.port);
  let child: ChildProcess | null = null;
  const isUp = () => child !== null && child.exitCode === null && child.signalCode === null;
  return {
    name,
    dataDir,
    wire,
    siblings,
    database,
    baseUrl: `http://127.0.0.1:${wire.port}`,
    get isUp() {
      return isUp();
    },
    kill(signal) {
      if (isUp()) child?.kill(signal);
    },
    async start() {
      const deadline = Date.now() + READY_MS;
      while (Date.now() < deadline) {
        if (!isUp()) child = launch(dataDir, url.href, siblingUrl, how, port);
        if (await isHealthy(port)) return;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`server ${name} did not come up in ${READY_MS / 1000} s`);
    },
  };
}

function launch(
  dataDir: string,
  databaseUrl: string,
  siblingUrl: string,
  { bundle, forwards }: { bundle: string; forwards: boolean },
  port: number,
): ChildProcess {
  const env = {
    ...process.env,
    // Owners and doorbell are on, and siblings meet on a wire that is cut and slowed as the others are.
    SQUADROOM_ADVERTISE: siblingUrl,
    SQUADROOM_FORWARD: forwards ? "1" : "0",
    SQUADROOM_DIRECT: "1",
    NATS_URL: "",
    DATABASE_URL: databaseUrl,
    SQUADROOM_DATA: dataDir,
    SQUADROOM_PORT: String(port),
    SQUADROOM_RATE_LIMIT: "10000000",
    SQUADROOM_LEASE_MANAGED_S: String(LEASE_S),
    SQUADROOM_SETTLE_MS: String(SETTLE_MS),
    SQUADROOM_LOG: "error",
  };
  const log = openSync(logOf(dataDir), "a");
  const child = spawn(process.execPath, [bundle], { env, stdio: ["ignore", log, log] });
  closeSync(log);
  return child;
}

const logOf = (dataDir: string) => join(dataDir, "server.log");

/** Lines of the log that name a fault of the server: an error id stands in what the caller was told, too. */
/** Each with the stack that follows it. */
function complaintsIn(dataDir: string): string[] {
  const lines = readFileSync(logOf(dataDir), "utf8").split("\n");
  return lines.flatMap((line, at) => {
    if (line.includes('"errorId"')) return [line];
    if (!/uncaught|unhandled|^\w*Error: /i.test(line)) return [];
    const rest = lines.slice(at + 1);
    const end = rest.findIndex((next) => !/^\s+at /.test(next));
    return [[line, ...rest.slice(0, end < 0 ? rest.length : end)].join("\n")];
  });
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`, { signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address ? address.port : 0;
      server.close(() => resolve(port));
    });
  });
}
