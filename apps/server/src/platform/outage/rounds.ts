import { causeOf } from "./cause.ts";
import { createOutage, type OutageLog } from "./outage.ts";

const JITTER_MS = 200;

/** What a process does repeatedly besides its requests; a failure is reported once, and so is its end. */
export function createRounds(
  round: () => Promise<void>,
  options: {
    everyMs: number;
    log: OutageLog;
    words: { begins: string; ends: string; fails: string };
    random?: (() => number) | undefined;
  },
) {
  const { everyMs, log, words, random = Math.random } = options;
  const outage = createOutage(log, words);
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let running: Promise<unknown> | null = null;

  function start(): void {
    if (stopped) return;
    timer = setTimeout(
      () => {
        running = round()
          .then(outage.worked, complain)
          .finally(() => {
            running = null;
            start();
          });
      },
      everyMs + random() * JITTER_MS,
    );
    timer.unref();
  }

  function complain(error: unknown): void {
    // The database's own outages are reported once, for all.
    if (causeOf(error)) log.error({ err: error }, words.fails);
    else outage.failed(error);
  }

  return {
    start,
    complain,
    isStopped: () => stopped,
    async stop(): Promise<void> {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}
