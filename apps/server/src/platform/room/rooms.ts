import type { Command, CommandType, Given, Replies } from "@squadroom/core/kernel/command";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { CredentialRef } from "../auth/principal.ts";
import type { Appender } from "./appender.ts";
import type { RoomBatch } from "./batch.ts";
import type { CachedRoom } from "./cached-room.ts";
import { readAhead } from "./catch-up.ts";
import { createCommitter } from "./committer.ts";
import { createDeciding, type DecidingOptions } from "./deciding.ts";
import { type Answer, type CommandKey, type Entry, weightOf } from "./entry.ts";
import { type Erase, type Erasure, isOutdated } from "./erasing.ts";
import { createRecovery } from "./recovery.ts";
import { createRoomCache, type RoomCache } from "./room-cache.ts";
import { keyReused } from "./settlement.ts";
import type { SlowRoad } from "./slow-road.ts";
import type { Store } from "./store.ts";
import type { Waiters } from "./waiters.ts";

const SNAPSHOT_EVERY = 200;

/** For every so many bytes of a room, its snapshot is stored so many events later: writing it costs that much more. */
const SNAPSHOT_BYTES = 1_000_000;

const SNAPSHOT_EVERY_MAX = 2_000;

/** Most commands that may wait in one room, and most bytes in all rooms: more are refused before they are decided. */
const ROOM_QUEUE_MAX = 2_000;
const TOTAL_BYTES_MAX = 64_000_000;

export interface RoomsOptions extends DecidingOptions {
  store: Store;
  appender: Appender;
  slowRoad: SlowRoad;
  erasing: Erase;
  waiters: Waiters;
  /** Called with every committed event, in order, before anybody is answered. */
  publish: (room: CachedRoom, events: RoomEvent[]) => void;
  /** Called with how far a room's log goes after commits of this process. */
  ring?: (roomId: RoomId, seq: number) => void;
  onRevoked: (credentialIds: string[]) => void;
  cacheBytes: number;
  /** How much may wait in all rooms together. */
  queueBytes?: number;
  log: {
    error: (details: object, message: string) => void;
    warn: (details: object, message: string) => void;
  };
}

export interface ExecuteOptions {
  key?: CommandKey | null;
  credential?: CredentialRef | null;
  ended?: Given["ended"];
  earlier?: Given["earlier"];
  onCommit?: Entry["onCommit"];
}

/** The rooms of this process: every write to room data goes through `execute`. */
export function createRooms(options: RoomsOptions) {
  const { store, waiters, log, queueBytes = TOTAL_BYTES_MAX } = options;
  const cache = createRoomCache({ ...options, isWaitedIn: waiters.has });
  const deciding = createDeciding(options);
  const recovery = createRecovery({
    ...options,
    deciding,
    committed,
    tell,
    ring: (room) => options.ring?.(room.id, room.view.seq),
    put,
    offer,
    drop: cache.drop,
  });
  const committer = createCommitter(options.appender, options.clock, {
    ...recovery,
    dueAt: deciding.deadlineOf,
    committed,
  });
  const { execute, queuedBytes } = createIntake(cache, queueBytes, put);

  /** Decides on the pending view and puts the entry in line; in a locked room, the decision comes later. */
  function put(room: CachedRoom, entry: Entry): void {
    try {
      room.put(entry, (view) => deciding.decide(view, entry));
    } catch (error) {
      deciding.blame(room.view, entry, error, "a command could not be decided");
      return;
    }
    if (entry.decision === null) return;
    committer.schedule(room);
    if (entry.decision.events.length > 0) offer(room);
  }

  function offer(room: CachedRoom): void {
    waiters.offer(room.id, () => room.pending);
  }

  function tell(room: CachedRoom, events: RoomEvent[]): void {
    room.remember(events);
    options.publish(room, events);
    if (isOutdated(room.view, room.loadedSeq)) cache.drop(room);
  }

  function committed(room: CachedRoom, { entries, next }: RoomBatch): void {
    const events = entries.flatMap((entry) => entry.decision?.events ?? []);
    room.committed(next);
    if (events.length > 0) {
      tell(room, events);
      options.ring?.(room.id, room.view.seq);
    }
    for (const { decision, onCommit, settle } of entries) {
      if (!decision) continue;
      onCommit?.(decision.steps);
      settle(decision.answer);
    }
    if (room.inLine > 0) committer.schedule(room);
    cache.grown(room);
    if (isSnapshotDue(room)) snapshot(room);
  }

  function snapshot(room: CachedRoom): void {
    const { view } = room;
    if (isOutdated(view, room.loadedSeq)) return;
    room.snapshotSeq = view.seq;
    store.saveSnapshot(view).catch((error: unknown) => {
      log.warn({ err: error, roomId: room.id }, "couldn't store a snapshot; the next one will be");
    });
  }

  /** The room at its head as this process knows it; no older than `minSeq` if the log goes that far. */
  async function read(roomId: RoomId, minSeq = 0): Promise<CachedRoom | null> {
    const room = await cache.open(roomId);
    if (!room || room.view.seq >= minSeq) return room;
    await freshen(room);
    if (isOutdated(room.view, room.loadedSeq)) return cache.open(roomId);
    return room.view.seq >= minSeq ? room : readAhead(room, store);
  }

  /** Catches up with other processes, unless the room's own commits do so anyway. */
  async function freshen(room: CachedRoom): Promise<void> {
    if (room.locked) return room.locked;
    if (!room.isBusy) await recovery.redecide(room);
  }

  /** Deletes sessions in a transaction of its own; then this process continues with what is left of the room. */
  async function erase(roomId: RoomId, erasure: Erasure): Promise<Answer<Replies["deleteSessions"]>> {
    const answer = await options.erasing(deciding, roomId, erasure);
    const known = cache.get(roomId);
    if (known) await freshen(known);
    // What was decided is an answer to this very command.
    return answer as Answer<Replies["deleteSessions"]>;
  }

  return {
    execute,
    erase,
    read,
    freshen,
    deadlineOf: deciding.deadlineOf,
    cached: cache.all,
    /** The room, if it is in memory. */
    known: cache.get,
    forget: cache.forget,
    idle: () => committer.idle(),
    stats: () => ({
      cached: cache.count(),
      quarantined: cache.quarantined(),
      queuedBytes: queuedBytes(),
    }),
  };
}

/** Commands on their way in: within the limits, and each key once. */
function createIntake(cache: RoomCache, queueBytes: number, put: (room: CachedRoom, entry: Entry) => void) {
  const underWay = new Map<string, { requestHash: string; answer: Promise<Answer> }>();
  let totalBytes = 0;

  /**
   * Runs a command: resolves with the answer once it is durable, a refusal included. A duplicate of a command under way
   * joins it.
   *
   * @throws RefusalError `key_reused`, `overloaded`, `room_unknown`, `outcome_unknown`, `unavailable`, `internal`
   */
  async function execute<T extends CommandType>(
    roomId: RoomId,
    command: Command & { type: T },
    how: ExecuteOptions = {},
  ): Promise<Answer<Replies[T]>> {
    // What was decided, or is stored under the key, answers this very command.
    return once(roomId, command, how) as Promise<Answer<Replies[T]>>;
  }

  async function once(roomId: RoomId, command: Command, how: ExecuteOptions): Promise<Answer> {
    const { key } = how;
    if (!key) return run(roomId, command, how);
    const name = `${roomId} ${key.credentialId} ${key.key}`;
    const same = underWay.get(name);
    if (same) {
      if (same.requestHash !== key.requestHash) throw keyReused();
      key.onReplay?.();
      return same.answer;
    }
    const answer = run(roomId, command, how);
    underWay.set(name, { requestHash: key.requestHash, answer });
    const done = () => underWay.delete(name);
    answer.then(done, done);
    return answer;
  }

  async function run(roomId: RoomId, command: Command, how: ExecuteOptions): Promise<Answer> {
    // Without a turn in between if it is in memory: what is offered is taken in the same commit.
    const room = cache.get(roomId) ?? (await cache.open(roomId));
    if (!room) throw refuse("room_unknown", "There is no such room.", { roomId });
    room.usedAt = Date.now();
    if (room.inLine >= ROOM_QUEUE_MAX || totalBytes >= queueBytes) {
      throw refuse("overloaded", "The room has too much work waiting.", { waiting: room.inLine });
    }
    const weight = weightOf(command);
    totalBytes += weight;
    return new Promise<Answer>((resolve, reject) => {
      put(room, {
        command,
        key: how.key ?? null,
        credential: how.credential ?? null,
        ended: how.ended ?? {},
        earlier: how.earlier ?? [],
        decision: null,
        weight,
        lost: 0,
        onCommit: how.onCommit,
        settle(answer) {
          totalBytes -= weight;
          resolve(answer);
        },
        fail(error) {
          totalBytes -= weight;
          reject(error);
        },
      });
    });
  }

  return { execute, queuedBytes: () => totalBytes };
}

export type Rooms = ReturnType<typeof createRooms>;

/** So much has happened since the last snapshot that opening the room would take long. */
function isSnapshotDue({ head, snapshotSeq, weight }: Pick<CachedRoom, "head" | "snapshotSeq" | "weight">): boolean {
  const every = SNAPSHOT_EVERY * (1 + Math.floor(weight / SNAPSHOT_BYTES));
  return head.seq - snapshotSeq >= Math.min(every, SNAPSHOT_EVERY_MAX);
}
