import { spawn } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";

/** A command of the project, in its shell's words. */
export interface Command {
  run: string;
  folder: string;
  /** The whole environment, not an addition to ours. */
  env: Record<string, string>;
  timeoutS: number;
  /** A program with its arguments that starts the command, such as a container; `{folder}` is the command's. */
  wrap?: readonly string[];
  signal?: AbortSignal;
}

export interface Outcome {
  /** `null`: it was ended. */
  exitCode: number | null;
  ended: "itself" | "time_limit" | "aborted";
  durationMs: number;
  /** The last whole lines that it printed; they may contain secrets. */
  tail: string;
}

/** How a command ended, for a sentence: `ended with 3`. */
export function howItEnded({ ended, exitCode }: Outcome, timeoutS: number): string {
  if (ended === "time_limit") return `was ended after ${timeoutS} s, its time limit`;
  if (ended === "aborted") return "was stopped";
  if (exitCode === null) return "was ended by a signal";
  const [signal] = Object.entries(constants.signals).find(([, n]) => n === exitCode - 128) ?? [];
  return signal ? `ended with ${exitCode}, by ${signal}` : `ended with ${exitCode}`;
}

/** Longest tail, bytes. */
const TAIL_MAX = 16 * 1024;
/** Time between the signal that asks and the one that doesn't. */
const GRACE_MS = 2_000;
/** Time for output of a process that left the group and holds the pipe. */
const LEFT_MS = 500;

/**
 * Its own process group, which ends with it: no server that a test forgot survives. If this process dies, the pipe at 3
 * closes, and whoever waits there ends the group.
 */
const GUARDED = '(cat <&3 >/dev/null 2>&1; kill -KILL -$$) >/dev/null 2>&1 & exec 3<&-; exec "$@" /bin/sh -c "$0"';

/** @throws where there is no shell, or no such folder */
export async function runCommand(command: Command): Promise<Outcome> {
  const began = performance.now();
  const tail = new Tail();
  const wrap = (command.wrap ?? []).map((word) => word.replaceAll("{folder}", command.folder));
  const child = spawn("/bin/sh", ["-c", GUARDED, command.run, ...wrap], {
    cwd: command.folder,
    env: command.env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  await once(child, "spawn");
  const pid = child.pid as number;
  const closed = once(child, "close");
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk: Buffer) => tail.add(chunk));
  let ended: Outcome["ended"] = "itself";
  let hard: NodeJS.Timeout | undefined;
  const end = (why: Outcome["ended"]) => {
    if (ended !== "itself") return;
    ended = why;
    signalGroup(pid, "SIGTERM");
    hard = setTimeout(() => signalGroup(pid, "SIGKILL"), GRACE_MS);
  };
  const limit = setTimeout(() => end("time_limit"), command.timeoutS * 1000);
  const abort = () => end("aborted");
  command.signal?.addEventListener("abort", abort);
  if (command.signal?.aborted === true) abort();
  const [exitCode] = (await once(child, "exit")) as [number | null];
  clearTimeout(limit);
  clearTimeout(hard);
  command.signal?.removeEventListener("abort", abort);
  signalGroup(pid, "SIGKILL");
  const left = setTimeout(() => {
    child.stdout?.destroy();
    child.stderr?.destroy();
  }, LEFT_MS);
  for (const stream of child.stdio.slice(3)) stream?.destroy();
  await closed;
  clearTimeout(left);
  return {
    exitCode: ended === "itself" ? exitCode : null,
    ended,
    durationMs: Math.round(performance.now() - began),
    tail: tail.text(),
  };
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name);
  } catch {
    // Nothing of it is left.
  }
}

class Tail {
  #chunks: Buffer[] = [];
  #size = 0;
  #isCut = false;

  add(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    if (this.#size > 4 * TAIL_MAX) this.#shorten();
  }

  text(): string {
    this.#shorten();
    const text = Buffer.concat(this.#chunks).toString("utf8");
    return this.#isCut ? text.slice(text.indexOf("\n") + 1) : text;
  }

  #shorten(): void {
    const all = Buffer.concat(this.#chunks);
    if (all.length > TAIL_MAX) this.#isCut = true;
    this.#chunks = [all.subarray(-TAIL_MAX)];
    this.#size = this.#chunks[0]?.length ?? 0;
  }
}
