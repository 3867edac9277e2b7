import { questionOf } from "@squadroom/core/decision/asking";
import {
  type BranchAttempt,
  type BranchOutcome,
  currentAttempt,
  type FanoutBranch,
} from "@squadroom/core/fanout/fanout";
import { heldMs, type Lease } from "@squadroom/core/kernel/lease";
import type { RoomView } from "@squadroom/core/kernel/view";

export type BranchState = BranchOutcome | "waiting" | "working";

export function stateOf({ outcome, takenAt }: BranchAttempt): BranchState {
  return outcome ?? (takenAt === null ? "waiting" : "working");
}

/**
 * How long an attempt has been going, or went, s; one that nobody took is as old as its offer. Time spent waiting for a
 * person doesn't count, as for its limit.
 */
export function secondsOf(attempt: BranchAttempt, now: number, held: Held | null): number {
  const { since, takenAt, endedAt } = attempt;
  const ms =
    endedAt === null && held ? heldMs(held.lease, held.stoodSince ?? now) : (endedAt ?? now) - (takenAt ?? since);
  return Math.max(0, Math.round(ms / 1000));
}

/** Who holds a branch, and since when that agent has been waiting for a person. */
export interface Held {
  lease: Lease;
  stoodSince: number | null;
}

export function heldOf(view: RoomView, { taskId }: FanoutBranch): Held | null {
  const lease = view.tasks.find(({ id }) => id === taskId)?.lease;
  return lease ? { lease, stoodSince: questionOf(view, lease.agentId)?.openedAt ?? null } : null;
}

export function answeredOf(branches: readonly FanoutBranch[]): number {
  return branches.filter((one) => currentAttempt(one).outcome === "fulfilled").length;
}
