import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RunTopic, ServerMessage } from "@squadroom/core/live/protocol";
import type { Observations } from "@squadroom/core/room/card";
import type { RunChunk } from "@squadroom/core/run/output";
import type { RunId } from "@squadroom/core/run/run";
import type { WebSocket } from "ws";
import type { Principal } from "../auth/principal.ts";
import type { Clock } from "../room/clock.ts";
import type { createAllowance } from "./allowance.ts";
import type { KeptCard } from "./kept-cards.ts";

/** Where a client is in a room's log. */
export interface Place {
  /** Newest seq sent; `null` while its snapshot is on the way. */
  seq: number | null;
  /** Its gap is being filled; `again`: there may be more to fill than was read. */
  filling: boolean;
  again: boolean;
  /** It waits for a snapshot until its socket has room. */
  isFresh: boolean;
}

/** A `RoomSnapshot` as JSON, and the seq of its view. */
export interface WrittenSnapshot {
  seq: number;
  json: Buffer;
}

export interface Client {
  socket: WebSocket;
  principal: Principal;
  /** Who its headers speak for now. */
  authenticate: () => Promise<Principal | null>;
  rooms: Map<RoomId, Place>;
  /** Where it is in what runs say: the last chunk that it has; `null`: the newest is on the way. */
  runs: Map<RunTopic, { n: number | null }>;
  /** Rooms whose cards it has; `null`: it looks at no list of rooms. */
  cards: Set<RoomId> | null;
  /** How much it may say. */
  allowance: ReturnType<typeof createAllowance>;
  /** Bytes of the largest frame that it was sent. */
  largest: number;
}

/** Writing to viewers. */
export interface Lines {
  send: (client: Client, message: ServerMessage) => void;
  /** A frame that may be the same for many. */
  write: (client: Client, frame: Buffer) => void;
  /** Its line is full: it is brought up to date once it has room. */
  hold: (client: Client) => void;
}

export interface HubOptions {
  clock: Clock;
  leaseS: LeaseTimes;
  epoch: () => number;
  mayWatch: (principal: Principal, roomId: RoomId, by?: "getRoom" | "listRunOutput") => boolean;
  snapshot: (principal: Principal, roomId: RoomId) => Promise<WrittenSnapshot>;
  /** Events after a seq, contiguous; `null` if they are too many to be sent one by one. */
  eventsSince: (roomId: RoomId, seq: number) => Promise<RoomEvent[] | null>;
  observations: (roomId: RoomId) => Observations;
  output: {
    /** The last chunk of a run, 0 if it has none; `null`: there is no such run. */
    head: (roomId: RoomId, runId: RunId) => Promise<number | null>;
    after: (roomId: RoomId, runId: RunId, n: number, limit: number) => Promise<RunChunk[]>;
    /** The newest, the oldest of them first. */
    newest: (roomId: RoomId, runId: RunId, limit: number) => Promise<RunChunk[]>;
  };
  /** Ids of all rooms this principal may see. */
  roomsOf: (principal: Principal) => Promise<RoomId[]>;
  cardsOf: (roomIds: RoomId[]) => Promise<KeptCard[]>;
  log: { warn: (details: object, message: string) => void };
}
