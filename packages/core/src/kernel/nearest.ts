/** Letters to change, add or remove until both are the same. Costs the product of their lengths. */
export function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? a.length;
}

const NAME_MAX = 64;
const bare = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

/** The name that was probably meant; `null` if none is similar. */
export function nearestName(names: readonly string[], given: string): string | null {
  if (given.length > NAME_MAX) return null;
  const wanted = bare(given);
  let best: { name: string; apart: number } | null = null;
  for (const name of names) {
    const known = bare(name);
    const holds = wanted.length >= 4 && (known.startsWith(wanted) || wanted.startsWith(known));
    const apart = holds ? Math.min(1, lettersApart(known, wanted)) : lettersApart(known, wanted);
    const near = Math.min(known.length, wanted.length) < 5 ? 1 : 2;
    if (apart <= near && (!best || apart < best.apart)) best = { name, apart };
  }
  return best?.name ?? null;
}
