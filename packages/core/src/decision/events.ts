import type { Word } from "../kernel/ids.ts";
import type { Decision, DecisionAnswer, DecisionId } from "./decision.ts";

/** Payloads of the decision's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** The room, or an agent, asks people to decide. */
    "decision.opened": { decision: Omit<Decision, "openedAt"> };
    /** What it holds up changed, or what its answers do; then the version rises. */
    "decision.revised": {
      decisionId: DecisionId;
      revision: Pick<
        Decision,
        "version" | "question" | "reason" | "options" | "urgency" | "holdsUp"
      >;
    };
    /** A person answered a decision. What the answer does follows as events of the same commit. */
    "decision.answered": { decisionId: DecisionId; answer: Omit<DecisionAnswer, "at"> };
    /** A decision is no longer needed: what it asked about changed. */
    "decision.withdrawn": { decisionId: DecisionId; reason: string };
    /** An undo; what still asks is opened anew in the same commit. */
    "decision.superseded": { decisionId: DecisionId; by: { id: Word; name: Word } };
  }
}
