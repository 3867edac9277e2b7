import type { ReplayOutline } from "@squadroom/core/replay/contract";
import { clockOf, clockWithSeconds, isSameDay } from "../../clock/since.ts";

const DAY = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric" });

/** No quiet stretch takes more of the line than this. */
const QUIET_SHARE = 1 / 20;
/** This much of the line is spread evenly over all events, so that many in one instant are still apart. */
const EVEN_SHARE = 0.15;
/** A stretch that is shortened to less than this, beside the others, is marked. */
const BREAK_SHARE = 1 / 2;
/** Rounds until the longest stretches are as short as allowed. */
const ROUNDS = 4;

export interface Scale {
  /** The place of an event, 0 to 1. */
  xOf: (seq: number) => number;
  /** The event at a place on the line. */
  seqAt: (x: number) => number;
  /** Its time, epoch ms. */
  timeAt: (x: number) => number;
  /** The middle of each stretch that takes less of the line than its time would. */
  breaks: number[];
}

/** From events to places on the line: by time, with quiet stretches shortened. */
export function scaleOf({ samples, head }: Pick<ReplayOutline, "samples" | "head">): Scale {
  const spans = samples.slice(1).map(({ at }, i) => at - (samples[i]?.at ?? at));
  const widths = shortened(spans);
  const sum = widths.reduce((total, width) => total + width, 0);
  const even = widths.length === 0 ? 0 : 1 / widths.length;
  const share = (width: number) => (sum === 0 ? even : (1 - EVEN_SHARE) * (width / sum) + EVEN_SHARE * even);
  const edges = [0];
  for (const width of widths) edges.push((edges.at(-1) ?? 0) + share(width));
  const shares = widths.map((width, i) => width / Math.max(1, spans[i] ?? 1));
  const fullShare = Math.max(0, ...shares);
  const breaks = shares.flatMap((one, i) =>
    (spans[i] ?? 0) > 0 && one < BREAK_SHARE * fullShare ? [((edges[i] ?? 0) + (edges[i + 1] ?? 0)) / 2] : [],
  );
  const seqs = samples.map(({ seq }) => seq);
  const times = samples.map(({ at }) => at);
  return {
    xOf: (seq) => between(seq, seqs, edges),
    seqAt: (x) => Math.min(head, Math.max(1, Math.round(between(x, edges, seqs)))),
    timeAt: (x) => between(x, edges, times),
    breaks,
  };
}

/** The longest are shortened repeatedly, until none exceeds its share. */
function shortened(spans: readonly number[]): number[] {
  let widths = spans.map((span) => Math.max(0, span));
  for (let round = 0; round < ROUNDS; round++) {
    const most = widths.reduce((total, width) => total + width, 0) * QUIET_SHARE;
    widths = widths.map((width) => Math.min(width, most));
  }
  return widths;
}

/** The value at `at`, in a straight line from point to point; both lists rise. */
function between(at: number, from: readonly number[], to: readonly number[]): number {
  let low = 0;
  let high = from.length - 1;
  if (high < 1) return to[0] ?? 0;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((from[middle] ?? 0) <= at) low = middle;
    else high = middle;
  }
  const [a = 0, b = 0, x = 0, y = 0] = [from[low], from[high], to[low], to[high]];
  const share = b === a ? 0 : Math.min(1, Math.max(0, (at - a) / (b - a)));
  return x + share * (y - x);
}

/** How many events are under each bar, as a share of the most. */
export function densityOf(scale: Scale, head: number, bars: number): number[] {
  const counts = Array.from({ length: bars }, (_, i) =>
    Math.max(0, scale.seqAt((i + 1) / bars) - (i === 0 ? 0 : scale.seqAt(i / bars))),
  );
  const most = Math.max(1, ...counts, head / bars);
  return counts.map((count) => Math.sqrt(count / most));
}

/** The mark that a finger meant: the nearest within reach. */
export function markNear<T extends { seq: number }>(
  marks: readonly T[],
  scale: Scale,
  x: number,
  reach: number,
): T | null {
  let found: T | null = null;
  let least = reach;
  for (const mark of marks) {
    const away = Math.abs(scale.xOf(mark.seq) - x);
    if (away > least) continue;
    least = away;
    found = mark;
  }
  return found;
}

/** The clock at each place, with seconds if two would read alike, and the day if another one has begun. */
export function tickWords(times: readonly number[], now: number): string[] {
  const isShort = new Set(times.map(clockOf)).size < times.length && isSameDay(times[0] ?? 0, times.at(-1) ?? 0);
  return times.map((at, i) => {
    const clock = isShort ? clockWithSeconds(at) : clockOf(at);
    return isSameDay(at, times[i - 1] ?? now) ? clock : `${DAY.format(at)}, ${clock}`;
  });
}
