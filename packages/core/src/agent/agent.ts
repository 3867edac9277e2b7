import type { AgentId, MessageId, RoleName } from "../kernel/ids.ts";

/**
 * How an agent is connected decides how long it may be silent and still count as alive: a runner renews for its agents
 * every 15 s, a harness with hooks is seen at each tool call, a manual agent only when it calls.
 */
export const CONNECTION_CLASSES = ["managed", "hooked", "manual"] as const;
export type ConnectionClass = (typeof CONNECTION_CLASSES)[number];

/**
 * How an agent calls: by the command, by its own client's routes, or by tools. `print`: not at all; its output is
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
  /** The program that runs it, by its own account: `claude`, `codex`, `script`. */
  harness: string | null;
  /** Left out: it calls by the command. */
  door?: Exclude<Door, "cli">;
  /** Grows with each join; a call on an older connection is refused as superseded. */
  connection: number;
  joinedAt: number;
  /** As of the last crossing logged; rulings use nothing else. */
  online: boolean;
  onlineSince: number;
  offlineSince: number | null;
  /** Why the log says offline: silence or its own leave. */
  offlineReason: "silent" | "left" | null;
  /** Last sign of life that the log knows of, epoch ms. */
  seenAt: number;
  /** Messages that no answer has delivered to it yet, oldest first. */
  mail: MessageId[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    agents: Record<AgentId, Agent>;
  }
}

/** Most agents that a room remembers; those that left make room for those that join. */
export const AGENTS_MAX = 200;

export function isFull(agents: Record<AgentId, Agent>): boolean {
  return Object.keys(agents).length >= AGENTS_MAX;
}

/** The agent that has been gone the longest. */
export function longestGone(agents: Record<AgentId, Agent>): Agent | undefined {
  return Object.values(agents)
    .filter((agent) => agent.offlineReason === "left")
    .sort((a, b) => (a.offlineSince ?? 0) - (b.offlineSince ?? 0))[0];
}
