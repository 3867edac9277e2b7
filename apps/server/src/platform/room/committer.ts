import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/log/view";
import { uuidv7 } from "uuidv7";
import {
  type Appender,
  ClockSkew,
  DatabaseRefused,
  DataFault,
  OutcomeUnknown,
} from "./appender.ts";
import { layOut, type RoomBatch, type RoomOutcome } from "./batch.ts";
import type { CachedRoom } from "./cached-room.ts";
import type { Clock } from "./clock.ts";

/** Caps of one batch. */
const BATCH_COMMANDS = 1_000;
const BATCH_BYTES = 4_000_000;

/**
 * From this many commands that wait or were just answered, a batch takes half of them at most. Whoever is
 * answered together asks together again, and one large batch would have server and database work in turns,
 * each waiting for the other; so, one half is decided while the other is written, and halves that became
 * uneven are even again with the next batch.
 */
const SPLIT_FROM = 8;

/** What the committer tells the rooms; all of it after the fact. */
export interface CommitListener {
  /** When a tick may find something in the room. */
  dueAt(view: RoomView): number | null;
  /** The batch's part of the room is durable. */
  committed(room: CachedRoom, batch: RoomBatch): void;
  /** It is not: another head, a used key, a revoked credential, evidence that no longer holds. */
  rejected(room: CachedRoom, batch: RoomBatch, outcome: RoomOutcome): void;
  /** Postgres refused the only command of the batch. */
  faulty(room: CachedRoom, error: unknown): void;
  /** The database writes nothing now, for whomever. */
  refused(room: CachedRoom, error: DatabaseRefused): void;
  /** Nobody can say what became of it. */
  unknown(room: CachedRoom, batch: RoomBatch, error: unknown): void;
}

/**
 * Group commit: one lane, one batch in flight. While one is under way the rooms gather the next.
 */
export function createCommitter(appender: Appender, clock: Clock, listener: CommitListener) {
  const dirty = new Set<CachedRoom>();
  let running: Promise<void> | null = null;

  /** The room has decided commands; they go with the next batch. */
  function schedule(room: CachedRoom): void {
    dirty.add(room);
    running ??= nextTurn().then(run);
  }

  async function run(): Promise<void> {
    try {
      let answered = 0;
      while (dirty.size > 0) {
        const batch = gather(share(answered));
        if (batch.length === 0) break;
        answered = batch.reduce((sum, { part }) => sum + part.entries.length, 0);
        await commit(batch);
      }
    } finally {
      running = null;
    }
    if ([...dirty].some((room) => room.inLine > 0 && !room.isFlying)) {
      running ??= nextTurn().then(run);
    }
  }

  function share(answered: number): number {
    let lively = answered;
    for (const room of dirty) lively += room.inLine;
    return lively < SPLIT_FROM ? BATCH_COMMANDS : Math.min(BATCH_COMMANDS, Math.ceil(lively / 2));
  }

  /** Round-robin over the dirty rooms: each gives what it has, up to its share, the rest stays in line. */
  function gather(most: number): { room: CachedRoom; part: RoomBatch }[] {
    const batch: { room: CachedRoom; part: RoomBatch }[] = [];
    let commands = 0;
    let bytes = 0;
    for (const room of [...dirty]) {
      dirty.delete(room);
      if (commands >= most || bytes >= BATCH_BYTES) {
        if (room.inLine > 0) dirty.add(room);
        continue;
      }
      const taken = room.take(most - commands);
      if (taken.length === 0) continue;
      commands += taken.length;
      for (const entry of taken) bytes += entry.weight;
      batch.push({ room, part: partOf(room) });
      if (room.inLine > 0) dirty.add(room);
    }
    return batch;
  }

  function partOf(room: CachedRoom): RoomBatch {
    const { id, head, flight } = room;
    const after = flight.at(-1)?.decision?.after ?? room.view;
    const isWrite = after.seq > head.seq;
    return {
      roomId: id,
      expected: head,
      next: isWrite ? { seq: after.seq, commitId: uuidv7() } : head,
      dueAt: isWrite ? listener.dueAt(after) : null,
      entries: flight,
    };
  }

  async function commit(batch: { room: CachedRoom; part: RoomBatch }[]): Promise<void> {
    let outcomes: RoomOutcome[];
    try {
      outcomes = await send(batch.map(({ part }) => part));
    } catch (error) {
      if (error instanceof DataFault) return split(batch, error);
      for (const { room, part } of batch) {
        if (error instanceof DatabaseRefused) listener.refused(room, error);
        else listener.unknown(room, part, error);
      }
      return;
    }
    const byId = new Map<RoomId, RoomOutcome>(outcomes.map((outcome) => [outcome.id, outcome]));
    for (const { room, part } of batch) {
      const outcome = byId.get(room.id);
      if (!outcome) throw new Error(`append said nothing of room ${room.id}`);
      if (outcome.outcome === "ok" || outcome.outcome === "committed_before")
        listener.committed(room, part);
      else if (outcome.outcome === "unknown")
        listener.unknown(room, part, new OutcomeUnknown("another transaction holds the room"));
      else listener.rejected(room, part, outcome);
    }
  }

  /** What was stamped by a clock that is off is decided again once the clock is set. */
  async function send(parts: RoomBatch[]): Promise<RoomOutcome[]> {
    try {
      return await appender.append(layOut(parts));
    } catch (error) {
      if (!(error instanceof ClockSkew)) throw error;
      await clock.measure();
      return parts.map(({ roomId }) => ({ id: roomId, outcome: "skew", detail: null }));
    }
  }

  /** Rooms one by one, then commands one by one: only the culprit is refused. */
  async function split(
    batch: { room: CachedRoom; part: RoomBatch }[],
    error: DataFault,
  ): Promise<void> {
    if (batch.length > 1) {
      for (const one of batch) await commit([one]);
      return;
    }
    const [only] = batch;
    if (!only) return;
    const { room, part } = only;
    if (part.entries.length === 1) return listener.faulty(room, error);
    room.narrow();
    await commit([{ room, part: partOf(room) }]);
    schedule(room);
  }

  return {
    schedule,
    /** Resolves when nothing is under way. */
    async idle(): Promise<void> {
      while (running) await running;
    },
  };
}

/** After the I/O that is ready now: what arrives together commits together. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
