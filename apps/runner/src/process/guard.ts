import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { readLedger, reapOrphans } from "./ledger.ts";
import { isRunning } from "./table.ts";

/** First argument with which this program becomes its own guard. */
export const GUARD_ARG = "--guard";

/** Everything is over in five seconds: the guard wakes, asks, and kills. */
const GRACE_MS = 1500;
const RESTART_MS = 1000;
/** A process closes its files before it is gone. */
const DYING_MS = 1000;

export interface Guard {
  readonly pid: number | undefined;
  /** Releases it, once nothing is left to guard. */
  close(): void;
}

/**
 * Starts a process that outlives this one, however it ends, and ends the children in the ledger then. It holds
 * the other end of a pipe, which the system closes with us. If it dies, another takes its place.
 *
 * @param argv this program, asked to be the guard: it calls `runGuard` with the last word
 */
export function startGuard(ledgerPath: string, argv = ownProgram()): Guard {
  const [program = process.execPath, ...words] = argv;
  let child: ChildProcess;
  let isClosed = false;
  const start = () => {
    child = spawn(program, [...words, GUARD_ARG, ledgerPath], {
      stdio: ["pipe", "ignore", "ignore"],
      // It needs no secrets of ours, only `ps`.
      env: { PATH: process.env.PATH },
      // A terminal's Ctrl-C goes to the foreground group, and an agent may have that killed.
      detached: true,
    });
    child.stdin?.on("error", () => {});
    child.unref();
    if (child.stdin instanceof Socket) child.stdin.unref();
    const restart = () => {
      child.removeAllListeners().on("error", () => {});
      if (!isClosed) setTimeout(() => isClosed || start(), RESTART_MS).unref();
    };
    child.on("error", restart).on("exit", restart);
  };
  start();
  return {
    get pid() {
      return child.pid;
    },
    close() {
      isClosed = true;
      child.stdin?.end();
    },
  };
}

function ownProgram(): string[] {
  return [process.execPath, ...process.execArgv, process.argv[1] ?? ""];
}

/** What the guard does: waits for the end of its input, ends the children, and ends. */
export async function runGuard(ledgerPath: string, input = process.stdin): Promise<void> {
  // Only its runner tells it when to end.
  for (const name of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(name, () => {});
  await new Promise<void>((resolve) => {
    input
      .on("close", resolve)
      .on("end", resolve)
      .on("error", () => resolve());
    input.resume();
  });
  const { owner } = readLedger(ledgerPath);
  const waitsUntil = performance.now() + DYING_MS;
  while (owner && isRunning(owner) && performance.now() < waitsUntil) await delay(10);
  await reapOrphans(ledgerPath, GRACE_MS);
}
