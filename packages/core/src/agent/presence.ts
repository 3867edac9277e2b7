import type { RoomEvent } from "../kernel/event.ts";
import type { AgentId } from "../kernel/ids.ts";
import { lastSeen, liveUntil, quietAfterMs } from "../kernel/lease.ts";
import type { Agent, LeaseTimes } from "./agent.ts";

/** The agent whose silence the event is based on, and the last sign of life that was ruled on; `null`: nobody's. */
export function silenceIn(event: RoomEvent): { agentId: AgentId; seenAt: number } | null {
  if (event.type === "agent.went_offline") return event.data;
  if (event.type !== "runner.went_offline") return null;
  return { agentId: event.data.runnerId, seenAt: event.data.seenAt };
}

export type Reach = "online" | "unstable" | "offline";
export type Work = "idle" | "queued" | "working" | "waiting_on_human" | "waiting_on_agent";

export interface PresenceFacts {
  agent: Pick<Agent, "online" | "class" | "seenAt" | "offlineSince" | "offlineReason" | "joinedAt">;
  /** The newest observation, epoch ms; a waiting long poll counts as a sign of life now. */
  seenAt: number | null;
  /** It has a long poll open. */
  waiting: boolean;
  held: { taskId: string; state: "claimed" | "in_progress"; sinceAt: number } | null;
  /** Since when its task has been waiting for a person's answer. */
  standsStillSince: number | null;
  /** Since when its task waits for another agent's answer. */
  waitsSince?: number | undefined;
  /** Ready tasks of its role that nobody holds. */
  queued: number;
  /** Since when it has waited for the user's answer, with nothing else to do. */
  askedAt: number | null;
}

/** Why the two axes read as they do; screens and the CLI turn it into words. */
export type PresenceReason =
  | { kind: "left"; at: number }
  | { kind: "silent"; sinceAt: number; afterS: number }
  | { kind: "quiet"; sinceAt: number; offlineAt: number }
  | { kind: "seen"; at: number }
  | { kind: "waiting_poll" };

export interface Presence {
  reach: Reach;
  work: Work;
  reason: PresenceReason;
  /** Since when it works, waits or is away, epoch ms. */
  sinceAt: number | null;
}

/**
 * What can be proved about an agent now: two independent axes and a reason. *Unstable* from half the
 * time after which silence is offline. Never stored.
 *
 * @param now epoch milliseconds
 * @source domain.md § 3
 */
export function derivePresence(facts: PresenceFacts, now: number, leaseS: LeaseTimes): Presence {
  const work = deriveWork(facts);
  const { agent } = facts;
  const ttlS = leaseS[agent.class];
  const seenAt = lastSeen(agent.seenAt, facts.seenAt);
  if (!agent.online) {
    const at = agent.offlineSince ?? seenAt;
    const reason: PresenceReason =
      agent.offlineReason === "left" ? { kind: "left", at } : { kind: "silent", sinceAt: seenAt, afterS: ttlS };
    return { reach: "offline", work: work.work, reason, sinceAt: at };
  }
  if (facts.waiting) return { reach: "online", ...work, reason: { kind: "waiting_poll" } };
  if (now - seenAt >= quietAfterMs(ttlS)) {
    return {
      reach: "unstable",
      ...work,
      reason: { kind: "quiet", sinceAt: seenAt, offlineAt: liveUntil(seenAt, ttlS) },
    };
  }
  return { reach: "online", ...work, reason: { kind: "seen", at: seenAt } };
}

/** Waiting on a person is never shown as working. */
function deriveWork(facts: PresenceFacts): { work: Work; sinceAt: number | null } {
  if (facts.standsStillSince !== null) return { work: "waiting_on_human", sinceAt: facts.standsStillSince };
  if (facts.waitsSince) return { work: "waiting_on_agent", sinceAt: facts.waitsSince };
  if (facts.held) return { work: "working", sinceAt: facts.held.sinceAt };
  if (facts.askedAt !== null) return { work: "waiting_on_human", sinceAt: facts.askedAt };
  if (facts.queued > 0) return { work: "queued", sinceAt: null };
  return { work: "idle", sinceAt: null };
}
