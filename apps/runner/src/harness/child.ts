import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { endOf, MARGIN } from "../cut-text.ts";
import { sleepUnless } from "./patience.ts";

/** How a process ended: its exit code, or the name of the signal that ended it; `null`: unknown. */
export type Exit = number | NodeJS.Signals | null;

/** A program that was started, with a process group of its own. */
export interface Child {
  readonly pid: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Nothing in its group is alive by then. */
  readonly exited: Promise<Exit>;
  /** The last lines that it wrote to stderr, without secrets. */
  complaint(): string;
  /** By closing its stdin, then by SIGTERM, and after the grace period with its whole group by SIGKILL. */
  end(graceMs: number): Promise<void>;
}

export interface Place {
  cwd: string;
  /** The whole environment. */
  env: Record<string, string>;
}

export type Launch = (argv: readonly string[], place: Place) => Promise<Child>;

/** Longest part of stderr that is kept, UTF-16 units. */
const COMPLAINT_MAX = 1_500;
const LAST_WORDS_MS = 500;

/** @throws when the program isn't there or may not be run */
export const launch: Launch = async (argv, place) => {
  const child = begin(argv, place);
  await once(child, "spawn");
  return owned(child);
};

/** Its streams exist at once; `spawn` or `error` says whether it runs. */
export function begin([command = "", ...args]: readonly string[], place: Place): ChildProcessWithoutNullStreams {
  const child = spawn(command, args, { ...place, detached: true, stdio: "pipe" });
  // Its end reports what breaks, which is no fault of ours.
  for (const one of [child, child.stdin, child.stdout, child.stderr]) one.on("error", () => {});
  return child;
}

export function owned(child: ChildProcessWithoutNullStreams): Child {
  const pid = child.pid as number;
  let complaint = "";
  let hasExited = false;
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    // More than is looked at: where it is cut, there may be a secret.
    complaint = (complaint + chunk).slice(-(COMPLAINT_MAX + MARGIN + 1));
  });
  const lastWords = once(child.stderr, "close");
  const exited = new Promise<Exit>((resolve) => {
    child.once("exit", (code, by) => {
      hasExited = true;
      signal(-pid, "SIGKILL");
      // Its last words may still be on their way; a process that left the group may keep them open forever.
      void sleepUnless(lastWords, LAST_WORDS_MS).then(() => resolve(code ?? by));
    });
  });
  return {
    pid,
    stdin: child.stdin,
    stdout: child.stdout,
    exited,
    complaint: () => endOf(complaint, COMPLAINT_MAX).trim(),
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
