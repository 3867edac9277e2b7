import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second of /proc; 100 on every Linux that Node runs on. */
const TICKS = 100;

/** CPU seconds that each of these groups of processes has used; empty where there is no /proc. */
export type CpuUse = Record<string, number>;

/** Of single processes by their pid, and of whole families (`children: true`) such as Postgres. */
export function cpuUse(groups: Record<string, { pid: number; children?: boolean }>): CpuUse {
  const use: CpuUse = {};
  for (const [name, { pid, children }] of Object.entries(groups)) {
    const own = statOf(pid);
    if (!own) continue;
    use[name] = own.cpuS;
    if (!children) continue;
    use[name] += own.endedChildrenS;
    for (const entry of readdirSync("/proc")) {
      const stat = /^\d+$/.test(entry) ? statOf(Number(entry)) : null;
      if (stat?.parent === pid) use[name] += stat.cpuS;
    }
  }
  return use;
}

/** `server 210, postgres 250`: microseconds of a core that one of `count` operations took. */
export function cpuPer(before: CpuUse, after: CpuUse, count: number): string {
  const per = cpuOf(before, after, count);
  return Object.entries(per)
    .map(([name, us]) => `${name} ${us.toFixed(0)}`)
    .join(", ");
}

/** The same as numbers. */
export function cpuOf(before: CpuUse, after: CpuUse, count: number): Record<string, number> {
  return Object.fromEntries(
    Object.keys(before).map((name) => [name, (((after[name] ?? 0) - (before[name] ?? 0)) / count) * 1e6]),
  );
}

function statOf(pid: number): { parent: number; cpuS: number; endedChildrenS: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const ticks = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS;
    return { parent: Number(fields[1]), cpuS: ticks(11), endedChildrenS: ticks(13) };
  } catch {
    return null;
  }
}
