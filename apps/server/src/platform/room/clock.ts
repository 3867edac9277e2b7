import type { Sql } from "postgres";

/** A step back by more than this is a correction, and is followed, ms. */
const STEP_MS = 500;

/** The database's clock as estimated by this process: all times in events come from it. */
export interface Clock {
  /** Epoch milliseconds; does not go backwards except for a correction, and in a room never does. */
  now(): number;
  /** Measures the offset again. */
  measure(): Promise<void>;
  /** Measures at once if this machine's clocks have parted since the last time: one was set, or it slept. */
  check(): Promise<void>;
}

export interface Timepieces {
  /** The machine's time of day; somebody may set it, epoch ms. */
  wall: () => number;
  /** Only ever advances, though it may stop while the machine sleeps, ms. */
  steady: () => number;
}

const OF_THIS_MACHINE: Timepieces = { wall: Date.now, steady: () => performance.now() };

/** Based on the steady clock, so that setting the machine's time moves nothing here. */
export async function createClock(
  sql: Sql,
  log: { warn: (details: object, message: string) => void } = { warn: () => undefined },
  { wall, steady }: Timepieces = OF_THIS_MACHINE,
): Promise<Clock> {
  let offset = 0;
  let last = 0;
  /** Difference of the wall clock from the steady one when the offset was measured. */
  let apart = 0;

  async function measure() {
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i++) {
      const before = steady();
      const [row] = await sql<{ now: number }[]>`SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;
      const after = steady();
      if (row && after - before < best) {
        best = after - before;
        offset = row.now - (before + after) / 2;
      }
    }
    apart = wall() - steady();
  }

  function now(): number {
    const estimate = Math.round(steady() + offset);
    if (estimate > last || estimate < last - STEP_MS) last = estimate;
    return last;
  }

  await measure();
  return {
    now,
    measure,
    async check() {
      const steppedMs = Math.round(wall() - steady() - apart);
      if (Math.abs(steppedMs) <= STEP_MS) return;
      const before = steady() + offset;
      await measure();
      const correctedMs = Math.round(steady() + offset - before);
      log.warn(
        { steppedMs, correctedMs },
        "this machine's clock was set, or the machine slept; measured the database's clock again",
      );
    },
  };
}
