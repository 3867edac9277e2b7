/** Longest wait for a frame: a hidden page gets none, and must not pile up what it receives. */
const HIDDEN_MS = 250;

/**
 * Collects what arrives and hands it on once per animation frame, so that a thousand events a second are sixty
 * renderings, not a thousand.
 */
export function perFrame<T>(flush: (batch: T[]) => void): { push: (item: T) => void; stop: () => void } {
  let batch: T[] = [];
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
    if (items.length > 0) flush(items);
  };
  return {
    push(item) {
      batch.push(item);
      if (frame !== 0 || timer !== undefined) return;
      frame = requestAnimationFrame(run);
      timer = setTimeout(run, HIDDEN_MS);
    },
    stop() {
      cancel();
      batch = [];
    },
  };
}
