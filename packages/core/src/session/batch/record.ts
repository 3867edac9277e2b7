import type { Execution, Proposal, Session, SessionEnd } from "../record/session.ts";
import { carriedIn } from "../review/findings.ts";
import { tallyOf } from "./batch.ts";

/** What people see of a batch, even when it is over: its plan, the outcome of its tasks, and its review. */
export interface BatchRecord {
  /** From 0; `null` if the session has no batches. */
  batch: number | null;
  plan: Proposal<"plan"> | null;
  review: Proposal<"review"> | null;
  execution: Execution | null;
}

/** The batch under way. */
export function batchRecord({ batch, proposals, execution }: Session): BatchRecord {
  const { plan = null, review = null } = proposals;
  return { batch, plan, review, execution };
}

/**
 * A session as it is kept after its end: nothing in it waits any more, a batch that its review passed is completed, and
 * what was not done stays so.
 */
export function closedSession(session: Session, end: SessionEnd): Session {
  const { batches, batch, proposals, execution } = session;
  return {
    ...session,
    work: null,
    batches:
      batches?.map((one, i) => {
        if (one.state === "completed") return one;
        if (end !== "completed" && one.state !== "at_checkpoint")
          return { ...one, state: end === "failed" && one.startedAt !== null ? end : "stopped" };
        const isLast = i === batch;
        const result = isLast ? (proposals.review?.value.summary ?? null) : one.result;
        const tally = isLast && execution ? tallyOf(execution) : one.tally;
        const carried = isLast ? carriedIn(session) : one.carried;
        return { ...one, state: "completed", result, tally, carried };
      }) ?? null,
  };
}

/** Every batch that was begun, in order. @param over those that ended before the current one */
export function batchRecords(session: Session, over: readonly BatchRecord[]): BatchRecord[] {
  const at = session.batch;
  const before = over.filter((one) => at !== null && one.batch !== null && one.batch < at);
  const now = batchRecord(session);
  return now.plan === null && now.execution === null ? before : [...before, now];
}
