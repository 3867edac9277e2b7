import { type ChildProcess, type StdioOptions, spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { bornAt, hasMark, type Process, readProcesses } from "./table.ts";

/** A process that was killed and still runs waits for a device: nobody can end it. */
const KILL_MS = 5000;
/** A look costs milliseconds if the system has files for it, and a process of its own elsewhere. */
const LOOK_MS = process.platform === "linux" ? [10, 20, 40, 80] : [100];

interface Start {
  cwd: string;
  /** The whole environment. */
  env: Record<string, string>;
  stdio: StdioOptions;
}

/** Starts a program at the head of a process group of its own, so that everything it starts can be ended with it. */
export function spawnGroup(argv: readonly string[], { cwd, env, stdio }: Start): ChildProcess {
  const [program = "", ...args] = argv;
  return spawn(program, args, { cwd, env, stdio, detached: true });
}

/** What belongs to one start of a program. */
export interface Belonging {
  /** At the head of a group, or an ordinary child; `null`: not known. */
  pid: number | null;
  born: string | null;
  mark: string | null;
  /** Whether the rest of the group may be ended although its head is gone, so that its pid may be another's. */
  isRecent: boolean;
}

/**
 * Ends a process and everything it started: its group, its session and its descendants, also those that come
 * while it ends. SIGTERM first, SIGKILL after the grace period.
 *
 * @returns whether all of it is gone
 */
export function endGroup(pid: number, graceMs: number): Promise<boolean> {
  return endAll({ pid, born: bornAt(pid), mark: null, isRecent: true }, graceMs);
}

export async function endAll(what: Belonging, graceMs: number): Promise<boolean> {
  const killAt = performance.now() + graceMs;
  /** Once seen, it belongs, even if its parent has gone since. */
  const seen = new Set<string>();
  const told = new Set<string>();
  for (let look = 0; ; look++) {
    const left = belonging(what, readProcesses(), seen);
    if (left.length === 0) return true;
    const lateMs = performance.now() - killAt;
    if (lateMs > KILL_MS) return false;
    for (const one of left) {
      if (lateMs >= 0) signal(one.pid, "SIGKILL");
      else if (!told.has(idOf(one))) signal(one.pid, "SIGTERM");
      told.add(idOf(one));
    }
    await delay(Math.min(LOOK_MS[look] ?? LOOK_MS.at(-1) ?? 100, Math.max(1, -lateMs)));
  }
}

function belonging(what: Belonging, all: readonly Process[], seen: Set<string>): Process[] {
  const { pid, born, mark, isRecent } = what;
  const head = all.find((one) => one.pid === pid);
  const isItsGroup = head ? head.born === born : isRecent;
  const mine = aboveMe(all);
  const others = all.filter((one) => !mine.has(one.pid));
  const isSeed = (one: Process) =>
    (isItsGroup && (one.pid === pid || one.group === pid || one.session === pid)) ||
    seen.has(idOf(one)) ||
    (mark !== null && hasMark(one.pid, mark));
  const found = new Map(others.filter(isSeed).map((one) => [one.pid, one]));
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const one of others) if (found.has(one.parent)) found.set(one.pid, one);
  }
  for (const one of found.values()) seen.add(idOf(one));
  return [...found.values()];
}

/** This process and all above it, which are never part of what it ends. */
function aboveMe(all: readonly Process[]): Set<number> {
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const line = new Set<number>();
  for (let at: number | undefined = process.pid; at !== undefined && !line.has(at); ) {
    line.add(at);
    at = parents.get(at);
  }
  return line;
}

function idOf({ pid, born }: Process): string {
  return `${pid} ${born}`;
}

function signal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // It ended just now, or belongs to another user; the next look will tell.
  }
}
