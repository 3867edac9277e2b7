/** A task of a plan, as far as its place in time goes. */
interface Planned {
  id: string;
  requires: readonly string[];
  files: readonly string[];
}

/** The wave of each task, from 1: those of one wave can be done at the same time. */
export function wavesOf(tasks: readonly Planned[]): Map<string, number> {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const waves = new Map<string, number>();
  const waveOf = (id: string, behind: ReadonlySet<string>): number => {
    const before = waves.get(id);
    if (before !== undefined) return before;
    const required = (known.get(id)?.requires ?? []).filter(
      (other) => known.has(other) && !behind.has(other),
    );
    const path = new Set([...behind, id]);
    const wave = 1 + Math.max(0, ...required.map((other) => waveOf(other, path)));
    waves.set(id, wave);
    return wave;
  };
  for (const { id } of tasks) waveOf(id, new Set());
  return waves;
}

/** Files that several tasks of one wave change: whoever comes second waits, or meets the other's work. */
export function sharedFiles(tasks: readonly Planned[]): { file: string; ids: string[] }[] {
  const waves = wavesOf(tasks);
  const users = new Map<string, { file: string; ids: string[] }>();
  for (const { id, files } of tasks)
    for (const file of new Set(files.map(plainPath))) {
      const key = `${waves.get(id)} ${file}`;
      const known = users.get(key);
      if (known) known.ids.push(id);
      else users.set(key, { file, ids: [id] });
    }
  return [...users.values()].filter(({ ids }) => ids.length > 1);
}

/** `./src/a.ts` and `src//a.ts` mean `src/a.ts`. */
function plainPath(path: string): string {
  return path.replace(/\/+/g, "/").replace(/^(\.\/)+/, "");
}
