import { createContext, use, useSyncExternalStore } from "react";

/** The server's clock minus ours, in ms: what the server stamped is compared with the server's now. */
let offsetMs = 0;

export function setServerTime(serverNow: number): void {
  offsetMs = serverNow - Date.now();
}

export function toServerTime(ours: number): number {
  return ours + offsetMs;
}

export function now(): number {
  return toServerTime(Date.now());
}

/** Calls its listeners every `stepMs`; rests while nobody listens or the page is hidden. */
class Ticker {
  private value = now();
  private timer: ReturnType<typeof setInterval> | undefined;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly stepMs: number) {}

  readonly get = (): number => this.value;

  readonly subscribe = (tell: () => void): (() => void) => {
    this.listeners.add(tell);
    if (this.timer === undefined) {
      if (now() - this.value >= this.stepMs) this.tick();
      this.timer = setInterval(() => this.tick(), this.stepMs);
    }
    return () => {
      this.listeners.delete(tell);
      if (this.listeners.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  };

  tick(): void {
    if (document.hidden) return;
    this.value = now();
    for (const tell of this.listeners) tell();
  }
}

const tickers = { 1000: new Ticker(1_000), 5000: new Ticker(5_000), 30000: new Ticker(30_000) };

/** The time at which the clock is stopped for everything below, epoch ms; `null` if it runs. */
export const StoodClock = createContext<number | null>(null);

/** Is this shown as it was at some time, rather than as it is now? */
export function useIsPast(): boolean {
  return use(StoodClock) !== null;
}

/** The server's time, in steps: one timer per step for the whole page. */
export function useNow(stepMs: keyof typeof tickers = 5_000): number {
  const ticker = tickers[stepMs];
  const running = useSyncExternalStore(ticker.subscribe, ticker.get);
  return use(StoodClock) ?? running;
}

export function wakeClocks(): void {
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) for (const ticker of Object.values(tickers)) ticker.tick();
  });
}
