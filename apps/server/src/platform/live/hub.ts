import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { RefusalError, refusal } from "@squadroom/core/kernel/refusal";
import {
  type Cursor,
  type DatabaseTrouble,
  LIVE_CLOSE,
  LIVE_PROTOCOL,
  type ServerMessage,
  type Topic,
} from "@squadroom/core/live/protocol";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { WebSocket } from "ws";
import type { Principal } from "../auth/principal.ts";
import type { CachedRoom } from "../room/cached-room.ts";
import { createAllowance } from "./allowance.ts";
import { createCardBoard } from "./card-board.ts";
import { parseMessage } from "./client-message.ts";
import { createOutbox } from "./outbox.ts";
import { createSlowLines, isFull } from "./slow-lines.ts";
import type { Client, HubOptions, Place } from "./viewer.ts";

/** One write per client for all that came in this time, ms. */
const FLUSH_MS = 15;
const CARDS_MS = 500;
const OBSERVATIONS_MS = 2_000;
/** Unsent bytes, besides the largest frame, at which a client is dropped; it comes back with its cursor. */
const BACKLOG_MAX = 4_000_000;
/** Clients written to before other work gets a turn. */
const YIELD_EVERY = 50;
const TOPICS_MAX = 50;

/** Who watches what, and the writing to all of them. */
export function createHub(options: HubOptions) {
  const clients = new Set<Client>();
  /** By credential. */
  const sockets = new Map<string, number>();
  const socketsOf = (credentialId: string) => sockets.get(credentialId) ?? 0;
  const watchers = new Map<RoomId, Set<Client>>();
  const outbox = createOutbox();
  const lastObservations = new Map<RoomId, string>();
  const slow = createSlowLines({ catchUp, giveUp });
  const board = createCardBoard(options, clients, send, slow.hold);
  let trouble: DatabaseTrouble | null = null;
  let flushTimer: NodeJS.Timeout | null = null;
  const timers = [
    setInterval(() => void board.flush(), CARDS_MS),
    setInterval(() => flushObservations(), OBSERVATIONS_MS),
  ];
  for (const timer of timers) timer.unref();

  /** Committed events of a room, in order. */
  function publish(room: CachedRoom, events: RoomEvent[]): void {
    board.note(room.id);
    if (!watchers.has(room.id)) return;
    outbox.add(room.id, events);
    flushTimer ??= setTimeout(() => {
      flushTimer = null;
      void flush();
    }, FLUSH_MS);
  }

  async function flush(): Promise<void> {
    for (const [roomId, events] of outbox.take()) {
      const first = events[0];
      const last = events.at(-1);
      const room = watchers.get(roomId);
      if (!first || !last || !room) continue;
      // Serialised once for everybody who stands right in front of it.
      const frame = Buffer.from(eventsFrame(roomId, events));
      let written = 0;
      for (const client of [...room]) {
        const place = client.rooms.get(roomId);
        if (!place || place.seq === null || place.seq >= last.seq) continue;
        if (place.seq === first.seq - 1 && !isFull(client)) {
          place.seq = last.seq;
          write(client, frame);
        } else void fillGap(client, roomId, place);
        if (++written % YIELD_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
  }

  function eventsFrame(roomId: RoomId, events: RoomEvent[]): string {
    return JSON.stringify([
      {
        type: "events",
        topic: `room:${roomId}`,
        epoch: options.epoch(),
        events,
      } satisfies ServerMessage,
    ]);
  }

  /** A gap is filled from the log, never skipped: one read at a time, until there is no more to read. */
  async function fillGap(client: Client, roomId: RoomId, place: Place): Promise<void> {
    place.again = true;
    if (place.filling) return;
    place.filling = true;
    try {
      while (place.again) {
        if (isFull(client)) return slow.hold(client);
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
      write(client, Buffer.from(eventsFrame(roomId, events)));
      place.again = true;
    }
  }

  async function sendSnapshot(client: Client, roomId: RoomId, place: Place): Promise<void> {
    place.seq = null;
    // One at a time for each socket, however many rooms it asks for without reading.
    place.isFresh = isFull(client);
    if (place.isFresh) return slow.hold(client);
    const snapshot = await options.snapshot(client.principal, roomId);
    if (client.rooms.get(roomId) !== place) return;
    place.isFresh = isFull(client);
    if (place.isFresh) return slow.hold(client);
    place.seq = snapshot.seq;
    const head = JSON.stringify({ type: "snapshot", topic: `room:${roomId}` });
    const begin = Buffer.from(`[${head.slice(0, -1)},"snapshot":`);
    write(client, Buffer.concat([begin, snapshot.json, Buffer.from("}]")]));
  }

  /** Its socket has room again: what was held back is read now. */
  function catchUp(client: Client): void {
    for (const [roomId, place] of client.rooms) {
      void fillGap(client, roomId, place);
      sendObservations(client, roomId);
    }
    if (client.cards) void board.show(client).catch(() => undefined);
  }

  function giveUp(client: Client): void {
    client.socket.close(LIVE_CLOSE.tooSlow, "too slow; come back with your cursor");
    remove(client);
  }

  /** The log goes this far, as the database has it: who is not there yet is brought there. */
  function follow(roomId: RoomId, seq: number): void {
    for (const client of watchers.get(roomId) ?? []) {
      const place = client.rooms.get(roomId);
      if (place && place.seq !== null && place.seq < seq) void fillGap(client, roomId, place);
    }
    board.follow(roomId, seq);
  }

  /** Rooms whose events or cards somebody sees here. */
  function watched(): RoomId[] {
    return [...new Set([...watchers.keys(), ...board.rooms()])];
  }

  function send(client: Client, message: ServerMessage): void {
    write(client, Buffer.from(JSON.stringify([message])));
  }

  function write(client: Client, frame: Buffer): void {
    const { socket } = client;
    if (socket.readyState !== socket.OPEN) return;
    if (socket.bufferedAmount > BACKLOG_MAX + client.largest) return giveUp(client);
    client.largest = Math.max(client.largest, frame.length);
    socket.send(frame, { binary: false, compress: false });
  }

  /** Takes a socket whose upgrade was authenticated. */
  function connect(
    socket: WebSocket,
    principal: Principal,
    authenticate: Client["authenticate"],
  ): Client {
    const client: Client = {
      socket,
      principal,
      authenticate,
      rooms: new Map(),
      cards: null,
      largest: 0,
      allowance: createAllowance(),
    };
    clients.add(client);
    const { id } = principal.credential;
    sockets.set(id, socketsOf(id) + 1);
    socket.on("message", (data, isBinary) => {
      if (!client.allowance.take()) {
        socket.close(LIVE_CLOSE.tooMany, "too many messages; come back with your cursor");
        return remove(client);
      }
      void receive(client, isBinary ? null : String(data));
    });
    socket.on("close", () => remove(client));
    socket.on("error", () => remove(client));
    send(client, {
      type: "hello",
      protocol: LIVE_PROTOCOL,
      now: options.clock.now(),
      leaseS: options.leaseS,
    });
    if (trouble) send(client, { type: "database", trouble });
    return client;
  }

  async function receive(client: Client, text: string | null): Promise<void> {
    const message = parseMessage(text);
    if (!message) {
      send(client, {
        type: "refused",
        refusal: refusal("bad_request", "That isn't a message of this protocol.", {}),
      });
      return;
    }
    try {
      if (message.type === "ping")
        send(client, { type: "pong", id: message.id, now: options.clock.now() });
      else if (message.type === "unsubscribe") unsubscribe(client, message.topic);
      else if (message.topic === "rooms") await board.show(client);
      else await subscribeRoom(client, message.topic, message.cursor);
    } catch (error) {
      const topic = "topic" in message ? message.topic : undefined;
      const no =
        error instanceof RefusalError
          ? error.refusal
          : refusal("unavailable", "That can't be read now.", {});
      send(client, { type: "refused", ...(topic ? { topic } : {}), refusal: no });
      if (topic) unsubscribe(client, topic);
    }
  }

  async function subscribeRoom(
    client: Client,
    topic: Topic,
    cursor: Cursor | undefined,
  ): Promise<void> {
    const roomId = topic.slice("room:".length) as RoomId;
    if (!options.mayWatch(client.principal, roomId)) {
      throw new RefusalError(refusal("room_unknown", "There is no such room.", {}));
    }
    if (client.rooms.size >= TOPICS_MAX) {
      throw new RefusalError(
        refusal("limit_reached", `A connection watches at most ${TOPICS_MAX} rooms.`, {}),
      );
    }
    const place: Place = { seq: null, filling: false, again: false, isFresh: false };
    client.rooms.set(roomId, place);
    const room = watchers.get(roomId) ?? new Set<Client>();
    watchers.set(roomId, room.add(client));
    if (cursor && cursor.epoch === options.epoch()) {
      const events = await options.eventsSince(roomId, cursor.seq);
      if (client.rooms.get(roomId) !== place) return;
      if (events !== null) {
        place.seq = events.at(-1)?.seq ?? cursor.seq;
        send(client, { type: "resumed", topic, cursor: { epoch: cursor.epoch, seq: place.seq } });
        if (events.length > 0) write(client, Buffer.from(eventsFrame(roomId, events)));
        await fillGap(client, roomId, place);
        sendObservations(client, roomId);
        return;
      }
    }
    await sendSnapshot(client, roomId, place);
    await fillGap(client, roomId, place);
  }

  function unsubscribe(client: Client, topic: Topic): void {
    if (topic === "rooms") {
      client.cards = null;
      return;
    }
    const roomId = topic.slice("room:".length) as RoomId;
    client.rooms.delete(roomId);
    const room = watchers.get(roomId);
    room?.delete(client);
    if (room?.size === 0) watchers.delete(roomId);
  }

  function flushObservations(): void {
    for (const [roomId, room] of watchers) {
      const text = JSON.stringify(options.observations(roomId));
      if (lastObservations.get(roomId) === text) continue;
      lastObservations.set(roomId, text);
      for (const client of room) sendObservations(client, roomId);
    }
    for (const roomId of lastObservations.keys())
      if (!watchers.has(roomId)) lastObservations.delete(roomId);
  }

  function sendObservations(client: Client, roomId: RoomId): void {
    const place = client.rooms.get(roomId);
    if (!place || place.seq === null || isFull(client)) return;
    const observations = options.observations(roomId);
    send(client, {
      type: "observations",
      topic: `room:${roomId}`,
      afterSeq: place.seq,
      observations,
    });
  }

  function remove(client: Client): void {
    if (!clients.delete(client)) return;
    const { id } = client.principal.credential;
    if (socketsOf(id) > 1) sockets.set(id, socketsOf(id) - 1);
    else sockets.delete(id);
    slow.forget(client);
    for (const roomId of client.rooms.keys()) {
      const room = watchers.get(roomId);
      room?.delete(client);
      if (room?.size === 0) watchers.delete(roomId);
    }
    client.rooms.clear();
  }

  /** A credential ended or changed: its sockets close, or lose the rooms that they may no longer see. */
  async function recheck(credentialId: string): Promise<void> {
    for (const client of [...clients]) {
      if (client.principal.credential.id !== credentialId) continue;
      const principal = await client.authenticate().catch(() => "unknown" as const);
      if (principal === "unknown") {
        client.socket.close(LIVE_CLOSE.stopping, "who you are cannot be checked; try again");
        remove(client);
        continue;
      }
      if (!principal) {
        client.socket.close(LIVE_CLOSE.unauthorized, "credential ended");
        remove(client);
        continue;
      }
      client.principal = principal;
      for (const roomId of [...client.rooms.keys()]) {
        if (options.mayWatch(principal, roomId)) continue;
        const topic: Topic = `room:${roomId}`;
        unsubscribe(client, topic);
        send(client, {
          type: "refused",
          topic,
          refusal: refusal("room_unknown", "You no longer see this room.", {}),
        });
      }
      if (client.cards) await board.show(client);
    }
  }

  /** Whoever watches is told how the database does, and who comes meanwhile too. */
  function tellTrouble(next: DatabaseTrouble | null): void {
    trouble = next;
    for (const client of clients) send(client, { type: "database", trouble });
  }

  /** What waits for these people changed, `null`: for anybody, otherwise than by the log of a room. */
  function tellPeople(ids: readonly PersonId[] | null): void {
    const told = ids && new Set<string>(ids);
    for (const client of clients) {
      const { kind, id } = client.principal;
      if (kind === "person" && (told === null || told.has(id))) send(client, { type: "inbox" });
    }
  }

  return {
    connect,
    tellTrouble,
    tellPeople,
    /** The history was replaced: all come back, and get their rooms anew. */
    restart() {
      for (const client of clients)
        client.socket.close(LIVE_CLOSE.stopping, "read your rooms anew");
    },
    publish,
    follow,
    recheck,
    watched,
    socketsOf,
    count: () => clients.size,
    isWatched: (roomId: RoomId) => watchers.has(roomId) || board.isSeen(),
    close() {
      for (const timer of timers) clearInterval(timer);
      slow.close();
      if (flushTimer) clearTimeout(flushTimer);
      for (const client of clients) client.socket.close(LIVE_CLOSE.stopping, "the server stops");
    },
  };
}
