/** Messages of one socket at once, and per second after that: a page asks for dozens of rooms when it opens. */
const BURST = 100;
const PER_S = 20;

/** Counts what somebody sends: `take` says whether this one is still within bounds. */
export function createAllowance(now: () => number = () => performance.now()) {
  let left = BURST;
  let at = now();
  return {
    take(): boolean {
      const time = now();
      left = Math.min(BURST, left + ((time - at) / 1000) * PER_S);
      at = time;
      if (left < 1) return false;
      left--;
      return true;
    },
  };
}
