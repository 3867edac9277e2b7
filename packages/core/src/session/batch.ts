import { NO_USAGE } from "../usage/usage.ts";
import type { Batch, BatchPlan } from "./session.ts";

/** A batch as people settled it: nothing of it has begun. */
export function aBatch({ title, description }: BatchPlan): Batch {
  return {
    title,
    description,
    state: "pending",
    result: null,
    usage: NO_USAGE,
    startedAt: null,
    reviewedAt: null,
    waitedMs: 0,
    waitingSince: null,
  };
}

export function begun(batch: Batch, at: number): Batch {
  return { ...batch, state: "active", startedAt: at };
}
