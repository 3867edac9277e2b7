import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Decision, DecisionAnswer, DecisionId } from "./decision.ts";

/** Payloads of the decision's events, and of what answers do to tasks. */
export interface DecisionEventData {
  "decision.opened": { decision: Omit<Decision, "openedAt"> };
  /** What it holds up changed, or what its answers do; then the version rises. */
  "decision.revised": {
    decisionId: DecisionId;
    revision: Pick<Decision, "version" | "question" | "reason" | "options" | "urgency" | "holdsUp">;
  };
  "decision.answered": { decisionId: DecisionId; answer: Omit<DecisionAnswer, "at"> };
  "decision.withdrawn": { decisionId: DecisionId; reason: string };
  /** An undo; what still asks is opened anew in the same commit. */
  "decision.superseded": { decisionId: DecisionId; by: { id: string; name: string } };

  /** What waits for a role goes to another; `agentId`: who alone may claim it there. */
  "task.reassigned": {
    from: RoleName;
    to: RoleName;
    tasks: { taskId: TaskId; agentId: AgentId | null }[];
    /** What a person said to whoever takes a plan's task over. */
    note?: { text: string; by: string };
  };
  /** A person lets parked tasks of a role wait, or takes that back. */
  "task.told_to_wait": { role: RoleName; taskIds: TaskId[]; wait: boolean };
  /** The undo of a retry that nobody has taken up. */
  "task.retry_withdrawn": { taskId: TaskId; attempts: number };
}
