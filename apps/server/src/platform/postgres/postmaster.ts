import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, readSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { adviceFor, type Cluster, lastLines, POSTGRES_ENV } from "./cluster.ts";
import { isServingCluster, processIdentity } from "./process-identity.ts";

/** A running Postgres server: our child, or one that an earlier process left behind. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Settles when the process has ended, with how it ended as far as known. */
  exited: Promise<string>;
  /** Fast shutdown: open transactions roll back, everything committed stays. */
  stop(): Promise<void>;
}

export class PortTaken extends Error {}

/**
 * Errors of statements reach the application with their statement, so the log keeps only what concerns the server
 * itself; that also bounds its growth and keeps user data out of it.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "60",
  shared_buffers: "128MB",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  max_wal_size: "1GB",
  checkpoint_completion_target: "0.9",
  random_page_cost: "1.1",
  jit: "off",
  password_encryption: "scram-sha-256",
  timezone: "UTC",
  log_timezone: "UTC",
  log_destination: "stderr",
  logging_collector: "off",
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
  log_line_prefix: "%m [%p] ",
};

const POLL_MS = 10;
const WATCH_MS = 200;
const READY_TIMEOUT_MS = 180_000;
const FAST_SHUTDOWN_MS = 30_000;
const LOG_KEEP_BYTES = 5_000_000;

export interface LaunchOptions {
  port: number;
  settings: Record<string, string>;
  signal: AbortSignal;
}

/**
 * Starts Postgres on the cluster and waits until it accepts connections.
 * @throws PortTaken, or an Error that says in one sentence what is wrong
 */
export async function launchPostmaster(cluster: Cluster, options: LaunchOptions): Promise<Postmaster> {
  const logFile = rotatedLog(cluster.home);
  const logStart = existsSync(logFile) ? statSync(logFile).size : 0;
  const child = spawnPostgres(cluster, options, logFile);
  const exited = exitOf(child);
  let ended: string | undefined;
  void exited.then((how) => {
    ended = how;
  });
  const deadline = Date.now() + READY_TIMEOUT_MS;
  while (!isReady(cluster, child.pid)) {
    if (ended !== undefined) throw failure(cluster, readFrom(logFile, logStart), ended);
    if (options.signal.aborted || Date.now() > deadline) {
      child.kill("SIGINT");
      await exited;
      throw failure(cluster, readFrom(logFile, logStart), "it did not become ready in time");
    }
    await delay(POLL_MS);
  }
  const pid = child.pid as number;
  return { pid, port: options.port, exited, stop: () => stopProcess(pid, exited) };
}

/**
 * The server that a crashed Squadroom left running on this cluster, once it is ready; one that is shutting down is
 * waited for and not adopted.
 */
export async function findOrphan(path: string): Promise<Postmaster | undefined> {
  const deadline = Date.now() + READY_TIMEOUT_MS;
  for (;;) {
    const file = readPostmasterFile(path);
    if (file === undefined || !isServingCluster(file.pid, path)) return undefined;
    if (file.status === "ready") {
      const exited = watchExit(file.pid);
      return { pid: file.pid, port: file.port, exited, stop: () => stopProcess(file.pid, exited) };
    }
    if (Date.now() > deadline) {
      throw new Error(
        `A Postgres left by an earlier run (pid ${file.pid}) still uses ${path}, but neither answers nor stops. End that process, then start again.`,
      );
    }
    await delay(POLL_MS * 5);
  }
}

interface PostmasterFile {
  pid: number;
  port: number;
  status: string;
}

/** `postmaster.pid`: pid, directory, start time, port, socket directory, address, memory, status. */
function readPostmasterFile(path: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(join(path, "postmaster.pid"), "utf8").split("\n");
    return {
      pid: Number(lines[0]),
      port: Number(lines[3]),
      status: lines[7]?.trim() ?? "starting",
    };
  } catch {
    return undefined;
  }
}

function isReady(cluster: Cluster, pid: number | undefined): boolean {
  const file = readPostmasterFile(cluster.path);
  return file !== undefined && file.pid === pid && file.status === "ready";
}

function spawnPostgres(cluster: Cluster, options: LaunchOptions, logFile: string): ChildProcess {
  const settings = { ...SETTINGS, ...options.settings, port: String(options.port) };
  const args = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const log = openSync(logFile, "a", 0o600);
  try {
    const child = spawn(cluster.programs.postgres, ["-D", cluster.path, ...args], {
      ...cluster.account,
      cwd: "/",
      // In a group of its own, so that Ctrl-C in a terminal does not stop it while the server runs.
      detached: true,
      env: { ...POSTGRES_ENV, ...deadPid(cluster.path) },
      stdio: ["ignore", log, log],
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/**
 * Postgres refuses to start while the pid of its last postmaster exists, even as a zombie or as another program that
 * has since got that pid. It skips that test, and only that test, for the pid named as its grandparent's; that no old
 * backend still uses the cluster's memory is tested all the same.
 */
function deadPid(path: string): Record<string, string> {
  const pid = readPostmasterFile(path)?.pid;
  return pid === undefined || isServingCluster(pid, path) ? {} : { PG_GRANDPARENT_PID: String(pid) };
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
}

async function watchExit(pid: number): Promise<string> {
  const identity = processIdentity(pid);
  while (identity !== undefined && processIdentity(pid) === identity) {
    await delay(WATCH_MS, undefined, { ref: false });
  }
  return "not our child, so how it ended is unknown";
}

async function stopProcess(pid: number, exited: Promise<string>): Promise<void> {
  // Fast, then immediate; the latter loses nothing committed but needs a recovery at the next start.
  for (const signal of ["SIGINT", "SIGQUIT"] as const) {
    if (!send(pid, signal)) break;
    if (await settlesWithin(exited, FAST_SHUTDOWN_MS)) return;
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(ms, false, { signal: timer.signal }).catch(() => false);
  const settled = await Promise.race([promise.then(() => true), late]);
  timer.abort();
  return settled;
}

function failure(cluster: Cluster, logged: string, how: string): Error {
  if (/could not create any TCP\/IP sockets|Address already in use/.test(logged)) {
    return new PortTaken(lastLines(logged));
  }
  // What it did before it failed, and Postgres' own advice, would only lengthen the sentence.
  const complaint = logged.split("\n").filter((line) => !/ (LOG|HINT): {2}/.test(line));
  const reason = lastLines(complaint.join("\n")) || how;
  return new Error(
    `The embedded Postgres in ${cluster.home} doesn't start (${reason}). To fix it, ${adviceFor(reason)}, or set DATABASE_URL to your own Postgres.`,
  );
}

function rotatedLog(home: string): string {
  const file = join(home, "postgres.log");
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_KEEP_BYTES) renameSync(file, `${file}.1`);
  return file;
}

function readFrom(file: string, start: number): string {
  const handle = openSync(file, "r");
  try {
    const buffer = Buffer.alloc(16_384);
    return buffer.toString("utf8", 0, readSync(handle, buffer, 0, buffer.length, start));
  } finally {
    closeSync(handle);
  }
}
