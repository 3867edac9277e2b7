import type { RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { Sql } from "postgres";
import type { Clock } from "./clock.ts";
import type { Follower } from "./follower.ts";
import type { ObservationBook } from "./observations.ts";
import { createRetention, type Forget } from "./retention.ts";
import type { Rooms } from "./rooms.ts";
import type { Store } from "./store.ts";
import type { Waiters } from "./waiters.ts";

/** How long a room that couldn't be swept is left alone, doubled each time, up to the longest. */
const BACKOFF_MS = 5_000;

const BACKOFF_MAX_MS = 300_000;

const TICK_MS = 1_000;
const JITTER_MS = 200;
/** A longer time without the database, or without running at all, is an outage: nobody could give a sign of life. */
const OUTAGE_MS = 2 * (TICK_MS + JITTER_MS);
/** Sweeps between two steps of the retention, and between two looks at the database's clock. */
const RETENTION_EVERY = 60;
const MEASURE_EVERY = 600;
const ROOMS_PER_TICK = 100;
/** How long the owner of a due room has before others take it, ms. */
const OWNER_FIRST_MS = 3_000;

/**
 * Time as a command: takes rooms whose deadline has passed and executes `tick`; finds heads that other processes moved;
 * keeps waiting agents alive. Runs in every process; every room is open to all of them, and the swap decides.
 */
export function createSweeper(options: {
  sql: Sql;
  store: Store;
  rooms: Rooms;
  waiters: Waiters;
  observations: ObservationBook;
  clock: Clock;
  /** Rooms that somebody watches here. */
  watched: () => RoomId[];
  follower: Follower;
  /** Another process owns the room: left to it for a while, since two that tick at once lose swaps. */
  isElsewhere?: (roomId: RoomId) => boolean;
  /** Called before anybody is given up for lost after an outage, or after this process stood still. */
  onOutage: () => void;
  forgets?: readonly Forget[];
  /** Called at each sweep, before anything is read. */
  onSweep?: () => Promise<unknown>;
  log: { error: (details: object, message: string) => void };
}) {
  const { sql, store, rooms, waiters, observations, clock } = options;
  const retention = createRetention(sql, clock, options.forgets);
  const failing = createFailingRooms(clock, options.log);
  let timer: NodeJS.Timeout | null = null;
  let stopped = false;
  let running: Promise<void> | null = null;
  let round = 0;
  let contactAt = performance.now();

  function start() {
    if (stopped) return;
    const jitter = Math.random() * JITTER_MS;
    timer = setTimeout(() => {
      running = sweep().finally(() => {
        running = null;
        start();
      });
    }, TICK_MS + jitter);
    timer.unref();
  }

  async function sweep(): Promise<void> {
    round++;
    for (const waiter of waiters.all()) if (waiter.isOpen()) observations.touch(waiter.roomId, waiter.agentId);
    try {
      await clock.check();
      await options.onSweep?.();
      await followHeads();
      await tickDue();
      if (round % RETENTION_EVERY === 0) await retention.step();
      if (round % MEASURE_EVERY === 0) await clock.measure();
    } catch (error) {
      options.log.error({ err: error }, "a sweep failed; it runs again in a second");
    }
  }

  /** A lost ring of the doorbell is found here: rooms in use follow their heads. */
  async function followHeads(): Promise<void> {
    const followed = options.follower.inUse();
    if (followed.length === 0) return;
    const heads = await store.heads(followed);
    if (round % 2 === 0) await observations.refresh(options.watched());
    for (const [roomId, { seq }] of heads) {
      if (failing.has(roomId)) continue;
      await options.follower.follow(roomId, seq).catch((error: unknown) => failing.add(roomId, error));
    }
  }

  function noteContact(): void {
    const now = performance.now();
    if (now - contactAt > OUTAGE_MS) options.onOutage();
    contactAt = now;
  }

  async function tickDue(): Promise<void> {
    const now = clock.now();
    const due = await sql<{ id: RoomId; due_at: string }[]>`
      SELECT id, due_at FROM rooms WHERE due_at <= ${now} AND id <> ALL(${failing.all()}::uuid[])
      ORDER BY due_at LIMIT ${ROOMS_PER_TICK}`;
    noteContact();
    const ready = due
      .filter((row) => Number(row.due_at) < now - OWNER_FIRST_MS || !options.isElsewhere?.(row.id))
      .map((row) => row.id);
    if (ready.length === 0) return;
    await observations.refresh(ready);
    for (const id of ready) {
      noteContact();
      await tick(id).catch((error: unknown) => failing.add(id, error));
    }
    noteContact();
  }

  /** A tick that finds nothing still moves the deadline, or it would come again at once. */
  async function tick(roomId: RoomId): Promise<void> {
    const answer = await rooms.execute(roomId, { type: "tick" });
    failing.forget(roomId);
    const room = await rooms.read(roomId);
    if (!room) return;
    if (answer.ok && answer.reply.events !== 0) return;
    const dueAt = rooms.deadlineOf(room.view);
    const soonest = clock.now() + TICK_MS;
    await sql`
      UPDATE rooms SET due_at = ${dueAt === null ? null : Math.max(dueAt, soonest)}
      WHERE id = ${roomId} AND seq = ${room.head.seq} AND commit_id = ${room.head.commitId}`;
  }

  return {
    start,
    /** One round now; for tests and the fault harness. */
    sweep,
    async stop() {
      stopped = true;
      if (timer) clearTimeout(timer);
      await running;
    },
  };
}

/** Rooms that sweeps leave alone for a while. */
function createFailingRooms(clock: Clock, log: { error: (details: object, message: string) => void }) {
  const failing = new Map<RoomId, { until: number; delay: number }>();

  function has(roomId: RoomId): boolean {
    return (failing.get(roomId)?.until ?? 0) > clock.now();
  }

  function add(roomId: RoomId, error: unknown): void {
    // The database's trouble and not the room's: reported where it is noticed, once, and likely to be over soon.
    if (error instanceof RefusalError && error.code === "unavailable") {
      failing.set(roomId, { until: clock.now() + BACKOFF_MS, delay: BACKOFF_MS / 2 });
      return;
    }
    const delay = Math.min(BACKOFF_MAX_MS, (failing.get(roomId)?.delay ?? BACKOFF_MS / 2) * 2);
    failing.set(roomId, { until: clock.now() + delay, delay });
    log.error({ err: error, roomId }, `a room couldn't be swept; trying again in ${delay / 1000} s`);
  }

  return {
    has,
    add,
    forget: (roomId: RoomId) => failing.delete(roomId),
    all: () => [...failing.keys()].filter(has),
  };
}
