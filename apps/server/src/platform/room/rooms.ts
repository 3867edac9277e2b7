import { randomUUID } from "node:crypto";
import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Room } from "@squadroom/core/kernel/room";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { RoomView } from "@squadroom/core/log/view";
import type { Command, Given } from "@squadroom/core/room/command";
import { nextDeadline } from "@squadroom/core/room/tick";
import { uuidv7 } from "uuidv7";
import type { CredentialRef } from "../auth/principal.ts";
import { causeOf } from "../outage/cause.ts";
import { type Appender, codeOf, type DatabaseRefused, isData } from "./appender.ts";
import type { RoomBatch, RoomOutcome } from "./batch.ts";
import type { CachedRoom } from "./cached-room.ts";
import { catchUp, isLogged, readAhead } from "./catch-up.ts";
import type { Clock } from "./clock.ts";
import { createCommitter } from "./committer.ts";
import { type Answer, type CommandKey, decideOn, type Entry, weightOf } from "./entry.ts";
import type { ObservationBook } from "./observations.ts";
import type { Projection } from "./projection.ts";
import { createRoomCache } from "./room-cache.ts";
import { keyReused, outcomeUnknown, settlementOf, unavailable } from "./settlement.ts";
import type { SlowRoad } from "./slow-road.ts";
import { isSnapshotDue } from "./snapshot-due.ts";
import type { Store } from "./store.ts";
import type { Waiters } from "./waiters.ts";

/** After this many lost swaps a command takes the slow road, which always advances. */
const SLOW_AFTER = 3;
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
  /** Told how far a room's log goes after commits of this process. */
  ring?: (roomId: RoomId, seq: number) => void;
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
  ended?: Given["ended"];
  earlier?: Given["earlier"];
}

/** The rooms of this process: every write to room data goes through `execute`. */
export function createRooms(options: RoomsOptions) {
  const { store, clock, observations, waiters, log } = options;
  const cache = createRoomCache({ ...options, isWaitedIn: waiters.has });
  const underWay = new Map<string, { requestHash: string; answer: Promise<Answer> }>();
  let totalBytes = 0;

  const committer = createCommitter(options.appender, clock, {
    dueAt: (room) => deadlineOf(room.pending),
    committed,
    rejected: (room, batch, outcome) => void rejected(room, batch, outcome),
    faulty,
    refused,
    unknown,
  });

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
      if (same.requestHash !== key.requestHash) throw keyReused();
      key.onReplay?.();
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
    const room = cache.get(roomId) ?? (await cache.open(roomId));
    if (!room) throw refuse("room_unknown", "There is no such room.", { roomId });
    room.usedAt = Date.now();
    if (room.queue.length >= ROOM_QUEUE_MAX || totalBytes >= TOTAL_BYTES_MAX) {
      throw refuse("overloaded", "The room has too much work waiting.", {
        waiting: room.queue.length,
      });
    }
    const weight = weightOf(command);
    totalBytes += weight;
    return new Promise<Answer>((resolve, reject) => {
      const entry: Entry = {
        command,
        key,
        credential: how.credential ?? null,
        ended: how.ended ?? {},
        earlier: how.earlier ?? [],
        decision: null,
        weight,
        lost: 0,
        settle(answer) {
          totalBytes -= weight;
          resolve(answer);
        },
        fail(error) {
          totalBytes -= weight;
          reject(error);
        },
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
    committer.schedule(room);
    if (entry.decision && entry.decision.events.length > 0)
      waiters.offer(room.id, () => room.pending);
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
      blame(room, entry, error, "a command could not be decided");
      return false;
    }
  }

  function contextOf(room: CachedRoom, entry: Entry): Given {
    return {
      now: clock.now(),
      newId: uuidv7,
      leaseS: options.leaseS,
      ended: entry.ended,
      earlier: entry.earlier,
      /** Made when it is looked at: a tick does. */
      get seenAt() {
        return observations.of(room.id);
      },
      graceUntil: options.graceUntil(),
    };
  }

  function deadlineOf(view: RoomView): number | null {
    if (view.team === null || view.removedAt !== null) return null;
    const seen = observations.of(view.roomId);
    return nextDeadline(view as Room, seen, options.leaseS, options.graceUntil());
  }

  function committed(room: CachedRoom, batch: RoomBatch): void {
    const events = batch.entries.flatMap((entry) => entry.decision?.events ?? []);
    const last = batch.entries.at(-1)?.decision;
    room.flight = [];
    if (last) room.advance(last.after, batch.next, events);
    if (events.length > 0) options.publish(room, events);
    if (events.length > 0) options.ring?.(room.id, room.view.seq);
    for (const entry of batch.entries) if (entry.decision) entry.settle(entry.decision.answer);
    if (room.queue.length > 0) committer.schedule(room);
    cache.grown(room);
    if (isSnapshotDue(room)) snapshot(room);
  }

  function snapshot(room: CachedRoom): void {
    const { view } = room;
    room.snapshotSeq = view.seq;
    store.saveSnapshot(view).catch((error: unknown) => {
      log.warn({ err: error, roomId: room.id }, "couldn't store a snapshot; the next one will be");
    });
  }

  /** The swap did not happen: settle what is known, catch up, decide the rest again. */
  async function rejected(room: CachedRoom, batch: RoomBatch, outcome: RoomOutcome): Promise<void> {
    if (outcome.outcome === "lost" && outcome.again) {
      try {
        if (await isLogged(batch, store)) return committed(room, batch);
      } catch (error) {
        return unknown(room, batch, error);
      }
    }
    const entries = batch.entries.filter((entry) => !isSettled(entry, outcome));
    if (["lost", "busy", "skew"].includes(outcome.outcome))
      for (const entry of entries) entry.lost++;
    if (outcome.outcome === "busy")
      await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 8));
    await redecide(room, entries);
  }

  /** Answers an entry that the outcome itself settles. */
  function isSettled(entry: Entry, outcome: RoomOutcome): boolean {
    const settlement = settlementOf(entry, outcome);
    if (!settlement) return false;
    if (outcome.outcome === "revoked" && entry.credential) options.onRevoked([entry.credential.id]);
    if ("answer" in settlement) entry.settle(settlement.answer);
    else entry.fail(settlement.refusal);
    return true;
  }

  /** Takes the room to its head and decides these entries, and all that waits behind them, again. */
  async function redecide(room: CachedRoom, entries: Entry[]): Promise<void> {
    let unlock = () => {};
    room.locked = new Promise((resolve) => {
      unlock = resolve;
    });
    room.queue = [...entries, ...room.queue];
    room.flight = [];
    for (const entry of room.queue) entry.decision = null;
    let hasMoved: boolean;
    try {
      hasMoved = await catchUp(room, store, options.publish);
      for (let entry = takeSlow(room); entry; entry = takeSlow(room)) {
        hasMoved = true;
        await walkSlowRoad(room, entry);
      }
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
    if (hasMoved) waiters.offer(room.id, () => room.pending);
  }

  /** Takes the next entry that has lost too often out of the line. */
  function takeSlow(room: CachedRoom): Entry | undefined {
    const entry = room.queue.find(({ lost }) => lost >= SLOW_AFTER);
    if (entry) room.queue = room.queue.filter((other) => other !== entry);
    return entry;
  }

  /** Whatever happens on the way, the entry is answered, or is back in line. */
  async function walkSlowRoad(room: CachedRoom, entry: Entry): Promise<void> {
    let bug: unknown;
    try {
      const result = await options.slowRoad(room.view, room.head, (view) => {
        try {
          entry.decision = decideOn(view, entry.command, contextOf(room, entry), options.project);
        } catch (error) {
          bug = error;
          throw error;
        }
        return { entry, dueAt: deadlineOf(entry.decision.after) };
      });
      room.advance(result.view, result.head, result.events);
      room.pending = room.view;
      if (result.events.length > 0) {
        options.publish(room, result.events);
        options.ring?.(room.id, room.view.seq);
      }
      if (result.outcome.outcome === "ok" && entry.decision) entry.settle(entry.decision.answer);
      else if (!isSettled(entry, result.outcome)) {
        entry.lost = 0;
        room.queue.push(entry);
      }
    } catch (error) {
      const why = causeOf(error);
      if (!why && isData(codeOf(error)))
        blame(room, entry, error, "the database refused a command's data");
      else if (bug !== undefined) blame(room, entry, bug, "a command could not be decided");
      else {
        log.error({ err: error, roomId: room.id }, "a command was refused, or nobody knows");
        entry.fail(why?.state === "refusing" ? unavailable(why.words) : outcomeUnknown());
      }
      await catchUp(room, store, options.publish);
    }
  }

  /** Refuses the one command that is at fault, under an id that the log has too. */
  function blame(room: CachedRoom, entry: Entry, error: unknown, message: string): void {
    const errorId = randomUUID();
    log.error({ err: error, errorId, roomId: room.id, command: entry.command.type }, message);
    entry.fail(
      refuse("internal", "The server failed to do this; nothing was changed.", { errorId }),
    );
  }

  function faulty(room: CachedRoom, batch: RoomBatch, error: unknown): void {
    for (const entry of batch.entries)
      blame(room, entry, error, "the database refused a command's data");
    void redecide(room, []);
  }

  /** Nothing was written: who waits is told so at once, and why. */
  function refused(room: CachedRoom, batch: RoomBatch, error: DatabaseRefused): void {
    log.error({ err: error, roomId: room.id }, "the database refused a commit");
    room.queue = [...batch.entries, ...room.queue];
    room.flight = [];
    drop(room, error);
  }

  /** The batch's callers are told that nobody knows; what waited behind it was never sent. */
  function unknown(room: CachedRoom, batch: RoomBatch, error: unknown): void {
    log.error(
      { err: error, roomId: room.id, commands: batch.entries.length },
      "the outcome of a commit is unknown",
    );
    for (const entry of batch.entries) entry.fail(outcomeUnknown());
    room.flight = [];
    drop(room, error);
  }

  /** Forgets the room; who waits in it is told that nothing was done. */
  function drop(room: CachedRoom, error: unknown): void {
    cache.drop(room);
    const waiting = room.queue;
    room.queue = [];
    for (const entry of waiting) {
      entry.fail(unavailable(causeOf(error)?.words ?? String(error)));
    }
  }

  /** The room at its head as this process knows it; no older than `minSeq` where the log goes that far. */
  async function read(roomId: RoomId, minSeq = 0): Promise<CachedRoom | null> {
    const room = await cache.open(roomId);
    if (!room || room.view.seq >= minSeq) return room;
    await freshen(room);
    return room.view.seq >= minSeq ? room : readAhead(room, store);
  }

  /** Catches up with other processes, unless the room's own commits do so anyway. */
  async function freshen(room: CachedRoom): Promise<void> {
    if (room.locked) return room.locked;
    if (room.flight.length > 0 || room.queue.length > 0) return;
    await redecide(room, []);
  }

  return {
    execute,
    read,
    freshen,
    deadlineOf,
    cached: cache.all,
    /** The room, if it is in memory. */
    known: cache.get,
    forget: cache.forget,
    idle: () => committer.idle(),
    stats: () => ({
      cached: cache.count(),
      quarantined: cache.quarantined(),
      queuedBytes: totalBytes,
    }),
  };
}

export type Rooms = ReturnType<typeof createRooms>;
