import { setTimeout as delay } from "node:timers/promises";
import { causeOf } from "./cause.ts";
import { createOutage, type OutageLog } from "./outage.ts";

const PAUSE_MS = 1_000;

/** Does this as soon as the database allows: one that is not there yet, or accepts no writes yet, is waited for. */
export async function untilServed<T>(
  act: () => Promise<T>,
  options: { log: OutageLog; signal?: AbortSignal | undefined; pauseMs?: number },
): Promise<T> {
  const { log, signal, pauseMs = PAUSE_MS } = options;
  let outage: ReturnType<typeof createOutage> | null = null;
  for (;;) {
    try {
      const done = await act();
      outage?.worked();
      return done;
    } catch (error) {
      const cause = causeOf(error);
      if (!cause?.isPassing || signal?.aborted) throw error;
      outage ??= createOutage(log, {
        begins: `waiting for the database: ${cause.words}`,
        ends: "the database is there",
      });
      outage.failed(error);
    }
    await delay(pauseMs, undefined, { signal });
  }
}
