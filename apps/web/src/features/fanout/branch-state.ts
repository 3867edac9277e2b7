import {
  type BranchAttempt,
  type BranchOutcome,
  currentAttempt,
  type FanoutBranch,
} from "@squadroom/core/fanout/fanout";

export type BranchState = BranchOutcome | "waiting" | "working";

export function stateOf({ outcome, takenAt }: BranchAttempt): BranchState {
  return outcome ?? (takenAt === null ? "waiting" : "working");
}

/** How long an attempt has been going, or went, s; one that nobody took is as old as its offer. */
export function secondsOf({ since, takenAt, endedAt }: BranchAttempt, now: number): number {
  return Math.max(0, Math.round(((endedAt ?? now) - (takenAt ?? since)) / 1000));
}

/** What is left of its limit, s. */
export function secondsLeft(attempt: BranchAttempt, branchS: number, now: number): number {
  return Math.max(0, branchS - secondsOf(attempt, now));
}

export function answeredOf(branches: readonly FanoutBranch[]): number {
  return branches.filter((one) => currentAttempt(one).outcome === "fulfilled").length;
}
