import { randomUUID } from "node:crypto";
import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { RoomView } from "@squadroom/core/log/view";
import type { Command, Context } from "@squadroom/core/room/command";
import type { Room } from "@squadroom/core/room/room";
import { nextDeadline } from "@squadroom/core/room/tick";
import { uuidv7 } from "uuidv7";
import type { CredentialRef } from "../auth/principal.ts";
import type { Appender } from "./appender.ts";
import type { RoomBatch, RoomOutcome } from "./batch.ts";
import { CachedRoom } from "./cached-room.ts";
import type { Clock } from "./clock.ts";
import { createCommitter } from "./committer.ts";
import { type Answer, type CommandKey, decideOn, type Entry } from "./entry.ts";
import type { ObservationBook } from "./observations.ts";
import type { Projection } from "./projection.ts";
import type { SlowRoad } from "./slow-road.ts";
import { fold, type Store, UnreadableRoom } from "./store.ts";
import type { Waiters } from "./waiters.ts";

/** After this many lost swaps a command takes the slow road, which always advances. */
const SLOW_AFTER = 3;
const SNAPSHOT_EVERY = 200;
/** Commands that may wait in one room, and bytes in all rooms: more are refused before they are decided. */
const ROOM_QUEUE_MAX = 2_000;
const TOTAL_BYTES_MAX = 64_000_000;

export interface RoomsOptions {
  store: Store;
  appender: Appender;
  slowRoad: SlowRoad;
  clock: Clock;
  observations: ObservationBook;
  waiters: Waiters;
  project: Projection;
  leaseS: LeaseTimes;
  /** Silence ends nothing before this time, epoch ms. */
  graceUntil: () => number;
  /** Told of every committed event, in order, before anybody is answered. */
  publish: (room: CachedRoom, events: RoomEvent[]) => void;
  onRevoked: (credentialIds: string[]) => void;
  cacheBytes: number;
  log: {
    error: (details: object, message: string) => void;
    warn: (details: object, message: string) => void;
  };
}

export interface ExecuteOptions {
  key?: CommandKey | null;
  credential?: CredentialRef | null;
  ended?: Context["ended"];
}

/** The rooms of this process: every write to room data goes through `execute`. */
export function createRooms(options: RoomsOptions) {
  const { store, clock, observations, waiters, log } = options;
  const cache = new Map<RoomId, CachedRoom>();
  const loading = new Map<RoomId, Promise<CachedRoom | null>>();
  const underWay = new Map<string, { requestHash: string; answer: Promise<Answer> }>();
  let totalBytes = 0;

  const committer = createCommitter(options.appender, clock, {
    dueAt: (room) => deadlineOf(room.pending),
    committed,
    rejected: (room, batch, outcome) => void rejected(room, batch, outcome),
    faulty,
    unknown,
  });

  async function open(roomId: RoomId): Promise<CachedRoom | null> {
    const known = cache.get(roomId);
    if (known) {
      known.usedAt = Date.now();
      return known;
    }
    const pending = loading.get(roomId) ?? load(roomId);
    loading.set(roomId, pending);
    return pending;
  }

  async function load(roomId: RoomId): Promise<CachedRoom | null> {
    try {
      const [loaded] = await Promise.all([store.load(roomId), observations.refresh([roomId])]);
      if (!loaded) return null;
      const room = new CachedRoom(roomId, loaded);
      room.usedAt = Date.now();
      cache.set(roomId, room);
      evict();
      return room;
    } catch (error) {
      if (error instanceof UnreadableRoom) {
        log.error(
          { err: error, roomId },
          "room quarantined: its log cannot be read by this release",
        );
        throw refuse(
          "room_quarantined",
          "This room's log has something that this release cannot read.",
          { roomId },
        );
      }
      throw error;
    } finally {
      loading.delete(roomId);
    }
  }

  /** Bytes bound the cache; a room with pending work or waiting agents stays. */
  function evict(): void {
    let total = 0;
    for (const room of cache.values()) total += room.weight;
    if (total <= options.cacheBytes) return;
    const oldest = [...cache.values()].sort((a, b) => a.usedAt - b.usedAt);
    for (const room of oldest) {
      if (total <= options.cacheBytes) return;
      if (room.isBusy || waiters.has(room.id)) continue;
      total -= room.weight;
      cache.delete(room.id);
    }
  }

  /**
   * Runs a command: resolves with the answer once it is durable, a refusal included.
   * A duplicate of a command under way joins it. @throws RefusalError `key_reused`, `overloaded`,
   * `room_unknown`, `outcome_unknown`, `unavailable`, `internal`
   */
  async function execute(
    roomId: RoomId,
    command: Command,
    how: ExecuteOptions = {},
  ): Promise<Answer> {
    const key = how.key ?? null;
    const name = key ? `${roomId} ${key.credentialId} ${key.key}` : null;
    const same = name ? underWay.get(name) : undefined;
    if (same && key) {
      if (same.requestHash !== key.requestHash) throw keyReused(key.key);
      return same.answer;
    }
    const answer = run(roomId, command, key, how);
    if (name && key) {
      underWay.set(name, { requestHash: key.requestHash, answer });
      const done = () => underWay.delete(name);
      answer.then(done, done);
    }
    return answer;
  }

  async function run(
    roomId: RoomId,
    command: Command,
    key: CommandKey | null,
    how: ExecuteOptions,
  ): Promise<Answer> {
    const room = cache.get(roomId) ?? (await open(roomId));
    if (!room) throw refuse("room_unknown", "There is no such room.", { roomId });
    room.usedAt = Date.now();
    if (room.queue.length >= ROOM_QUEUE_MAX || totalBytes >= TOTAL_BYTES_MAX) {
      throw refuse("overloaded", "The room has more work waiting than it takes.", {
        waiting: room.queue.length,
      });
    }
    return new Promise<Answer>((resolve, reject) => {
      const entry: Entry = {
        command,
        key,
        credential: how.credential ?? null,
        ended: how.ended ?? {},
        decision: null,
        lost: 0,
        settle: resolve,
        fail: reject,
      };
      enqueue(room, entry);
    });
  }

  /** Decides on the pending view and puts the entry in line. */
  function enqueue(room: CachedRoom, entry: Entry): void {
    if (room.locked) {
      // Decided once the catch-up under way has given the room its head.
      room.queue.push(entry);
      return;
    }
    if (!decideEntry(room, entry)) return;
    room.queue.push(entry);
    totalBytes += entry.decision?.bytes ?? 0;
    committer.schedule(room);
    if (entry.decision && entry.decision.events.length > 0) waiters.offer(room.id, () => room.pending);
  }

  /** A throw is a bug: it refuses this command under an error id and changes nothing. */
  function decideEntry(room: CachedRoom, entry: Entry): boolean {
    try {
      entry.decision = decideOn(
        room.pending,
        entry.command,
        contextOf(room, entry),
        options.project,
      );
      room.pending = entry.decision.after;
      return true;
    } catch (error) {
      const errorId = randomUUID();
      log.error(
        { err: error, errorId, roomId: room.id, command: entry.command.type },
        "a command could not be decided",
      );
      entry.fail(
        refuse("internal", "The server failed to decide this; nothing was changed.", { errorId }),
      );
      return false;
    }
  }

  function contextOf(room: CachedRoom, entry: Entry): Context {
    return {
      now: clock.now(),
      newId: uuidv7,
      leaseS: options.leaseS,
      ended: entry.ended,
      seenAt: observations.of(room.id),
      graceUntil: options.graceUntil(),
    };
  }

  function deadlineOf(view: RoomView): number | null {
    if (view.team === null || view.removedAt !== null) return null;
    return nextDeadline(view as Room, observations.of(view.roomId), options.leaseS);
  }

  function committed(room: CachedRoom, batch: RoomBatch): void {
    const events = batch.entries.flatMap((entry) => entry.decision?.events ?? []);
    const last = batch.entries.at(-1)?.decision;
    room.flight = [];
    if (last) room.advance(last.after, batch.next, events);
    if (events.length > 0) options.publish(room, events);
    for (const entry of batch.entries) finish(entry);
    if (room.queue.length > 0) committer.schedule(room);
    if (room.head.seq - room.snapshotSeq >= SNAPSHOT_EVERY) snapshot(room);
  }

  function finish(entry: Entry): void {
    totalBytes -= entry.decision?.bytes ?? 0;
    if (entry.decision) entry.settle(entry.decision.answer);
  }

  function snapshot(room: CachedRoom): void {
    const { view } = room;
    room.snapshotSeq = view.seq;
    store.saveSnapshot(view).catch((error: unknown) => {
      log.warn({ err: error, roomId: room.id }, "a snapshot was not stored; the next one will be");
    });
  }

  /** The swap did not happen: settle what is known, catch up, decide the rest again. */
  async function rejected(room: CachedRoom, batch: RoomBatch, outcome: RoomOutcome): Promise<void> {
    const entries = batch.entries.filter((entry) => !settledBy(entry, outcome));
    if (outcome.outcome === "lost") for (const entry of entries) entry.lost++;
    if (outcome.outcome === "busy") {
      for (const entry of entries) entry.lost++;
      await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 8));
    }
    if (outcome.outcome === "guard") await observations.refresh([room.id]).catch(() => undefined);
    await redecide(room, entries);
  }

  /** Answers an entry that the outcome itself settles. */
  function settledBy(entry: Entry, { outcome, detail }: RoomOutcome): boolean {
    if (outcome === "duplicate" && entry.key) {
      const used = (detail as StoredKey[]).find(
        ({ key, credentialId }) =>
          key === entry.key?.key && credentialId === entry.key.credentialId,
      );
      if (!used) return false;
      release(entry);
      if (used.requestHash === entry.key.requestHash)
        entry.settle({ ...used.reply, seq: used.seq });
      else entry.fail(keyReused(used.key));
      return true;
    }
    if (
      outcome === "revoked" &&
      entry.credential &&
      (detail as string[]).includes(entry.credential.id)
    ) {
      release(entry);
      options.onRevoked([entry.credential.id]);
      entry.fail(refuse("unauthorized", "This credential was revoked or changed.", {}));
      return true;
    }
    if (outcome === "reader") {
      release(entry);
      entry.fail(refuse("room_quarantined", "This room is written by a newer release.", {}));
      return true;
    }
    return false;
  }

  function release(entry: Entry): void {
    totalBytes -= entry.decision?.bytes ?? 0;
    entry.decision = null;
  }

  /** Takes the room to its head and decides these entries, and all that waits behind them, again. */
  async function redecide(room: CachedRoom, entries: Entry[]): Promise<void> {
    let unlock = () => {};
    room.locked = new Promise((resolve) => {
      unlock = resolve;
    });
    for (const entry of [...entries, ...room.queue]) release(entry);
    room.queue = [...entries, ...room.queue];
    room.flight = [];
    try {
      await catchUp(room);
      const slow = room.queue.filter((entry) => entry.lost >= SLOW_AFTER);
      room.queue = room.queue.filter((entry) => entry.lost < SLOW_AFTER);
      for (const entry of slow) await takeSlowRoad(room, entry);
    } catch (error) {
      drop(room, error);
      return;
    } finally {
      room.locked = null;
      unlock();
    }
    const again = room.queue;
    room.queue = [];
    room.pending = room.view;
    for (const entry of again) enqueue(room, entry);
  }

  /** Folds what others have committed; a head that does not extend the cache drops the cache. */
  async function catchUp(room: CachedRoom): Promise<void> {
    for (let moved = false; ; ) {
      const events = await store.eventsAfter(room.id, room.view.seq, 1_000);
      if (events.length > 0) {
        moved = true;
        const view = fold(room.view, events);
        room.advance(view, { seq: view.seq, commitId: room.head.commitId }, events);
        options.publish(room, events);
      }
      const head = await store.head(room.id);
      if (!head) throw refuse("room_unknown", "There is no such room.", { roomId: room.id });
      if (head.seq === room.view.seq) {
        if (!moved && head.commitId !== room.head.commitId) {
          throw new Error(`room ${room.id} has another history than this process knows`);
        }
        room.head = head;
        room.pending = room.view;
        return;
      }
      if (head.seq < room.view.seq)
        throw new Error(`the log of room ${room.id} went back to ${head.seq}`);
    }
  }

  async function takeSlowRoad(room: CachedRoom, entry: Entry): Promise<void> {
    const result = await options.slowRoad(room.view, room.head, (view) => {
      entry.decision = decideOn(view, entry.command, contextOf(room, entry), options.project);
      return { entry, dueAt: deadlineOf(entry.decision.after) };
    });
    room.advance(result.view, result.head, result.events);
    room.pending = room.view;
    if (result.events.length > 0) options.publish(room, result.events);
    if (result.outcome.outcome === "ok") {
      entry.settle((entry.decision as NonNullable<Entry["decision"]>).answer);
      return;
    }
    if (settledBy(entry, result.outcome)) return;
    entry.lost = 0;
    room.queue.push(entry);
  }

  function faulty(room: CachedRoom, batch: RoomBatch, error: unknown): void {
    const errorId = randomUUID();
    const [entry] = batch.entries;
    log.error(
      { err: error, errorId, roomId: room.id, command: entry?.command.type },
      "the database refused a command's data",
    );
    if (entry) {
      release(entry);
      entry.fail(
        refuse("internal", "The server could not store this; nothing was changed.", { errorId }),
      );
    }
    void redecide(room, []);
  }

  /** The batch's callers are told that nobody knows; what waited behind it was never sent. */
  function unknown(room: CachedRoom, batch: RoomBatch, error: unknown): void {
    log.error(
      { err: error, roomId: room.id, commands: batch.entries.length },
      "the outcome of a commit is unknown",
    );
    for (const entry of batch.entries) {
      release(entry);
      entry.fail(
        refuse(
          "outcome_unknown",
          "The database did not answer; this may or may not have happened.",
          {},
        ),
      );
    }
    room.flight = [];
    drop(room, error);
  }

  /** Forgets the room; who waits in it is told that nothing was done. */
  function drop(room: CachedRoom, error: unknown): void {
    if (cache.get(room.id) === room) cache.delete(room.id);
    const waiting = room.queue;
    room.queue = [];
    for (const entry of waiting) {
      release(entry);
      entry.fail(
        refuse("unavailable", "The room cannot be reached now; nothing was done.", {
          cause: String(error),
        }),
      );
    }
  }

  /** The room at its head as this process knows it; no older than `minSeq` where given. */
  async function read(roomId: RoomId, minSeq = 0): Promise<CachedRoom | null> {
    const room = await open(roomId);
    if (room && room.view.seq < minSeq) await freshen(room);
    return room;
  }

  /** Catches up with other processes, unless the room's own commits do so anyway. */
  async function freshen(room: CachedRoom): Promise<void> {
    if (room.locked) return room.locked;
    if (room.flight.length > 0 || room.queue.length > 0) return;
    await redecide(room, []);
    waiters.offer(room.id, () => room.pending);
  }

  return {
    execute,
    read,
    freshen,
    deadlineOf,
    cached: () => [...cache.values()],
    forget: (roomId: RoomId) => cache.delete(roomId),
    idle: () => committer.idle(),
    stats: () => ({ cached: cache.size, queuedBytes: totalBytes }),
  };
}

interface StoredKey {
  credentialId: string;
  key: string;
  requestHash: string;
  seq: number;
  reply: Answer;
}

function keyReused(key: string) {
  return refuse("key_reused", "This idempotency key was used for another request.", { key });
}

export type Rooms = ReturnType<typeof createRooms>;
