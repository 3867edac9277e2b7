import type { Sql } from "postgres";

/** The database's clock as this process estimates it: all times in events come from it. */
export interface Clock {
  /** Epoch milliseconds, never going backwards. */
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
      last = Math.max(last, Date.now() + offset);
      return last;
    },
  };
}
