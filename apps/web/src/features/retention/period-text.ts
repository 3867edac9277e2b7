const HOUR_S = 3600;
const DAY_S = 24 * HOUR_S;

/** "24 h", "30 d". */
export function periodText(seconds: number): string {
  if (seconds % DAY_S === 0 && seconds > DAY_S) return `${seconds / DAY_S} d`;
  return `${Math.round((seconds / HOUR_S) * 10) / 10} h`;
}

/** Seconds; `null`: it is not a period. */
export function periodOf(text: string): number | null {
  const [, n, unit] = /^\s*(\d+(?:\.\d)?)\s*([hd])\s*$/.exec(text) ?? [];
  if (n === undefined) return null;
  return Math.round(Number(n) * (unit === "d" ? DAY_S : HOUR_S));
}
