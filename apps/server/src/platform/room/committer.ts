import type { RoomId } from "@squadroom/core/kernel/ids";
import { type Appender, ClockSkew, DatabaseRefused, DataFault, OutcomeUnknown } from "./appender.ts";
import { layOut, type RoomBatch, type RoomOutcome } from "./batch.ts";
import type { CachedRoom } from "./cached-room.ts";
import type { Clock } from "./clock.ts";
import { createGathering, type DueAt, type Gathered } from "./gathering.ts";

/** What the committer tells the rooms; all of it after the fact. */
export interface CommitListener {
  dueAt: DueAt;
  /** The batch's part of the room is durable. */
  committed(room: CachedRoom, batch: RoomBatch): void;
  /** It is not: another head, a used key, a revoked credential, evidence that no longer holds. */
  rejected(room: CachedRoom, batch: RoomBatch, outcome: RoomOutcome): void;
  /** Postgres refused the only command of the batch. */
  faulty(room: CachedRoom, error: unknown): void;
  /** The database now writes nothing, for anybody. */
  refused(room: CachedRoom, error: DatabaseRefused): void;
  /** Nobody can say what became of it. */
  unknown(room: CachedRoom, batch: RoomBatch, error: unknown): void;
}

/**
 * Group commit: one lane, one batch in flight. While one is under way the rooms gather the next.
 */
export function createCommitter(appender: Appender, clock: Clock, listener: CommitListener) {
  const gathering = createGathering(listener.dueAt);
  let running: Promise<void> | null = null;

  /** The room has decided commands; they go with the next batch. */
  function schedule(room: CachedRoom): void {
    gathering.add(room);
    running ??= nextTurn().then(run);
  }

  async function run(): Promise<void> {
    try {
      for (let batch = gathering.next(); batch.length > 0; batch = gathering.next()) await commit(batch);
    } finally {
      running = null;
    }
    if (gathering.isLeft()) running ??= nextTurn().then(run);
  }

  async function commit(batch: Gathered[]): Promise<void> {
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
      if (outcome.outcome === "ok" || outcome.outcome === "committed_before") listener.committed(room, part);
      else if (outcome.outcome === "unknown")
        listener.unknown(room, part, new OutcomeUnknown("another transaction holds the room"));
      else listener.rejected(room, part, outcome);
    }
  }

  /** Entries stamped by a clock that is off are decided again once the clock is set. */
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
  async function split(batch: Gathered[], error: DataFault): Promise<void> {
    if (batch.length > 1) {
      for (const one of batch) await commit([one]);
      return;
    }
    const [only] = batch;
    if (!only) return;
    const { room, part } = only;
    if (part.entries.length === 1) return listener.faulty(room, error);
    room.narrow();
    await commit([gathering.of(room)]);
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
