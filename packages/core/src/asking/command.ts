import type { DecisionId } from "../decision/decision.ts";
import type { PersonCaller } from "../kernel/actor.ts";
import type { AnswerDetail } from "../kernel/question.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    answerDecision: {
      by: PersonCaller;
      decisionId: DecisionId;
      optionId: string;
      note: string;
      /** The version that the person saw; `null` answers whatever it asks now. */
      version: number | null;
      /** What else the answer says: answers to questions, edited batches. */
      detail?: AnswerDetail;
      /** One of many that are answered at once. */
      together?: boolean;
    };
    undoDecision: { by: PersonCaller; decisionId: DecisionId };
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
  }
}
