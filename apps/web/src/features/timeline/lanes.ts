import type { TimelineBar } from "@squadroom/core/timeline/read";
import type { Timeline } from "@squadroom/core/timeline/timeline";

/** The part of the time that is shown, epoch ms. */
export interface Shown {
  from: number;
  to: number;
}

/** The same, drawn. */
export interface Drawing extends Shown {
  /** Width, CSS pixels. */
  px: number;
}

/** One bar, or several that would each be thinner than a hair. */
export interface Drawn {
  from: number;
  to: number;
  bars: TimelineBar[];
}

/** Anything thinner is drawn together with what is beside it, px. */
const THIN_PX = 6;
/** Most lanes side by side in one role; any further bars go into the last one. */
const LANES_MAX = 5;

/**
 * Bars of one role in lanes, so that none hides another; only what is shown, and thin ones that touch as one: two
 * thousand tasks become a few hundred shapes.
 */
export function lanesOf(bars: readonly TimelineBar[], shown: Drawing, now: number): Drawn[][] {
  const msPerPx = Math.max(1, (shown.to - shown.from) / Math.max(1, shown.px));
  const thin = THIN_PX * msPerPx;
  const lanes: Drawn[][] = [];
  for (const bar of bars) {
    const from = bar.from;
    const to = Math.max(bar.to ?? now, from);
    if (to < shown.from || from > shown.to) continue;
    const ends = lanes.map((lane) => lane.at(-1)?.to ?? 0);
    const free = ends.findIndex((end) => end <= from);
    const near = lanes.findIndex((lane) => {
      const last = lane.at(-1);
      return last && to - from < thin && isThin(last, thin) && from - last.to < thin;
    });
    const at = near >= 0 ? near : free >= 0 ? free : Math.min(lanes.length, LANES_MAX - 1);
    const lane = lanes[at] ?? [];
    lanes[at] = lane;
    const last = lane.at(-1);
    const joins = last && (near === at || last.to > from);
    if (joins) {
      last.bars.push(bar);
      last.to = Math.max(last.to, to);
    } else lane.push({ from, to, bars: [bar] });
  }
  return lanes;
}

/** A group grows as long as each of its bars is thin. */
function isThin({ from, to, bars }: Drawn, thin: number): boolean {
  return bars.length > 1 || to - from < thin;
}

/**
 * In which lane each of these goes beside what is there already, so that none covers another: preferably in its own,
 * otherwise where there is room, otherwise in a new one.
 */
export function besideLanes<T extends { from: number; to: number }>(
  lanes: readonly (readonly Drawn[])[],
  items: readonly T[],
  isOf: (item: T, bar: TimelineBar) => boolean,
): T[][] {
  const overlaps = (a: Shown, b: Shown) => a.from < b.to && b.from < a.to;
  const placed: T[][] = lanes.map(() => []);
  for (const item of items) {
    const own = lanes.findIndex((lane) =>
      lane.some((one) => overlaps(one, item) && one.bars.some((bar) => isOf(item, bar))),
    );
    const isFree = (beside: T[], at: number) => ![...(lanes[at] ?? []), ...beside].some((one) => overlaps(one, item));
    const free = own >= 0 ? own : placed.findIndex(isFree);
    const at = free >= 0 ? free : Math.min(placed.length, LANES_MAX - 1);
    const lane = placed[at] ?? [];
    lane.push(item);
    placed[at] = lane;
  }
  return placed;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const STEPS = [
  ...[5, 10, 15, 30].map((n) => n * SECOND),
  ...[1, 2, 5, 10, 15, 30, 60, 120, 360, 720, 1_440, 10_080].map((n) => n * MINUTE),
];
const TICKS_MAX = 10;
/** Space that a time needs, px. */
const TICK_PX = 64;

/** Where lines with a time are: round times, ten at most, as many as there is room for. */
export function ticksOf({ from, to, px }: Drawing): { at: number[]; hasSeconds: boolean } {
  const most = Math.max(1, Math.min(TICKS_MAX, Math.floor(px / TICK_PX)));
  const step = STEPS.find((one) => (to - from) / one <= most) ?? (to - from) / most;
  const at: number[] = [];
  for (let tick = Math.ceil(from / step) * step; tick <= to; tick += step) at.push(tick);
  return { at, hasSeconds: step < MINUTE };
}

/** Whether a tick's words would be below those of another moment. */
export function isNear(tick: number, at: number, { from, to, px }: Drawing): boolean {
  const ms = (TICK_PX * (to - from)) / px;
  return tick > at - ms && tick < at + ms / 3;
}

/** Width of one letter, and of the space around all of them, pixels. */
const LETTER_PX = 6.5;
const AROUND_PX = 10;

/** Whether a bar is long enough for the text in it. */
export function hasRoom(text: string, from: number, to: number, shown: Drawing): boolean {
  const ms = Math.min(to, shown.to) - Math.max(from, shown.from);
  const px = (ms / Math.max(1, shown.to - shown.from)) * shown.px;
  return px >= text.length * LETTER_PX + AROUND_PX;
}

/** On which side of a bar its text has room, between its neighbours and the edges; `null`: on neither. */
export function sideOf(
  text: string,
  { from, to }: Shown,
  others: readonly Shown[],
  shown: Drawing,
): "before" | "after" | null {
  const ms = ((text.length * LETTER_PX + 2 * AROUND_PX) * (shown.to - shown.from)) / shown.px;
  const isFree = (start: number, end: number) =>
    start >= shown.from && end <= shown.to && !others.some((one) => one.from < end && start < one.to);
  if (isFree(from - ms, from)) return "before";
  return isFree(to, to + ms) ? "after" : null;
}

/** Least share of the time with work in it at which all of it is shown at first. */
const BUSY_SHARE = 0.1;

/** What is shown at first: all of the time, or the last work where most of the time nobody works. */
export function openingOf(
  { rows, from, ahead }: Pick<Timeline, "rows" | "from" | "ahead">,
  now: number,
  span: number,
): { span: number | null; from: number | null } {
  const bars = rows.flatMap((row) => row.bars).map((bar) => ({ from: bar.from, to: bar.to ?? now }));
  const worked = bars.reduce((sum, bar) => sum + bar.to - bar.from, 0);
  const all = Math.max(now, ...ahead.map(({ to }) => to)) - from;
  if (all <= span || worked >= BUSY_SHARE * all) return { span: null, from: null };
  return { span, from: Math.max(...bars.map(({ to }) => to)) - 0.9 * span };
}

/** The place of something in the shown time, as styles. */
export function placeOf(from: number, to: number, shown: Shown): { left: string; width: string } {
  const all = shown.to - shown.from;
  const left = Math.max(from, shown.from);
  const right = Math.min(to, shown.to);
  const percent = (ms: number) => `${((ms / all) * 100).toFixed(3)}%`;
  return { left: percent(left - shown.from), width: percent(Math.max(0, right - left)) };
}
