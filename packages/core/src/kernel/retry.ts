/** Most attempts to send one thing; then it is given up. */
export const ATTEMPTS_MAX = 12;
const FIRST_DELAY_MS = 5_000;
const FACTOR = 3;
const DELAY_MAX_MS = 6 * 3_600_000;
/** A delay is shorter or longer by up to this share: a receiver that comes back does not get everything at once. */
export const JITTER = 0.2;

/**
 * Delay between the nth failed attempt and the next one, ms; `null`: there is none.
 *
 * @param random from 0 up to 1
 */
export function retryDelay(failed: number, random: number): number | null {
  if (failed >= ATTEMPTS_MAX) return null;
  const delay = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * FACTOR ** (failed - 1));
  return Math.round(delay * (1 - JITTER + 2 * JITTER * random));
}
