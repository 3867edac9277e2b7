import { NO_USAGE, sumUsage } from "../../usage/usage.ts";
import type { Batch, BatchPlan, BatchTally, Execution } from "../record/session.ts";

/** A batch as settled by people: none of it has begun. */
export function aBatch({ title, description }: BatchPlan): Batch {
  return {
    title,
    description,
    state: "pending",
    result: null,
    carried: [],
    usage: NO_USAGE,
    startedAt: null,
    reviewedAt: null,
    waitedMs: 0,
    waitingSince: null,
    tally: null,
  };
}

export function begun(batch: Batch, at: number): Batch {
  return { ...batch, state: "active", startedAt: at };
}

/** The results of its plan's tasks, with their reviews, so far. */
export function tallyOf({ tasks, outcomes, estimate }: Execution): BatchTally {
  return {
    tasks: Object.keys(tasks).length,
    usage: Object.values(outcomes).reduce((sum, one) => sumUsage(sum, one.usage), NO_USAGE),
    estimate,
  };
}
