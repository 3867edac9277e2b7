/** Longest wait for a frame: a hidden page gets none, and must not pile up what it receives. */
const HIDDEN_MS = 250;

/** Shortest time between two hand-overs: thirty a second read as well as sixty. */
const BUSY_MS = 30;

/** The cost of a hand-over, times this, is the time until the next: a third of the page's time stays the person's. */
const SHARE = 1.5;

/** The page's frames and time. */
export interface Ticks {
  now(): number;
  frame(run: () => void): number;
  endFrame(id: number): void;
  timer(run: () => void, ms: number): number;
  endTimer(id: number): void;
}

const pageTicks: Ticks = {
  now: () => performance.now(),
  frame: (run) => requestAnimationFrame(run),
  endFrame: (id) => cancelAnimationFrame(id),
  timer: (run, ms) => Number(setTimeout(run, ms)),
  endTimer: (id) => clearTimeout(id),
};

/**
 * Collects what arrives and hands it over in an animation frame, so that a thousand events a second are at most thirty
 * renderings, and fewer if a rendering takes longer than that. What arrives alone is handed over with the next
 * frame.
 *
 * @param take gets what waits, in order, and answers how much of it was enough for one frame; the rest comes first
 *   with the next
 */
export function perFrame<T>(
  take: (waiting: readonly T[]) => number,
  ticks: Ticks = pageTicks,
): { push: (...items: T[]) => void; stop: () => void } {
  let waiting: T[] = [];
  /** No hand-over before this time. */
  let dueAt = 0;
  /** From the first waiting item until its hand-over is drawn. */
  let isUnderWay = false;
  let frame = 0;
  let timer = 0;
  const disarm = (): void => {
    ticks.endFrame(frame);
    ticks.endTimer(timer);
  };
  const begin = (): void => {
    isUnderWay = true;
    const waitMs = dueAt - ticks.now();
    if (waitMs <= 0) awaitFrame();
    else timer = ticks.timer(awaitFrame, waitMs);
  };
  const awaitFrame = (): void => {
    frame = ticks.frame(run);
    timer = ticks.timer(run, HIDDEN_MS);
  };
  const run = (): void => {
    disarm();
    const began = ticks.now();
    waiting = waiting.slice(take(waiting));
    // After the frame that draws it: drawing is part of its cost.
    timer = ticks.timer(() => {
      const costMs = SHARE * (ticks.now() - began);
      dueAt = began + Math.min(HIDDEN_MS, Math.max(BUSY_MS, costMs));
      isUnderWay = false;
      if (waiting.length > 0) begin();
    }, 0);
  };
  return {
    push(...items) {
      waiting.push(...items);
      if (!isUnderWay && waiting.length > 0) begin();
    },
    stop() {
      disarm();
      isUnderWay = false;
      waiting = [];
    },
  };
}
