import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { History } from "./history.ts";

export interface Violation {
  invariant: string;
  room: string;
  what: string;
}

export interface RoomRecord {
  roomId: string;
  /** Its agents are real programs: what they were told is in nobody's history. */
  hasMachine: boolean;
  events: RoomEvent[];
  /** Of `GET /rooms/:room/verification`. */
  verification: { ok: boolean; differences: unknown[] };
  /** Sessions that have not ended, as the server has them. */
  sessions: {
    id: number;
    status: string;
    isParked: boolean;
    answers: Record<string, { text: string }>;
    budget: {
      tokens: number | null;
      costUsdMicros: number | null;
      runs: number | null;
    } | null;
  }[];
}

/** An ended session whose row says that it is in its state since earlier than it is, epoch ms. */
export interface Aged {
  roomId: string;
  sessionId: number;
  state: string;
  from: number;
  to: number;
}

/** What the tables remember of a key: `${credential} ${key}`. */
export type StoredKeys = Map<string, { ok: boolean; seq: number; reply: Record<string, unknown> }>;

export interface Evidence {
  history: History;
  rooms: RoomRecord[];
  keys: StoredKeys;
  /** Each revoked credential: when that was stamped, and when it was committed, by the database's clock, epoch ms. */
  revoked: Map<string, { stampedAt: number; committedAt: number }>;
  /** Ended sessions that were made older than they are. */
  aged: Aged[];
  /** By how much the machine's clock was set meanwhile, ms: times are compared no closer than this. */
  clockStepMs: number;
  /** What the servers have logged as faults of their own. */
  complaints: string[];
}
