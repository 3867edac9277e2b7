import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";

/**
 * Tells a running process from a later one with the same pid: boot and start time. Undefined if no such process runs; a
 * zombie does not run.
 */
export function processIdentity(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return process.platform === "linux" ? identityFromProc(pid) : identityFromPs(pid);
}

/** Whether the process is a Postgres that serves this cluster directory (a real path). */
export function isServingCluster(pid: number, cluster: string): boolean {
  if (processIdentity(pid) === undefined) return false;
  if (process.platform !== "linux") return hasCommand(pid, cluster);
  try {
    // Every Postgres process changes into its cluster directory and stays there.
    return realpathSync(`/proc/${pid}/cwd`) === cluster;
  } catch {
    return false;
  }
}

function identityFromProc(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the command in parentheses and may hold anything, so count from its end.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const state = fields[0];
    const startTicks = fields[19];
    if (state === "Z" || state === "X" || startTicks === undefined) return undefined;
    return `${bootId()}:${startTicks}`;
  } catch {
    return undefined;
  }
}

function bootId(): string {
  return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
}

function identityFromPs(pid: number): string | undefined {
  const answer = ps(pid, "stat=,lstart=");
  if (answer === "" || answer.startsWith("Z")) return undefined;
  return answer.replace(/^\S+\s+/, "");
}

function hasCommand(pid: number, cluster: string): boolean {
  const command = ps(pid, "command=");
  return command.includes("postgres") && command.includes(cluster);
}

function ps(pid: number, columns: string): string {
  return spawnSync("ps", ["-o", columns, "-p", String(pid)], { encoding: "utf8" }).stdout.trim();
}
