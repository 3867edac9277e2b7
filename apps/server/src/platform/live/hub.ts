import { adviceTo } from "@squadroom/core/kernel/advice";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { type Refusal, RefusalError, refusal } from "@squadroom/core/kernel/refusal";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import {
  type ClientMessage,
  type DatabaseTrouble,
  LIVE_CLOSE,
  LIVE_PROTOCOL,
  type ServerMessage,
  type Topic,
} from "@squadroom/core/live/protocol";
import { inRoutes } from "@squadroom/core/prompt/doors";
import type { WebSocket } from "ws";
import type { Principal } from "../auth/principal.ts";
import { createAllowance } from "./allowance.ts";
import { createCardBoard } from "./card-board.ts";
import { parseMessage } from "./client-message.ts";
import { createObservationStream } from "./observation-stream.ts";
import { createOutputStream, isRunTopic } from "./output-stream.ts";
import { createRoomStream, roomOfTopic } from "./room-stream.ts";
import { createSlowLines } from "./slow-lines.ts";
import type { Client, HubOptions, Lines } from "./viewer.ts";

/** Unsent bytes, besides the largest frame, at which a client is dropped; it comes back with its cursor. */
const BACKLOG_MAX = 4_000_000;

/** Who is connected, what each of them asks for, and the writing to all of them. */
export function createHub(options: HubOptions) {
  const clients = createClients();
  const slow = createSlowLines({ catchUp, giveUp });
  const { send, write } = createWriting(giveUp);
  const lines = { send, write, hold: slow.hold };
  const rooms = createRoomStream(options, lines);
  const board = createCardBoard(options, clients.all, lines);
  const observed = createObservationStream(options, rooms.watchers, lines);
  const output = createOutputStream(options, lines);
  const parts = { rooms, board, observed, output };
  const { receive, refuseMessage } = createAnswers(options, send, parts);
  let trouble: DatabaseTrouble | null = null;

  /** Its socket has room again. */
  function catchUp(client: Client): void {
    rooms.catchUp(client);
    output.catchUp(client);
    for (const roomId of client.rooms.keys()) observed.show(client, roomId);
    if (client.cards) void board.show(client).catch(() => undefined);
  }

  function giveUp(client: Client): void {
    end(client, LIVE_CLOSE.tooSlow, "too slow; come back with your cursor");
  }

  /** Takes over a socket whose upgrade was authenticated. */
  function connect(socket: WebSocket, principal: Principal, authenticate: Client["authenticate"]): Client {
    const client = clients.add({ socket, principal, authenticate });
    socket.on("message", (data, isBinary) => {
      if (!client.allowance.take())
        return end(client, LIVE_CLOSE.tooMany, "too many messages; come back with your cursor");
      void receive(client, isBinary ? null : String(data));
    });
    socket.on("close", () => remove(client));
    socket.on("error", () => remove(client));
    const { clock, leaseS } = options;
    send(client, { type: "hello", protocol: LIVE_PROTOCOL, now: clock.now(), leaseS });
    if (trouble) send(client, { type: "database", trouble });
    return client;
  }

  function end(client: Client, code: number, why: string): void {
    client.socket.close(code, why);
    remove(client);
  }

  function remove(client: Client): void {
    if (!clients.remove(client)) return;
    slow.forget(client);
    rooms.forget(client);
    output.forget(client);
  }

  /** A credential ended or changed: its sockets close, or lose the rooms that they may no longer see. */
  async function recheck(credentialId: string): Promise<void> {
    for (const client of Array.from(clients.all))
      if (client.principal.credential.id === credentialId) await recheckOne(client);
  }

  async function recheckOne(client: Client): Promise<void> {
    const principal = await client.authenticate().catch(() => "unknown" as const);
    if (principal === "unknown") return end(client, LIVE_CLOSE.stopping, "who you are cannot be checked; try again");
    if (!principal) return end(client, LIVE_CLOSE.unauthorized, "credential ended");
    client.principal = principal;
    const lost = rooms.recheck(client).map((roomId) => `room:${roomId}` as const);
    for (const topic of [...lost, ...output.recheck(client)]) {
      const no = refusal("room_unknown", "You no longer see this room.", {});
      refuseMessage(client, no, topic);
    }
    if (client.cards) await board.show(client);
  }

  return {
    connect,
    recheck,
    socketsOf: clients.socketsOf,
    count: () => clients.all.size,
    /** Committed events of a room, in order. */
    publish({ id }: { id: RoomId }, events: RoomEvent[]): void {
      board.note(id);
      rooms.publish(id, events);
    },
    /** The log goes this far, according to the database: viewers behind that are brought there. */
    follow(roomId: RoomId, seq: number): void {
      rooms.follow(roomId, seq);
      board.follow(roomId, seq);
    },
    /** Rooms whose events or cards somebody sees here. */
    watched: (): RoomId[] => [...new Set([...rooms.watchers.keys(), ...board.rooms()])],
    isWatched: (roomId: RoomId) => rooms.watchers.has(roomId) || board.isSeen(),
    output,
    /** Viewers are told about the database, including those that arrive meanwhile. */
    tellTrouble(next: DatabaseTrouble | null): void {
      trouble = next;
      for (const client of clients.all) send(client, { type: "database", trouble });
    },
    /** What waits for these people changed by other means than a room's log; `null`: for anybody. */
    tellPeople(ids: readonly PersonId[] | null): void {
      const told = ids && new Set<string>(ids);
      for (const client of clients.all) {
        const { kind, id } = client.principal;
        if (kind === "person" && (told === null || told.has(id))) send(client, { type: "inbox" });
      }
    },
    /** The history was replaced: all come back, and get their rooms again. */
    restart: () => clients.closeAll("read your rooms anew"),
    close() {
      for (const part of [slow, rooms, board, observed]) part.close();
      clients.closeAll("the server stops");
    },
  };
}

/** Frames to one client, as long as it reads them. */
function createWriting(giveUp: (client: Client) => void) {
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

  return { send, write };
}

/** What clients ask for, and what they are told if it is refused. */
function createAnswers(
  options: Pick<HubOptions, "clock">,
  send: Lines["send"],
  {
    rooms,
    board,
    observed,
    output,
  }: {
    rooms: ReturnType<typeof createRoomStream>;
    board: ReturnType<typeof createCardBoard>;
    observed: ReturnType<typeof createObservationStream>;
    output: ReturnType<typeof createOutputStream>;
  },
) {
  async function receive(client: Client, text: string | null): Promise<void> {
    const message = parseMessage(text);
    if ("code" in message) return refuseMessage(client, message);
    try {
      await answer(client, message);
    } catch (error) {
      const no = error instanceof RefusalError ? error.refusal : refusal("unavailable", "That can't be read now.", {});
      if (!("topic" in message)) return refuseMessage(client, no);
      refuseMessage(client, no, message.topic);
      await answer(client, { type: "unsubscribe", topic: message.topic });
    }
  }

  function refuseMessage(client: Client, no: Refusal, topic?: Topic): void {
    const { advice } = refusalTable[no.code];
    const refused = { ...no, advice: inRoutes(adviceTo("person", advice, no)) };
    send(client, { type: "refused", ...(topic ? { topic } : {}), refusal: refused });
  }

  async function answer(client: Client, message: ClientMessage): Promise<void> {
    if (message.type === "ping") return send(client, { type: "pong", id: message.id, now: options.clock.now() });
    const { topic } = message;
    if (message.type === "subscribe") {
      if (topic === "rooms") await board.show(client);
      else if (isRunTopic(topic)) await output.subscribe(client, topic, message.cursor ?? null);
      else if (await rooms.subscribe(client, topic, message.cursor ?? undefined))
        observed.show(client, roomOfTopic(topic));
    } else if (topic === "rooms") client.cards = null;
    else if (isRunTopic(topic)) output.unsubscribe(client, topic);
    else rooms.unsubscribe(client, roomOfTopic(topic));
  }

  return { receive, refuseMessage };
}

export type Hub = ReturnType<typeof createHub>;

/** Who is connected. */
function createClients() {
  const all = new Set<Client>();
  /** By credential. */
  const sockets = new Map<string, number>();
  const socketsOf = (credentialId: string) => sockets.get(credentialId) ?? 0;

  return {
    all: all as ReadonlySet<Client>,
    socketsOf,

    add(one: Pick<Client, "socket" | "principal" | "authenticate">): Client {
      const client: Client = {
        ...one,
        rooms: new Map(),
        runs: new Map(),
        cards: null,
        largest: 0,
        allowance: createAllowance(),
      };
      all.add(client);
      const { id } = one.principal.credential;
      sockets.set(id, socketsOf(id) + 1);
      return client;
    },

    /** `false`: it was already gone. */
    remove(client: Client): boolean {
      if (!all.delete(client)) return false;
      const { id } = client.principal.credential;
      if (socketsOf(id) > 1) sockets.set(id, socketsOf(id) - 1);
      else sockets.delete(id);
      return true;
    },

    /** All of them may come back. */
    closeAll(why: string): void {
      for (const { socket } of all) socket.close(LIVE_CLOSE.stopping, why);
    },
  };
}
