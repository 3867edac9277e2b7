export interface Backoff {
  /** First delay, milliseconds; each next one is twice as long. */
  baseMs: number;
  capMs: number;
}

/** The delay before try number `attempt` (from 0): doubling, capped, randomised between half and all of it. */
export function delayOf(attempt: number, { baseMs, capMs }: Backoff, random = Math.random): number {
  const full = Math.min(capMs, baseMs * 2 ** Math.min(attempt, 30));
  return Math.round(full / 2 + (full / 2) * random());
}

/** Resolves after `ms`, or rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(abortReason(signal));
    const abort = (): void => {
      clearTimeout(timer);
      reject(abortReason(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error ? signal.reason : new DOMException("aborted", "AbortError");
}
