/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[], last = "and"): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/** The first ones, and the number of the others if there are more than `max`. */
export function listedUpTo(max: number, words: readonly string[]): string {
  if (words.length <= max) return listed(words);
  return listed([...words.slice(0, max - 1), `${words.length - max + 1} more`]);
}

/** `1 task`, `2 tasks`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return n === 1 ? `1 ${one}` : `${n} ${many}`;
}

/** A length of time, as screens say it: `12 s`, `4 min`, `3 h`, `2 d`. */
export function durationText(ms: number): string {
  const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
  if (ms < minute) return `${Math.max(1, Math.round(ms / 1_000))} s`;
  if (ms < hour) return `${Math.floor(ms / minute)} min`;
  return ms < 2 * day ? `${Math.floor(ms / hour)} h` : `${Math.floor(ms / day)} d`;
}

/** "90 s", "15 min", "2 h": exact, in the largest unit that divides it. */
export function secondsText(seconds: number): string {
  if (seconds >= 3600 && seconds % 3600 === 0) return `${seconds / 3600} h`;
  if (seconds >= 120 && seconds % 60 === 0) return `${seconds / 60} min`;
  return `${seconds} s`;
}
