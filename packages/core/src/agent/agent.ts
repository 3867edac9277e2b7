import type { AgentId, MessageId, RoleName } from "../kernel/ids.ts";

/**
 * How an agent is connected decides how long silence is life: a runner renews for its agents every
 * 15 s, a harness with hooks is seen at each tool call, a manual agent only at its own calls.
 */
export const CONNECTION_CLASSES = ["managed", "hooked", "manual"] as const;
export type ConnectionClass = (typeof CONNECTION_CLASSES)[number];

/**
 * How an agent calls: by the command, by routes of its own client, or by tools. `print`: not at all; what it prints is
 * handed in for it.
 */
export const DOORS = ["cli", "rest", "mcp", "print"] as const;
export type Door = (typeof DOORS)[number];

export type LeaseTimes = Record<ConnectionClass, number>;
/** Seconds of silence after which an agent is offline and its lease ends. */
export const DEFAULT_LEASE_S: LeaseTimes = { managed: 60, hooked: 900, manual: 1800 };

export interface Agent {
  id: AgentId;
  name: string;
  role: RoleName;
  class: ConnectionClass;
  /** What runs it, as it says: `claude`, `codex`, `script`. */
  harness: string | null;
  /** Left out: it calls by the command. */
  door?: Exclude<Door, "cli">;
  /** Grows with each join; a call of an older connection is refused as superseded. */
  connection: number;
  joinedAt: number;
  /** The last logged crossing; rulings use nothing else. */
  online: boolean;
  onlineSince: number;
  offlineSince: number | null;
  /** Why the log says offline: silence or its own leave. */
  offlineReason: "silent" | "left" | null;
  /** Last sign of life that the log knows of, epoch ms. */
  seenAt: number;
  /** Messages for it that no answer has carried yet, oldest first. */
  mail: MessageId[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    agents: Record<AgentId, Agent>;
  }
}

/** Agents that a room remembers; who left makes place for who joins. */
export const AGENTS_MAX = 200;

export function isFull(agents: Record<AgentId, Agent>): boolean {
  return Object.keys(agents).length >= AGENTS_MAX;
}

/** Who left before all others that left. */
export function longestGone(agents: Record<AgentId, Agent>): Agent | undefined {
  return Object.values(agents)
    .filter((agent) => agent.offlineReason === "left")
    .sort((a, b) => (a.offlineSince ?? 0) - (b.offlineSince ?? 0))[0];
}
