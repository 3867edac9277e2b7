import type { RoleName, TaskId } from "../kernel/ids.ts";
import type { Decision, DecisionAnswer, DecisionId } from "./decision.ts";

/** Payloads of the decision's events, and of what answers do to tasks. */
export interface DecisionEventData {
  "decision.opened": { decision: Omit<Decision, "openedAt"> };
  "decision.answered": { decisionId: DecisionId; answer: Omit<DecisionAnswer, "at"> };
  "decision.withdrawn": { decisionId: DecisionId; reason: string };
  /** An undo; the same question is opened anew in the same commit. */
  "decision.superseded": { decisionId: DecisionId; by: { id: string; name: string } };
  /** What waits for a role goes to another. */
  "task.reassigned": { taskIds: TaskId[]; from: RoleName; to: RoleName };
  /** A person lets parked tasks wait, or takes that back. */
  "task.told_to_wait": { taskIds: TaskId[]; wait: boolean };
  /** The undo of a retry that nobody has taken up. */
  "task.retry_withdrawn": { taskId: TaskId; attempts: number };
}
