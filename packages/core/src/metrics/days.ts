/** Most days of one look. */
export const METRIC_DAYS_MAX = 90;

/** Whether the runtime knows a time zone of this name, such as `Europe/Paris`. */
export function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

/**
 * When days begin in a zone, epoch ms, the earliest first: today (the day of `now`), that many days before it, and the
 * day after. A day has 23 or 25 hours when clocks change.
 */
export function dayStarts(zone: string, before: number, now: number): number[] {
  const clock = clockOf(zone);
  const { year, month, day } = clock.dateOf(now);
  return Array.from({ length: before + 2 }, (_, i) => clock.midnight(year, month, day - before + i));
}

/** When the month of `now` and the next one begin in a zone, epoch ms. */
export function monthOf(zone: string, now: number): { start: number; end: number } {
  const clock = clockOf(zone);
  const { year, month } = clock.dateOf(now);
  return { start: clock.midnight(year, month, 1), end: clock.midnight(year, month + 1, 1) };
}

/** "2026-11-26": the day of a time in a zone. */
export function dayText(zone: string, at: number): string {
  const { year, month, day } = clockOf(zone).dateOf(at);
  const two = (n: number) => String(n).padStart(2, "0");
  return `${year}-${two(month + 1)}-${two(day)}`;
}

function clockOf(zone: string) {
  const format = new Intl.DateTimeFormat("en", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  const read = (at: number) => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
    return {
      year: of("year"),
      month: of("month") - 1,
      day: of("day"),
      hour: of("hour"),
      minute: of("minute"),
      second: of("second"),
    };
  };
  const offsetAt = (at: number): number => {
    const { year, month, day, hour, minute, second } = read(at);
    return Date.UTC(year, month, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
  };
  return {
    dateOf: read,
    midnight(year: number, month: number, day: number): number {
      const local = Date.UTC(year, month, day);
      // The offset of a guess may be that of the other side of a change of clocks.
      const guess = local - offsetAt(local);
      const at = local - offsetAt(guess);
      // If clocks go forward at midnight, the day begins with the time they go to.
      return read(at).day === new Date(local).getUTCDate() ? at : guess;
    },
  };
}
