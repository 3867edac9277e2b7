import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** A running process; a zombie does not count. */
export interface Process {
  pid: number;
  parent: number;
  group: number;
  /** 0 if the system does not say. */
  session: number;
  /** Distinguishes it from a later one with the same pid. */
  born: string;
}

export type Identity = Pick<Process, "pid" | "born">;

const isLinux = process.platform === "linux";

export function readProcesses(): Process[] {
  return isLinux ? allFromProc() : parsePs(ps(["-A"]));
}

/** When that process was born; `null`: none with that pid is running. */
export function bornAt(pid: number): string | null {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  const found = isLinux ? fromProc(pid) : parsePs(ps(["-p", String(pid)]))[0];
  return found?.born ?? null;
}

export function isRunning({ pid, born }: Identity): boolean {
  return bornAt(pid) === born;
}

/** The environment variable that marks a process as part of a run, whoever its parent is. */
const MARK = "SQUADROOM_RUN_MARK";

export function markEnv(mark: string): Record<string, string> {
  return { [MARK]: mark };
}

/** Whether it, or a process above it, was started with that mark. Only Linux tells. */
export function hasMark(pid: number, mark: string): boolean {
  const wanted = `${MARK}=${mark}`;
  try {
    return isLinux && readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(wanted);
  } catch {
    return false;
  }
}

/** The columns of `ps -o pid=,ppid=,pgid=,stat=,lstart=`; the last is a date, which also distinguishes boots. */
export function parsePs(output: string): Process[] {
  return output.split("\n").flatMap((row) => {
    const [, pid, parent, group, state, started] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s+(.+?)\s*$/.exec(row) ?? [];
    if (started === undefined || state?.startsWith("Z")) return [];
    const born = started.replaceAll(/\s+/g, " ");
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, born }];
  });
}

function ps(which: string[]): string {
  const columns = "pid=,ppid=,pgid=,stat=,lstart=";
  // Otherwise names of days and months depend on the language.
  const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  return spawnSync("ps", [...which, "-o", columns], { encoding: "utf8", env }).stdout ?? "";
}

function allFromProc(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    const found = /^\d+$/.test(name) ? fromProc(Number(name)) : null;
    return found === null ? [] : [found];
  });
}

/** See proc(5). The second field is the command in parentheses and may contain anything. */
function fromProc(pid: number): Process | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, parent, group, session] = fields;
    const ticks = fields[19];
    if (state === "Z" || state === "X" || ticks === undefined) return null;
    const born = `${bootId()}:${ticks}`;
    return { pid, parent: Number(parent), group: Number(group), session: Number(session), born };
  } catch {
    return null;
  }
}

let boot: string | undefined;
/** Ticks count from the boot. */
function bootId(): string {
  boot ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return boot;
}
