/** Longest time that a timer accepts, ms. */
const TIMER_MAX = 2 ** 31 - 1;

/** Calls back after the time; returns a function that cancels it. */
export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, Math.min(ms, TIMER_MAX));
  return () => clearTimeout(timer);
}

/** Until this settles, or the time is over, whichever comes first. */
export async function sleepUnless(settled: Promise<unknown>, ms: number): Promise<void> {
  let stop = () => {};
  const late = new Promise<void>((resolve) => {
    stop = after(ms, resolve);
  });
  await Promise.race([settled.then(noop, noop), late]);
  stop();
}

function noop(): void {}

/** Longest time for a harness to identify itself and to open a conversation. */
const OPEN_MS = 60_000;

/** @throws when it takes too long */
export async function opened<T>(opening: Promise<T>): Promise<T> {
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    const words = `it didn't answer in ${OPEN_MS / 1000} s`;
    stop = after(OPEN_MS, () => reject(new Error(words)));
  });
  return Promise.race([opening, late]).finally(stop);
}
