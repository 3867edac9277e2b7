/** A task of a plan, reduced to its place in time. */
export interface Planned {
  id: string;
  requires: readonly string[];
  files: readonly string[];
}

/** The wave of each task, from 1: those of one wave can be done at the same time. */
export function wavesOf(tasks: readonly Omit<Planned, "files">[]): Map<string, number> {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const waves = new Map<string, number>();
  /** From the requested task to the current one. */
  const path = new Set<string>();
  const waveOf = (id: string): number => {
    const before = waves.get(id);
    if (before !== undefined) return before;
    path.add(id);
    let behind = 0;
    for (const other of known.get(id)?.requires ?? [])
      if (known.has(other) && !path.has(other)) behind = Math.max(behind, waveOf(other));
    path.delete(id);
    waves.set(id, behind + 1);
    return behind + 1;
  };
  for (const { id } of tasks) waveOf(id);
  return waves;
}

/** Everything that each task waits for, directly or not. */
function ancestorsOf(tasks: readonly Planned[]): Map<string, ReadonlySet<string>> {
  const waves = wavesOf(tasks);
  const all = new Map<string, Set<string>>();
  const ordered = [...tasks].sort((a, b) => (waves.get(a.id) ?? 0) - (waves.get(b.id) ?? 0));
  for (const { id, requires } of ordered) {
    const own = new Set<string>();
    for (const other of requires) {
      own.add(other);
      for (const further of all.get(other) ?? []) own.add(further);
    }
    all.set(id, own);
  }
  return all;
}

/** A file that several tasks change. */
export interface SharedFile {
  file: string;
  /** Those that may run at the same time as another of them. */
  ids: string[];
  /** The same in groups whose members may all run at once; one task may be in several. */
  groups: string[][];
}

/** Files changed by tasks that may run at once: the second one waits, or meets the other's work. */
export function sharedFiles(tasks: readonly Planned[]): SharedFile[] {
  const users = new Map<string, string[]>();
  for (const { id, files } of tasks)
    for (const file of new Set(files.map(plainPath))) {
      const known = users.get(file);
      if (known) known.push(id);
      else users.set(file, [id]);
    }
  const shared = [...users].filter(([, ids]) => ids.length > 1);
  if (shared.length === 0) return [];
  const before = ancestorsOf(tasks);
  const isApart = (a: string, b: string) => before.get(a)?.has(b) || before.get(b)?.has(a);
  return shared.flatMap(([file, all]) => {
    const ids = all.filter((id) => all.some((other) => other !== id && !isApart(id, other)));
    return ids.length > 1 ? [{ file, ids, groups: groupsOf(ids, isApart) }] : [];
  });
}

/**
 * Each of them is the first of one group, and takes in those that may run with everybody in it; no group is within
 * another.
 */
function groupsOf(ids: readonly string[], isApart: (a: string, b: string) => boolean | undefined): string[][] {
  const groups: string[][] = [];
  for (const first of ids) {
    if (groups.length > 0 && ids.length > GROUPED_MAX) break;
    const group = [first];
    for (const id of ids) if (id !== first && group.every((other) => !isApart(id, other))) group.push(id);
    const inOrder = ids.filter((id) => group.includes(id));
    if (!groups.some((known) => inOrder.every((id) => known.includes(id)))) groups.push(inOrder);
  }
  return groups;
}

/** Beyond this many, one group says enough. */
const GROUPED_MAX = 30;

/** `./src/a.ts` and `src//a.ts` mean `src/a.ts`. */
function plainPath(path: string): string {
  return path.replace(/\/+/g, "/").replace(/^(\.\/)+/, "");
}
