/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], last = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** The first ones, and how many more there are, where there are more than `max`. */
export function listedUpTo(max: number, words: readonly string[]): string {
  if (words.length <= max) return listed(words);
  return listed([...words.slice(0, max - 1), `${words.length - max + 1} more`]);
}

/** `1 task`, `2 tasks`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? `1 ${one}` : `${n} ${many}`;
}
