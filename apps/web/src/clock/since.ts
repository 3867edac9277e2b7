export type Since = { unit: "now" } | { unit: "s" | "m" | "h" | "d"; n: number };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long ago, in the largest unit that still says something. Seconds move in steps of five, so that nothing flickers. */
export function sinceOf(ms: number): Since {
  if (ms < 5_000) return { unit: "now" };
  if (ms < MINUTE) return { unit: "s", n: Math.floor(ms / 5_000) * 5 };
  if (ms < HOUR) return { unit: "m", n: Math.floor(ms / MINUTE) };
  if (ms < 2 * DAY) return { unit: "h", n: Math.floor(ms / HOUR) };
  return { unit: "d", n: Math.floor(ms / DAY) };
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const CLOCK_S = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const EXACT = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
});
const DATE = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });

export const clockOf = perSecond((at) => CLOCK.format(at));
export const clockWithSeconds = perSecond((at) => CLOCK_S.format(at));
/** Two times of day, with seconds if they would otherwise be the same. */
export function clocksOf(from: number, to: number): { from: string; to: string } {
  const clock = clockOf(from) === clockOf(to) ? clockWithSeconds : clockOf;
  return { from: clock(from), to: clock(to) };
}
export const exactTime = perSecond((at) => EXACT.format(at));
export const dateOf = (at: number): string => DATE.format(at);

/** Rows that arrive together have the same second, and formatting a time costs more than the row. */
function perSecond(write: (at: number) => string): (at: number) => string {
  let second = Number.NaN;
  let written = "";
  return (at) => {
    const of = Math.floor(at / 1_000);
    if (of !== second) {
      written = write(at);
      second = of;
    }
    return written;
  };
}

export function isSameDay(a: number, b: number): boolean {
  if (Math.floor(a / 60_000) === Math.floor(b / 60_000)) return true;
  return new Date(a).toDateString() === new Date(b).toDateString();
}
