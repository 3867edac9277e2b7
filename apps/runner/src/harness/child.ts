import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { sleepUnless } from "./patience.ts";

/** A program that was started, with a process group of its own. */
export interface Child {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** `null`: a signal ended it. Nothing of its group lives on. */
  readonly exited: Promise<number | null>;
  /** The end of what it wrote to stderr. */
  complaint(): string;
  /** By closing its stdin, then by SIGTERM, and at the end of the grace with its whole group by SIGKILL. */
  end(graceMs: number): Promise<void>;
}

export interface Place {
  cwd: string;
  /** The whole environment. */
  env: Record<string, string>;
}

export type Launch = (argv: readonly string[], place: Place) => Promise<Child>;

/** Of stderr, UTF-16 units. */
const COMPLAINT_MAX = 2_000;

/** @throws when the program isn't there or may not be run */
export const launch: Launch = async (argv, place) => {
  const child = begin(argv, place);
  await once(child, "spawn");
  return owned(child);
};

/** Its streams are there at once; whether it runs is told by `spawn` or `error`. */
export function begin(
  [command = "", ...args]: readonly string[],
  place: Place,
): ChildProcessWithoutNullStreams {
  return spawn(command, args, { ...place, detached: true, stdio: "pipe" });
}

export function owned(child: ChildProcessWithoutNullStreams): Child {
  const pid = child.pid as number;
  let complaint = "";
  let hasExited = false;
  child.stderr.on("data", (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-COMPLAINT_MAX);
  });
  // A program that reads no more is no fault of ours; that it ended is told by `exited`.
  child.stdin.on("error", () => {});
  const exited = new Promise<number | null>((resolve) => {
    child.once("exit", (code) => {
      hasExited = true;
      signal(-pid, "SIGKILL");
      resolve(code);
    });
  });
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    exited,
    complaint: () => complaint.trim(),
    async end(graceMs) {
      child.stdin.end();
      await sleepUnless(exited, graceMs / 2);
      if (!hasExited) signal(pid, "SIGTERM");
      await sleepUnless(exited, graceMs / 2);
      if (!hasExited) signal(-pid, "SIGKILL");
      await exited;
    },
  };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // Nothing of it is left.
  }
}
