/** A span of time; `to` of `null`: it is not over. */
export interface Span {
  from: number;
  to: number | null;
}

/**
 * How much of each day at least one of the spans covers, ms, and how long the day has lasted by `now`.
 *
 * @param starts when the days begin, with the end of the last one
 */
export function coveredByDay(
  spans: readonly Span[],
  starts: readonly number[],
  now: number,
): { coveredMs: number; ofMs: number }[] {
  const whole = union(spans, now);
  return starts.slice(0, -1).map((from, i) => {
    const to = Math.max(from, Math.min(starts[i + 1] ?? from, now));
    return { coveredMs: coveredMs(whole, from, to), ofMs: to - from };
  });
}

/** How much of a time at least one of the spans covers, ms. */
export function coveredMs(spans: readonly Span[], from: number, to: number): number {
  return union(spans, to).reduce(
    (sum, span) => sum + Math.max(0, Math.min(span.to, to) - Math.max(span.from, from)),
    0,
  );
}

/** The same time as disjoint spans, in order. */
function union(spans: readonly Span[], now: number): { from: number; to: number }[] {
  const ended = spans.map(({ from, to }) => ({ from, to: to ?? now }));
  const sorted = ended.filter(({ from, to }) => to > from).sort((a, b) => a.from - b.from);
  const whole: { from: number; to: number }[] = [];
  for (const span of sorted) {
    const last = whole.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else whole.push({ ...span });
  }
  return whole;
}

/** An agent joined, came back, or went. */
export interface Crossing {
  at: number;
  kind: "joined" | "online" | "offline";
}

/**
 * How long an agent was present between two times, ms, and out of how long: since it joined, if that is later.
 *
 * @param crossings in that time, the earliest first
 * @param isOnline whether it is there at the end
 */
export function onlineTime(
  crossings: readonly Crossing[],
  isOnline: boolean,
  since: number,
  until: number,
): { onlineMs: number; ofMs: number } {
  const first = crossings[0];
  // What it was before follows from what it became.
  let upSince = (first ? first.kind === "offline" : isOnline) ? since : null;
  let onlineMs = 0;
  for (const { at, kind } of crossings) {
    if (kind !== "offline") upSince ??= at;
    else if (upSince !== null) {
      onlineMs += at - upSince;
      upSince = null;
    }
  }
  if (upSince !== null) onlineMs += Math.max(0, until - upSince);
  return { onlineMs, ofMs: until - (first?.kind === "joined" ? first.at : since) };
}

/** The middle one, or the mean of the two in the middle; `null`: there is none. */
export function medianOf(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (sorted.length - 1) / 2;
  const below = sorted[Math.floor(at)] ?? 0;
  return (below + (sorted[Math.ceil(at)] ?? below)) / 2;
}
