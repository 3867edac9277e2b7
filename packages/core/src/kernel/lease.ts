import type { AgentId, Fence } from "./ids.ts";

/**
 * One agent's hold of one thing, for as long as the agent gives signs of life. Whatever it does with it names the
 * fence, which grows with each lease of the room: a call under an old one is refused.
 */
export interface Lease {
  agentId: AgentId;
  fence: Fence;
  claimedAt: number;
  /** Time during which it was paused for a person or a provider's limit, ms; no time limit counts it. */
  pausedMs: number;
  /** Up to when `pausedMs` counts, if it stayed paused after that; epoch ms. */
  pausedTo?: number;
  /** Seconds without a sign of life after which it ends; by connection class. */
  ttlS: number;
}

/** Whether this caller may write under this fence. */
export function isHeldUnder(lease: Lease | null, agentId: AgentId, fence: Fence | null): boolean {
  return lease?.fence === fence && lease?.agentId === agentId;
}

/** The last sign of life, epoch ms: logged, or observed since. */
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

/** How long it was held by `at`, ms, without pauses. */
export function heldMs({ claimedAt, pausedMs }: Lease, at: number): number {
  return at - claimedAt - pausedMs;
}

/** When it will have been held for this long, epoch ms. */
export function heldForAt({ claimedAt, pausedMs }: Lease, timeoutS: number): number {
  return claimedAt + pausedMs + timeoutS * 1000;
}

/**
 * The lease after the end of something for which it was paused until `at`. `since`: the starts of everything open until
 * then, this one included; overlapping pauses count once. `isStill`: others are still open.
 */
export function resumed<L extends Lease>(lease: L, since: readonly number[], at: number, isStill = false): L {
  const from = Math.max(Math.min(...since), lease.claimedAt, lease.pausedTo ?? 0);
  const pausedMs = lease.pausedMs + at - from;
  return isStill ? { ...lease, pausedMs, pausedTo: at } : { ...lease, pausedMs };
}
