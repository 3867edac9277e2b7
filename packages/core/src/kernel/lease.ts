import type { AgentId, Fence } from "./ids.ts";

/**
 * One thing in one agent's hand, for as long as the agent gives signs of life. What it does with it names the
 * fence, which grows with each lease of the room: a call under an old one is refused.
 */
export interface Lease {
  agentId: AgentId;
  fence: Fence;
  claimedAt: number;
  /** Time that it stood still for a person or a provider's limit, ms; no limit of time counts it. */
  pausedMs: number;
  /** Until when that is counted, where it stood still on then; epoch ms. */
  pausedTo?: number;
  /** Seconds without a sign of life after which it ends; by connection class. */
  ttlS: number;
}

/** Whether this caller may write under this fence. */
export function isHeldUnder(lease: Lease | null, agentId: AgentId, fence: Fence | null): boolean {
  return lease?.fence === fence && lease?.agentId === agentId;
}

/** The last sign of life, epoch ms: what the log knows of, or what was observed since. */
export function lastSeen(loggedAt: number, observedAt: number | null | undefined): number {
  return Math.max(loggedAt, observedAt ?? 0);
}

/** Until when a sign of life keeps a lease live, epoch ms. */
export function liveUntil(seenAt: number, ttlS: number): number {
  return seenAt + ttlS * 1000;
}

/** How long silence means nothing, ms: half of the time after which it ends a lease. */
export function quietAfterMs(ttlS: number): number {
  return ttlS * 500;
}

/** Evidence that its holder knows of it: a sign of life since the claim. */
export function wasSeenUnder(lease: Lease, seenAt: number): boolean {
  return seenAt > lease.claimedAt;
}

/** How long it was in hand by `at`, ms, without the time that it stood still. */
export function heldMs({ claimedAt, pausedMs }: Lease, at: number): number {
  return at - claimedAt - pausedMs;
}

/** When it has been in hand for so long, epoch ms. */
export function heldForAt({ claimedAt, pausedMs }: Lease, timeoutS: number): number {
  return claimedAt + pausedMs + timeoutS * 1000;
}

/**
 * The lease once something ends for which it stood still until `at`. `since`: of all that was open till then, this one
 * included; what stood still for several at once counts once. `isStill`: others are open yet.
 */
export function resumed<L extends Lease>(lease: L, since: readonly number[], at: number, isStill = false): L {
  const from = Math.max(Math.min(...since), lease.claimedAt, lease.pausedTo ?? 0);
  const pausedMs = lease.pausedMs + at - from;
  return isStill ? { ...lease, pausedMs, pausedTo: at } : { ...lease, pausedMs };
}
