/** Something that the server needs is missing: reported once when that begins, and once when it is over. */
export interface Outage {
  /** @param more of the first one, behind what begins */
  failed(error: unknown, more?: string): void;
  worked(): void;
}

export interface OutageLog {
  error: (details: object, message: string) => void;
  notice: (details: object, message: string) => void;
}

export function createOutage(
  log: OutageLog,
  words: { begins: string; ends: string },
  now: () => number = () => performance.now(),
): Outage {
  let since: number | null = null;
  return {
    failed(error, more = "") {
      if (since !== null) return;
      since = now();
      log.error({ err: error }, `${words.begins}${more}; the next line comes when this ends`);
    },
    worked() {
      if (since === null) return;
      const lengthS = Math.round((now() - since) / 100) / 10;
      since = null;
      log.notice({ lengthS }, `${words.ends} after ${lengthS} s`);
    },
  };
}
