import { isOfBatch } from "../flow/steps.ts";
import type { Session } from "../session/record/session.ts";
import { addUsage, type ReportedUsage, type Usage } from "./usage.ts";

/** The session after this report: a batch counts what is consumed from its plan onwards. */
export function withUsage(session: Session, usage: ReportedUsage): Session {
  return withSum(session, (sum) => addUsage(sum, usage));
}

/** The session with another sum; its current batch counts it too. */
export function withSum(session: Session, add: (sum: Usage) => Usage): Session {
  const { batch, batches, step } = session;
  return {
    ...session,
    usage: add(session.usage),
    batches:
      batches !== null && batch !== null && isOfBatch(step)
        ? batches.map((one, i) => (i === batch ? { ...one, usage: add(one.usage) } : one))
        : batches,
  };
}
