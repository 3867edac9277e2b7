/** How fast a replay plays. */
export const SPEEDS = [1, 4, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** No silence lasts longer than this, whatever the speed, ms. */
const SILENCE_MS = 1_500;
/** Fastest pace that a person can still follow, ms. */
const FLASH_MS = 40;

/**
 * How long a replay stays at an event, ms.
 *
 * @param untilNextMs time until the next one
 */
export function stayMs(untilNextMs: number, speed: Speed): number {
  return Math.min(SILENCE_MS, Math.max(FLASH_MS, untilNextMs / speed));
}
