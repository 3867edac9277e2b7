import { useSyncExternalStore } from "react";

/** The server's clock minus ours, in ms: what the server stamped is compared with the server's now. */
let offsetMs = 0;

export function setServerTime(serverNow: number): void {
  offsetMs = serverNow - Date.now();
}

export function now(): number {
  return Date.now() + offsetMs;
}

type Ticker = { value: number; listeners: Set<() => void>; timer: ReturnType<typeof setInterval> | undefined };
const tickers = new Map<number, Ticker>();

function tickerOf(stepMs: number): Ticker {
  let ticker = tickers.get(stepMs);
  if (!ticker) tickers.set(stepMs, (ticker = { value: now(), listeners: new Set(), timer: undefined }));
  return ticker;
}

function tick(ticker: Ticker): void {
  if (document.hidden) return;
  ticker.value = now();
  for (const tell of ticker.listeners) tell();
}

/** One timer per step for the whole page, at rest while the page is hidden. */
export function useNow(stepMs: 1_000 | 5_000 | 30_000 = 5_000): number {
  const ticker = tickerOf(stepMs);
  return useSyncExternalStore(
    (tell) => {
      ticker.listeners.add(tell);
      if (!ticker.timer) {
        ticker.value = now();
        ticker.timer = setInterval(() => tick(ticker), stepMs);
      }
      return () => {
        ticker.listeners.delete(tell);
        if (ticker.listeners.size === 0) {
          clearInterval(ticker.timer);
          ticker.timer = undefined;
        }
      };
    },
    () => ticker.value,
  );
}

export function wakeClocks(): void {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) for (const ticker of tickers.values()) tick(ticker);
  });
}
