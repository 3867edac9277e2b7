import type { Seat } from "./squad.ts";

export type ViewersCommand =
  /** Connects the viewers; each sends `hello` where there is something to say. */
  | {
      type: "open";
      port: number;
      path: string;
      headers: Record<string, string>;
      viewers: number;
      hello: string | null;
    }
  /** From now on deliveries count. */
  | { type: "begin" }
  /** Answers once every viewer has all events up to `seq`. */
  | { type: "until"; seq: number };

export interface ViewersResult {
  /** Events × viewers since `begin`. */
  deliveries: number;
  /** From `begin` to the last delivery. */
  seconds: number;
  frames: number;
}

export type WriterCommand =
  | { type: "open"; port: number; seats: Seat[] }
  /** Writes so many events, as fast as it goes. */
  | { type: "run"; events: number }
  /** Writes evenly; where the server is slower, as fast as it goes. */
  | { type: "pace"; perSecond: number; seconds: number };

export interface WriterResult {
  /** Of the last event. */
  seq: number;
  /** How many were written, and in which time. */
  events: number;
  seconds: number;
}

export type PlainCommand = { type: "open"; topic: string; event: object } | { type: "run"; events: number };

export interface PlainResult {
  port: number;
  seq: number;
}
