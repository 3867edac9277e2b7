/** Longest wait for a frame: a hidden page gets none, and must not pile up what it receives. */
const HIDDEN_MS = 250;

/** Shortest time between two hand-overs: thirty a second read as well as sixty. */
const BUSY_MS = 30;

/**
 * Collects what arrives and hands it on with an animation frame, so that a thousand events a second are thirty
 * renderings, not a thousand. What comes alone is handed on with the next frame.
 */
export function perFrame<T>(flush: (batch: T[]) => void): {
  push: (item: T) => void;
  stop: () => void;
} {
  let batch: T[] = [];
  let flushedAt = 0;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = (): void => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    frame = 0;
    timer = undefined;
  };
  const run = (): void => {
    cancel();
    const items = batch;
    batch = [];
    flushedAt = performance.now();
    if (items.length > 0) flush(items);
  };
  const onFrame = (now: number): void => {
    // A busy room shares the frames with its own drawing.
    if (now - flushedAt < BUSY_MS) frame = requestAnimationFrame(onFrame);
    else run();
  };
  return {
    push(item) {
      batch.push(item);
      if (frame !== 0 || timer !== undefined) return;
      frame = requestAnimationFrame(onFrame);
      timer = setTimeout(run, HIDDEN_MS);
    },
    stop() {
      cancel();
      batch = [];
    },
  };
}
