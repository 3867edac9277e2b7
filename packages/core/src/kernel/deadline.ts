import type { LeaseTimes } from "../agent/agent.ts";
import type { AgentId } from "./ids.ts";
import type { Room } from "./room.ts";
import type { ActedFact } from "./ruling.ts";

/** Something that happens by itself once its time has come. */
export interface Deadline {
  /** Epoch ms. */
  dueAt: number;
  /** What has happened by then, never nothing at `dueAt`; at `now`, which may be later, all that is due by then. */
  expire: (now: number) => ActedFact[];
}

/** What silence is measured against. */
export interface Signs {
  /** Last sign of life of each agent, epoch ms; observations. */
  seenAt: Record<AgentId, number>;
  /** Seconds of silence after which an agent is offline, by connection class. */
  leaseS: LeaseTimes;
  /** Silence ends nothing before this time: after an outage everybody gets one renewal interval. */
  graceUntil: number;
}

/** A feature's deadlines in the room as it is: whatever a tick may do has one. */
export type Deadlines = (room: Room, signs: Signs) => Deadline[];
