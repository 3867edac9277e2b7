import { createOutage, type OutageLog } from "../outage/outage.ts";
import { type Rings, readRings } from "./rings.ts";

const TEND_MS = 1_000;
/** A line that has not carried our own sign of life for this long is reopened, ms. */
const DEAD_MS = 3_500;

/** A line between the processes: all hear what one sends, the sender included. It may lose anything. */
export interface Line {
  send(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface LineEvents {
  heard: (text: string) => void;
  /** It is open, for the first time or again: whatever was sent before is lost. */
  opened: () => void;
}

export type OpenLine = (events: LineEvents) => Promise<Line>;

export interface LineOptions {
  id: string;
  /** No other process lives: then the line is closed, and a ring costs nothing. */
  isAlone: () => boolean;
  open: OpenLine;
  log: OutageLog;
}

/** Keeps a line open while there is somebody to hear. */
export function keepLine(
  { id, isAlone, open: openLine, log }: LineOptions,
  on: { heard: (rings: Rings) => void; opened: () => void },
) {
  const outage = createOutage(log, {
    begins: "the doorbell's line is not open: rooms follow with the sweep, a second later",
    ends: "the doorbell's line is open again",
  });
  let line: Line | null = null;
  /** Opening or closing, one at a time. */
  let changing: Promise<void> | null = null;
  let heardAt = 0;
  let isClosed = false;
  const timer = setInterval(tend, TEND_MS);
  timer.unref();

  function tend(): void {
    if (changing || isClosed) return;
    if (!line) {
      if (!isAlone()) change(open);
    } else if (isAlone()) change(shut);
    else if (performance.now() - heardAt > DEAD_MS) {
      outage.failed(new Error("the line carries nothing"));
      change(shut);
    } else line.send(`${id} `).catch(() => undefined);
  }

  function change(act: () => Promise<void>): void {
    changing = act()
      .catch(outage.failed)
      .finally(() => {
        changing = null;
      });
  }

  async function open(): Promise<void> {
    line = await openLine({ heard, opened });
    heardAt = performance.now();
  }

  async function shut(): Promise<void> {
    const old = line;
    line = null;
    await old?.close();
  }

  function opened(): void {
    heardAt = performance.now();
    on.opened();
  }

  function heard(text: string): void {
    const rings = readRings(text);
    if (rings.sender !== id) return on.heard(rings);
    heardAt = performance.now();
    outage.worked();
  }

  return {
    tend,
    isOpen: () => line !== null,
    /** Over the line as it is now; nowhere if it is closed. */
    async send(texts: readonly string[]): Promise<void> {
      const to = line;
      try {
        for (const text of texts) await to?.send(text);
      } catch (error) {
        outage.failed(error);
      }
    },
    /** @param last what still goes over the line before it ends */
    async close(last: () => Promise<void>): Promise<void> {
      isClosed = true;
      clearInterval(timer);
      await changing;
      await last();
      await shut().catch(() => undefined);
    },
  };
}
