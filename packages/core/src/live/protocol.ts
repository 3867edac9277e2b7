import type { LeaseTimes } from "../agent/agent.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { Refusal } from "../kernel/refusal.ts";
import type { Observations, RoomCard } from "../room/card.ts";
import type { RoomSnapshot } from "../room/contract.ts";
import type { RunChunk } from "../run/output.ts";

export type { ClientMessage } from "./client-message.ts";

/**
 * The live socket at `/api/v1/live`: JSON text frames, several messages in one frame as an array.
 * Authenticated at the upgrade by cookie (same origin) or `Authorization: Bearer`.
 */
export const LIVE_PATH = "/api/v1/live";
export const LIVE_PROTOCOL = 1;

export type RoomTopic = `room:${string}`;
/** A run by its room's id and its number. */
export type RunTopic = `run:${string}:${string}`;
/** `rooms` (cards of all rooms one may see), one room by id, or what one run says and does. */
export type Topic = "rooms" | RoomTopic | RunTopic;

/**
 * A viewer's place in a room's log or, by the `n` of the last chunk, in a run's output; another epoch means the history
 * was replaced.
 */
export interface Cursor {
  epoch: number;
  seq: number;
}

/** What is on the screen may be outdated, and nothing can be changed. */
export interface DatabaseTrouble {
  state: "unreachable" | "refusing";
  /** Follows "the database": "its disk is full". */
  words: string;
  /** By the server's clock. */
  since: number;
}

/** What the server says; a frame is an array of these. */
export type ServerMessage =
  /** The first message. `leaseS`: seconds of silence after which agents of a class count as offline. */
  | { type: "hello"; protocol: number; now: number; leaseS: LeaseTimes }
  /** The room as it is. `snapshot.epoch` and `snapshot.view.seq` are a cursor; events after it follow. */
  | { type: "snapshot"; topic: Topic; snapshot: RoomSnapshot }
  /** The requested cursor is valid, and is still the one to store. What lies between it and `head` follows. */
  | { type: "resumed"; topic: Topic; cursor: Cursor; head: number }
  /** Without a gap after the previous ones. `epoch` and the `seq` of the last event are the cursor to store. */
  | { type: "events"; topic: Topic; epoch: number; events: RoomEvent[] }
  /** Observations as of `afterSeq`; the newest message replaces the one before. */
  | { type: "observations"; topic: Topic; afterSeq: number; observations: Observations }
  /**
   * What a run said and did, directly after chunk `after`; `null`: the newest of it, in place of everything before.
   * Numbers missing between the chunks are gone. `epoch` and the `n` of the last chunk are the cursor to store.
   */
  | {
      type: "output";
      topic: RunTopic;
      epoch: number;
      after: number | null;
      chunks: RunChunk[];
    }
  /** Rooms that changed, and ids of those that are gone. `complete`: these are all of them. */
  | { type: "cards"; topic: "rooms"; cards: RoomCard[]; removed: string[]; complete: boolean }
  /** What waits for this person changed in a way that no card of a room shows: the inbox is read again. */
  | { type: "inbox" }
  /** How the server's database is, once there is something to tell, and again when it is over (`null`). */
  | { type: "database"; trouble: DatabaseTrouble | null }
  /** A message was not accepted. With a topic: that topic is not followed, or no longer. */
  | { type: "refused"; topic?: Topic; refusal: Refusal & { advice: string } }
  /** Answers `ping`. */
  | { type: "pong"; id: number; now: number };

/** Why the server closes a socket. */
export const LIVE_CLOSE = {
  /** A frame had more bytes than any message of the protocol; RFC 6455 has this code. */
  tooLarge: 1009,
  /** The credential or sign-in ended. */
  unauthorized: 4401,
  /** Its connection accepted nothing for half a minute; it comes back with its cursor. */
  tooSlow: 4408,
  /** It sent more messages than a page does. */
  tooMany: 4429,
  /** The server is stopping; come back in a moment. */
  stopping: 4503,
} as const;
