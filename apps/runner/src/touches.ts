import type { RunTouches } from "@squadroom/core/run/radar";
import { TOUCHED_FILES_MAX, TOUCHED_RANGES_MAX } from "@squadroom/core/run/radar";
import { isReportable } from "./turn-report.ts";

/**
 * Time between two looks, ms, and how many times a look's duration it is at least, so that looking costs at most a
 * twentieth of a processor.
 */
const LOOK_MS = 2_000;
const SHARE = 20;

/**
 * Reports what a run's tree changes while it works: looks after anything that may have changed it, not too often, and
 * reports only what is new.
 */
export function createTouches(look: () => Promise<RunTouches | null>, tell: (touches: RunTouches) => Promise<unknown>) {
  let told = "";
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> | null = null;
  let isNotedMeanwhile = false;
  let restsUntil = 0;
  let isClosed = false;

  function note(): void {
    if (isClosed) return;
    // The current look may already have passed that file.
    if (looking) isNotedMeanwhile = true;
    else timer ??= setTimeout(begin, Math.max(0, restsUntil - Date.now()));
  }

  function begin(): void {
    timer = null;
    looking = lookOnce().finally(() => {
      looking = null;
      if (!isNotedMeanwhile) return;
      isNotedMeanwhile = false;
      note();
    });
  }

  async function lookOnce(): Promise<void> {
    const began = Date.now();
    const touches = await look().catch(() => null);
    const now = Date.now();
    restsUntil = now + Math.max(LOOK_MS, (now - began) * SHARE);
    const found = touches && bounded(touches);
    const text = JSON.stringify(found);
    if (found === null || text === told) return;
    told = text;
    // A server that is away hears of the next change.
    await tell(found).catch(() => {
      told = "";
    });
  }

  async function close(): Promise<void> {
    isClosed = true;
    if (timer) clearTimeout(timer);
    await looking;
  }

  return { note, close };
}

/** A file with more ranges than are reported counts from its first line to its last. */
function bounded({ tree, files }: RunTouches): RunTouches {
  return {
    tree,
    files: files
      .filter(({ path }) => isReportable(path))
      .slice(0, TOUCHED_FILES_MAX)
      .map(({ path, ranges }) => {
        const first = ranges[0];
        const last = ranges.at(-1);
        if (!first || !last || ranges.length <= TOUCHED_RANGES_MAX) return { path, ranges };
        return { path, ranges: [{ from: first.from, to: last.to }] };
      }),
  };
}
