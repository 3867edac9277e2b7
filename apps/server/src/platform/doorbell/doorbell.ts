import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import type { RunId } from "@squadroom/core/run/run";
import { keepLine, type LineOptions } from "./line.ts";
import { type Rings, writeRings } from "./rings.ts";

/** Rings within this time travel together, ms. */
const COALESCE_MS = 5;

/**
 * Tells the other processes how far logs go. A ring says that there is something to read, never what; the sweep finds a
 * lost one.
 */
export interface Doorbell {
  ring(roomId: RoomId, seq: number): void;
  /** What waits for these people changed by other means than a room's log. */
  ringPeople(ids: readonly PersonId[]): void;
  /** A run said or did more. */
  ringOutput(roomId: RoomId, runId: RunId): void;
  /** Rings of other processes. */
  onRing(listener: (roomId: RoomId, seq: number) => void): void;
  /** The same for people. */
  onPeople(listener: (ids: readonly PersonId[]) => void): void;
  /** The same for runs. */
  onOutput(listener: (roomId: RoomId, runId: RunId) => void): void;
  /** Rings may have been lost. */
  onGap(listener: () => void): void;
  /** Opens the line if somebody is there to hear, closes it if nobody is. */
  tend(): void;
  /** Rings are being carried. */
  isOpen(): boolean;
  close(): Promise<void>;
}

export function createDoorbell(options: LineOptions): Doorbell {
  const line = keepLine(options, { heard, opened });
  const onRing: ((roomId: RoomId, seq: number) => void)[] = [];
  const onPeople: ((ids: readonly PersonId[]) => void)[] = [];
  const onOutput: ((roomId: RoomId, runId: RunId) => void)[] = [];
  const onGap: (() => void)[] = [];
  let rooms = new Map<RoomId, number>();
  let people = new Set<PersonId>();
  let runs = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let isSending = false;

  function opened(): void {
    for (const listener of onGap) listener();
  }

  function heard({ rooms, people, runs }: Rings): void {
    for (const [roomId, seq] of rooms) for (const listener of onRing) listener(roomId, seq);
    if (people.size > 0) for (const listener of onPeople) listener([...people]);
    for (const run of runs) {
      const [roomId, runId] = run.split("/");
      for (const listener of onOutput) listener(roomId as RoomId, Number(runId) as RunId);
    }
  }

  function ring(roomId: RoomId, seq: number): void {
    if (!line.isOpen()) return;
    rooms.set(roomId, Math.max(seq, rooms.get(roomId) ?? 0));
    schedule();
  }

  function ringPeople(ids: readonly PersonId[]): void {
    if (!line.isOpen()) return;
    for (const personId of ids) people.add(personId);
    schedule();
  }

  function ringOutput(roomId: RoomId, runId: RunId): void {
    if (!line.isOpen()) return;
    runs.add(`${roomId}/${runId}`);
    schedule();
  }

  function schedule(): void {
    if (isSending || rooms.size + people.size + runs.size === 0) return;
    timer ??= setTimeout(() => void flush(), COALESCE_MS);
  }

  /** One sending at a time: what comes meanwhile waits and travels together. */
  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer);
    timer = null;
    if (rooms.size + people.size + runs.size === 0) return;
    const payloads = writeRings({ sender: options.id, rooms, people, runs });
    rooms = new Map();
    people = new Set();
    runs = new Set();
    isSending = true;
    await line.send(payloads);
    isSending = false;
    schedule();
  }

  return {
    ring,
    ringPeople,
    ringOutput,
    onPeople: (listener) => void onPeople.push(listener),
    onOutput: (listener) => void onOutput.push(listener),
    onRing: (listener) => void onRing.push(listener),
    onGap: (listener) => void onGap.push(listener),
    tend: line.tend,
    isOpen: line.isOpen,
    close: () => line.close(flush),
  };
}
