import type { Sql } from "postgres";

/** A step back by more than this is a correction, and is followed, ms. */
const STEP_MS = 500;

/** The database's clock as this process estimates it: all times in events come from it. */
export interface Clock {
  /** Epoch milliseconds; does not go backwards but for a correction, and in a room never does. */
  now(): number;
  /** Measures the offset again. */
  measure(): Promise<void>;
}

export async function createClock(sql: Sql): Promise<Clock> {
  let offset = 0;
  let last = 0;
  async function measure() {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i++) {
      const before = Date.now();
      const [row] = await sql<
        { now: number }[]
      >`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;
      const after = Date.now();
      if (row && after - before < best) {
        best = after - before;
        offset = Math.round(row.now - (before + after) / 2);
      }
    }
  }
  await measure();
  return {
    measure,
    now() {
      const estimate = Date.now() + offset;
      if (estimate > last || estimate < last - STEP_MS) last = estimate;
      return last;
    },
  };
}
