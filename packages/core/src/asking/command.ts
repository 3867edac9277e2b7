import type { DecisionId, Urgency } from "../decision/decision.ts";
import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { Fence, RoleName, TaskId } from "../kernel/ids.ts";
import type { AnswerDetail } from "../session/record/command.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    answerDecision: {
      by: PersonCaller;
      decisionId: DecisionId;
      optionId: string;
      note: string;
      /** The version that the person saw; `null` answers whatever it asks now. */
      version: number | null;
      /** What the answer says besides: answers to questions, edited batches. */
      detail?: AnswerDetail;
      /** One of many that are answered at once. */
      together?: boolean;
    };
    undoDecision: { by: PersonCaller; decisionId: DecisionId };
    askIntervention: {
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      question: string;
      reason: string;
      /** Answers that the agent offers; a free answer and cancelling are always possible. */
      options: { id?: string; label: string; consequence: string }[];
      suggestedRole: RoleName | null;
      urgency: Urgency;
      /** Files outside of the task's boundaries that it asks to change. */
      outside?: string[];
    };
  }

  interface Replies {
    answerDecision: {
      decisionId: DecisionId;
      state: "answered";
      optionId: string;
      label: string;
      consequence: string;
      canUndo: boolean;
    };
    undoDecision: {
      decisionId: DecisionId;
      state: "superseded";
      pendingInstead: DecisionId | null;
    };
    askIntervention: {
      decisionId: DecisionId;
      state: "pending";
      options: { id: string; label: string }[];
    };
  }
}
