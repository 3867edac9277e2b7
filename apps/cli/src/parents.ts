import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename } from "node:path";

/** `born` distinguishes a process from a later one with the same pid, if the system says it. */
type Look = (pid: number) => { parent: number; born: string } | null;

/** Asking `ps` costs a process of its own: at most this often, ms. */
const PS_EVERY_MS = 2000;
const DEPTH_MAX = 64;

/** The processes above when this one began: one killed while it starts must be missed too. */
const AT_START = {
  ppid: process.ppid,
  line: procLook(process.pid) ? lineage(process.pid, procLook) : null,
};

/**
 * Watches the processes above this one: the shell that runs it, the agent's client, its terminal. When one of
 * them ends, what it ran belongs to another parent from then on. This process's own parent would not do: a
 * client that is killed leaves its shells behind.
 *
 * @returns whether one of them has ended since; `isSure` looks again even if looking costs something
 */
export function watchParents(): (isSure?: boolean) => boolean {
  const { pid } = process;
  const { ppid, line } = AT_START;
  const isCheap = line !== null;
  const read = () => lineage(pid, isCheap ? procLook : psLook());
  const before = line ?? read();
  let lookedAt = Date.now();
  let isGone = false;
  return (isSure = false) => {
    const isDue = isCheap || isSure || Date.now() - lookedAt >= PS_EVERY_MS;
    if (isGone || !isDue) return isGone || process.ppid !== ppid;
    isGone = process.ppid !== ppid || read() !== before;
    lookedAt = Date.now();
    return isGone;
  };
}

/** All processes above this one, the nearest first, separated by blanks. */
export function ancestry(): string {
  const look = procLook(process.pid) ? procLook : psLook();
  return lineage(process.ppid, look);
}

/** The variables with which the processes above this one were started, if the system says. */
export function variablesAbove(): string[] {
  if (!procLook(process.pid)) return [];
  return ancestry()
    .split(" ")
    .flatMap((one) => {
      const file = `/proc/${one.split("@", 1)[0]}/environ`;
      return (procStrings(file) ?? []).flatMap((entry) => /^(\w+)=./s.exec(entry)?.slice(1) ?? []);
    });
}

/** The commands of all processes above this one, the nearest first, each with its arguments. */
export function commandsAbove(): string[][] {
  const pids = ancestry()
    .split(" ")
    .map((one) => one.split("@", 1)[0] ?? "");
  return pids.flatMap((pid) => {
    const words = procWords(pid) ?? psWords(pid);
    return words.length > 0 ? [words] : [];
  });
}

const SHELLS = "sh bash dash ash zsh fish ksh cmd powershell pwsh".split(" ");

/** The nearest process above this one that is not a shell: a harness may use one for what it runs. */
export function hostAbove(): string | undefined {
  // Elsewhere a later process with the same pid could not be told from it.
  if (!procLook(process.pid)) return undefined;
  return ancestry()
    .split(" ")
    .find((one) => {
      const pid = one.split("@", 1)[0] ?? "";
      const [program = ""] = procWords(pid) ?? psWords(pid);
      return !SHELLS.includes(basename(program).replace(/^-|\.exe$/gi, ""));
    });
}

function procWords(pid: string): string[] | null {
  return procStrings(`/proc/${pid}/cmdline`);
}

function procStrings(file: string): string[] | null {
  try {
    return readFileSync(file, "utf8").split("\0").filter(Boolean);
  } catch {
    return null;
  }
}

function psWords(pid: string): string[] {
  try {
    const stdio = ["ignore", "pipe", "ignore"] as ["ignore", "pipe", "ignore"];
    const args = execFileSync("ps", ["-o", "args=", "-p", pid], { encoding: "utf8", stdio });
    return args.trim().split(/\s+/).filter(Boolean);
  } catch {
    return [];
  }
}

/** This process and all above it, as far as visible. */
export function lineage(pid: number, look: Look): string {
  const line: string[] = [];
  for (let at = pid; at > 0 && line.length < DEPTH_MAX; ) {
    const found = look(at);
    if (!found) break;
    line.push(`${at}@${found.born}`);
    at = found.parent;
  }
  return line.join(" ");
}

/** Linux; see proc(5). The name in the second field may contain blanks and brackets. */
export function procLook(pid: number): ReturnType<Look> {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { parent: Number(fields[1]), born: fields[19] ?? "" };
  } catch {
    return null;
  }
}

/** Elsewhere; without `ps` the own parent has to do. */
export function psLook(): Look {
  try {
    const stdio = ["ignore", "pipe", "ignore"] as const;
    const table = execFileSync("ps", ["-A", "-o", "pid=,ppid="], {
      encoding: "utf8",
      stdio: [...stdio],
    });
    const rows = table.split("\n").map((row) => row.trim().split(/\s+/).map(Number));
    const parents = new Map(rows.map(([pid = 0, parent = 0]) => [pid, parent]));
    return (pid) => {
      const parent = parents.get(pid);
      return parent === undefined ? null : { parent, born: "" };
    };
  } catch {
    return () => null;
  }
}
