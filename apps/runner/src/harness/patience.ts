/** Longest time that a timer takes, ms. */
const TIMER_MAX = 2 ** 31 - 1;

/** Calls back after the time; returns what calls it off. */
export function after(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, Math.min(ms, TIMER_MAX));
  return () => clearTimeout(timer);
}

/** Until this settles, or the time is over, whichever is first. */
export async function sleepUnless(settled: Promise<unknown>, ms: number): Promise<void> {
  let stop = () => {};
  const late = new Promise<void>((resolve) => {
    stop = after(ms, resolve);
  });
  await Promise.race([settled.then(noop, noop), late]);
  stop();
}

function noop(): void {}
