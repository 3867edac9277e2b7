import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { type Cursor, LIVE_CLOSE, type RoomTopic, type ServerMessage } from "@squadroom/core/live/protocol";
import { createTurns } from "../room/folds.ts";
import { isFull } from "./slow-lines.ts";
import type { Client, HubOptions, Lines, Place } from "./viewer.ts";

/** One write per client for everything within this time, ms. */
const FLUSH_MS = 15;
/** If writing to all of them takes longer than that, they hear less often, and of more at once. */
const FLUSH_MAX_MS = 120;
/** How many parts of time pass between writings for each part that they take. */
const PAUSE_PARTS = 4;
const TOPICS_MAX = 50;

/** One writing at a time: the next would meet clients that the previous one has not yet reached. */
function createPace(isEmpty: () => boolean, flush: () => Promise<void>) {
  let timer: NodeJS.Timeout | null = null;
  let isFlushing = false;
  let pauseMs = FLUSH_MS;

  function schedule(): void {
    if (isFlushing || isEmpty()) return;
    timer ??= setTimeout(() => {
      timer = null;
      isFlushing = true;
      const began = performance.now();
      void flush().finally(() => {
        isFlushing = false;
        const took = performance.now() - began;
        pauseMs = Math.min(FLUSH_MAX_MS, Math.max(FLUSH_MS, took * PAUSE_PARTS));
        schedule();
      });
    }, pauseMs);
  }

  return {
    schedule,
    close(): void {
      if (timer) clearTimeout(timer);
    },
  };
}

/** Rooms' logs for their viewers: a snapshot or what they missed, then every event, in order. */
export function createRoomStream(
  options: Pick<HubOptions, "epoch" | "mayWatch" | "snapshot" | "eventsSince" | "log">,
  { send, write, hold }: Lines,
) {
  const watchers = new Map<RoomId, Set<Client>>();
  const outbox = createOutbox();
  const { frameOf, fillGap, sendSnapshot } = createGaps(options, { write, hold });
  const pace = createPace(() => outbox.isEmpty(), flush);

  /** Committed events of a room, in order. */
  function publish(roomId: RoomId, events: RoomEvent[]): void {
    if (!watchers.has(roomId)) return;
    outbox.add(roomId, events);
    pace.schedule();
  }

  async function flush(): Promise<void> {
    const turn = createTurns();
    for (const [roomId, events] of outbox.take()) {
      const first = events[0];
      const last = events.at(-1);
      const room = watchers.get(roomId);
      if (!first || !last || !room) continue;
      // Serialised once for all viewers directly before it.
      const frame = frameOf(roomId, events);
      for (const client of Array.from(room)) {
        const place = client.rooms.get(roomId);
        if (!place || place.seq === null || place.seq >= last.seq) continue;
        if (place.seq === first.seq - 1 && !isFull(client)) {
          place.seq = last.seq;
          write(client, frame);
        } else void fillGap(client, roomId, place);
        const pause = turn();
        if (pause) await pause;
      }
    }
  }

  /**
   * From the cursor, if it belongs to this history, otherwise from a snapshot. Resolves to whether it continues from
   * the cursor, and so has only events.
   */
  async function subscribe(client: Client, topic: RoomTopic, cursor: Cursor | undefined): Promise<boolean> {
    const roomId = roomOfTopic(topic);
    if (!options.mayWatch(client.principal, roomId)) throw refuse("room_unknown", "There is no such room.", {});
    if (client.rooms.size >= TOPICS_MAX)
      throw refuse("limit_reached", `A connection watches at most ${TOPICS_MAX} rooms.`, {});
    const place: Place = { seq: null, filling: false, again: false, isFresh: false };
    client.rooms.set(roomId, place);
    const room = watchers.get(roomId) ?? new Set<Client>();
    watchers.set(roomId, room.add(client));
    if (cursor && cursor.epoch === options.epoch()) {
      const events = await options.eventsSince(roomId, cursor.seq);
      if (client.rooms.get(roomId) !== place) return false;
      if (events !== null) {
        place.seq = events.at(-1)?.seq ?? cursor.seq;
        send(client, { type: "resumed", topic, cursor, head: place.seq });
        if (events.length > 0) write(client, frameOf(roomId, events));
        await fillGap(client, roomId, place);
        return true;
      }
    }
    await sendSnapshot(client, roomId, place);
    await fillGap(client, roomId, place);
    return false;
  }

  function unsubscribe(client: Client, roomId: RoomId): void {
    client.rooms.delete(roomId);
    const room = watchers.get(roomId);
    room?.delete(client);
    if (room?.size === 0) watchers.delete(roomId);
  }

  return {
    publish,
    subscribe,
    unsubscribe,
    /** Who watches which room. */
    watchers: watchers as ReadonlyMap<RoomId, ReadonlySet<Client>>,
    /** Its socket has room again: what was held back is now read. */
    catchUp(client: Client): void {
      for (const [roomId, place] of client.rooms) void fillGap(client, roomId, place);
    },
    /** The log goes this far, according to the database: viewers behind that are brought there. */
    follow(roomId: RoomId, seq: number): void {
      for (const client of watchers.get(roomId) ?? []) {
        const place = client.rooms.get(roomId);
        if (place && place.seq !== null && place.seq < seq) void fillGap(client, roomId, place);
      }
    },
    /** Drops its places in all rooms that it may no longer watch; resolves to these. */
    recheck(client: Client): RoomId[] {
      const lost = [...client.rooms.keys()].filter((id) => !options.mayWatch(client.principal, id));
      for (const roomId of lost) unsubscribe(client, roomId);
      return lost;
    },
    forget(client: Client): void {
      for (const roomId of client.rooms.keys()) unsubscribe(client, roomId);
    },
    close: pace.close,
  };
}

/** What a viewer lacks of a room: from the log, or all of it as a snapshot. */
function createGaps(
  options: Pick<HubOptions, "epoch" | "snapshot" | "eventsSince" | "log">,
  { write, hold }: Pick<Lines, "write" | "hold">,
) {
  function frameOf(roomId: RoomId, events: RoomEvent[]): Buffer {
    const topic: RoomTopic = `room:${roomId}`;
    const message: ServerMessage = { type: "events", topic, epoch: options.epoch(), events };
    return Buffer.from(JSON.stringify([message]));
  }

  /** A gap is filled from the log, never skipped: one read at a time, until there is no more to read. */
  async function fillGap(client: Client, roomId: RoomId, place: Place): Promise<void> {
    place.again = true;
    if (place.filling) return;
    place.filling = true;
    try {
      while (place.again) {
        if (isFull(client)) return hold(client);
        place.again = false;
        await fillOnce(client, roomId, place);
      }
    } catch (error) {
      options.log.warn({ err: error, roomId }, "a viewer's gap couldn't be filled; it reconnects");
      client.socket.close(LIVE_CLOSE.stopping, "try again");
    } finally {
      place.filling = false;
    }
  }

  async function fillOnce(client: Client, roomId: RoomId, place: Place): Promise<void> {
    if (place.isFresh) await sendSnapshot(client, roomId, place);
    const from = place.seq;
    if (from === null) return;
    const events = await options.eventsSince(roomId, from);
    if (client.rooms.get(roomId) !== place) return;
    if (place.seq !== from) {
      place.again = true;
      return;
    }
    if (events === null) {
      await sendSnapshot(client, roomId, place);
      place.again = true;
    } else if (events.length > 0) {
      place.seq = events.at(-1)?.seq ?? from;
      write(client, frameOf(roomId, events));
      place.again = true;
    }
  }

  async function sendSnapshot(client: Client, roomId: RoomId, place: Place): Promise<void> {
    place.seq = null;
    // One at a time per socket, however many rooms it asks for without reading.
    place.isFresh = isFull(client);
    if (place.isFresh) return hold(client);
    const snapshot = await options.snapshot(client.principal, roomId);
    if (client.rooms.get(roomId) !== place) return;
    place.isFresh = isFull(client);
    if (place.isFresh) return hold(client);
    place.seq = snapshot.seq;
    const head = JSON.stringify({ type: "snapshot", topic: `room:${roomId}` });
    const begin = Buffer.from(`[${head.slice(0, -1)},"snapshot":`);
    write(client, Buffer.concat([begin, snapshot.json, Buffer.from("}]")]));
  }

  return { frameOf, fillGap, sendSnapshot };
}

export function roomOfTopic(topic: RoomTopic): RoomId {
  return topic.slice("room:".length) as RoomId;
}

/** Events that wait for the next flush, by room: always contiguous, none twice. */
function createOutbox() {
  const waiting = new Map<RoomId, RoomEvent[]>();
  return {
    /**
     * A room that was dropped from memory and loaded again may repeat events, or leave some out. After a gap only what
     * comes later is kept: viewers before it are brought forward from the log.
     */
    add(roomId: RoomId, events: RoomEvent[]): void {
      const known = waiting.get(roomId);
      const last = known?.at(-1)?.seq ?? 0;
      const fresh = events.filter(({ seq }) => seq > last);
      if (fresh.length === 0) return;
      if (known && fresh[0]?.seq === last + 1) known.push(...fresh);
      else waiting.set(roomId, fresh);
    },
    isEmpty: () => waiting.size === 0,
    /** Takes everything that waits. */
    take(): [RoomId, RoomEvent[]][] {
      const all = [...waiting];
      waiting.clear();
      return all;
    },
  };
}
