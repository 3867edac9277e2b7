import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { createOutage, type OutageLog } from "../outage/outage.ts";
import { readRings, writeRings } from "./rings.ts";

/** Rings of this time travel together, ms. */
const COALESCE_MS = 5;
const TEND_MS = 1_000;
/** A line that has not carried our own sign of life for this long is opened anew, ms. */
const DEAD_MS = 3_500;

/** A line between the processes: what one sends all hear, the sender too. It may lose anything. */
export interface Line {
  send(text: string): Promise<void>;
  close(): Promise<void>;
}

export interface LineEvents {
  heard: (text: string) => void;
  /** It stands, for the first time or again: what was sent before is lost. */
  opened: () => void;
}

export type OpenLine = (events: LineEvents) => Promise<Line>;

/**
 * Tells the other processes how far logs go. A ring says that there is something to read, never what; a
 * lost one is found by the sweep.
 */
export interface Doorbell {
  ring(roomId: RoomId, seq: number): void;
  /** What waits for these people changed otherwise than by a room's log. */
  ringPeople(ids: readonly PersonId[]): void;
  /** Rings of other processes. */
  onRing(listener: (roomId: RoomId, seq: number) => void): void;
  /** The same of people. */
  onPeople(listener: (ids: readonly PersonId[]) => void): void;
  /** Rings may have been lost. */
  onGap(listener: () => void): void;
  /** Opens the line when there is somebody to hear, closes it when there is nobody. */
  tend(): void;
  /** Rings are carried now. */
  isOpen(): boolean;
  close(): Promise<void>;
}

export function createDoorbell(options: {
  id: string;
  /** Nobody else lives: then the line is closed, and a ring costs nothing. */
  isAlone: () => boolean;
  open: OpenLine;
  log: OutageLog;
}): Doorbell {
  const { id, isAlone } = options;
  const outage = createOutage(options.log, {
    begins: "the doorbell's line is not open: rooms follow with the sweep, a second later",
    ends: "the doorbell's line is open again",
  });
  const onRing: ((roomId: RoomId, seq: number) => void)[] = [];
  const onPeople: ((ids: readonly PersonId[]) => void)[] = [];
  const onGap: (() => void)[] = [];
  let pending = new Map<RoomId, number>();
  let people = new Set<PersonId>();
  let line: Line | null = null;
  /** Opening or closing, one at a time. */
  let changing: Promise<void> | null = null;
  let heardAt = 0;
  let flushTimer: NodeJS.Timeout | null = null;
  let isSending = false;
  let isClosed = false;
  const tendTimer = setInterval(tend, TEND_MS);
  tendTimer.unref();

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
    line = await options.open({ heard, opened });
    heardAt = performance.now();
  }

  async function shut(): Promise<void> {
    const old = line;
    line = null;
    pending.clear();
    people.clear();
    await old?.close();
  }

  function opened(): void {
    heardAt = performance.now();
    for (const listener of onGap) listener();
  }

  function heard(text: string): void {
    const { sender, rooms, people: told } = readRings(text);
    if (sender === id) {
      heardAt = performance.now();
      outage.worked();
      return;
    }
    for (const [roomId, seq] of rooms) for (const listener of onRing) listener(roomId, seq);
    if (told.size > 0) for (const listener of onPeople) listener([...told]);
  }

  function ring(roomId: RoomId, seq: number): void {
    if (!line) return;
    pending.set(roomId, Math.max(seq, pending.get(roomId) ?? 0));
    schedule();
  }

  function ringPeople(ids: readonly PersonId[]): void {
    if (!line) return;
    for (const personId of ids) people.add(personId);
    schedule();
  }

  function schedule(): void {
    if (isSending || pending.size + people.size === 0) return;
    flushTimer ??= setTimeout(() => {
      flushTimer = null;
      void flush();
    }, COALESCE_MS);
  }

  /** One sending at a time: what comes meanwhile waits and travels together. */
  async function flush(): Promise<void> {
    const rooms = pending;
    pending = new Map();
    const told = people;
    people = new Set();
    const to = line;
    if (!to || rooms.size + told.size === 0) return;
    isSending = true;
    try {
      for (const payload of writeRings({ sender: id, rooms, people: told })) await to.send(payload);
    } catch (error) {
      outage.failed(error);
    } finally {
      isSending = false;
      schedule();
    }
  }

  return {
    ring,
    ringPeople,
    onPeople: (listener) => void onPeople.push(listener),
    onRing: (listener) => void onRing.push(listener),
    onGap: (listener) => void onGap.push(listener),
    tend,
    isOpen: () => line !== null,
    async close() {
      isClosed = true;
      clearInterval(tendTimer);
      await changing;
      if (flushTimer) clearTimeout(flushTimer);
      flushTimer = null;
      await flush();
      await shut().catch(() => undefined);
    },
  };
}
