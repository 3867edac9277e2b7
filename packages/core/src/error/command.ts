import type { DecisionId } from "../decision/decision.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Fence, TaskId } from "../kernel/ids.ts";
import type { ErrorDraft, ErrorId } from "./reported-error.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    reportError: {
      by: AgentCaller;
      taskId: TaskId;
      fence: Fence;
      error: ErrorDraft;
    };
  }

  interface Replies {
    reportError: {
      id: ErrorId;
      /** Errors of this run, this one included; warnings don't count. */
      count: number;
      /** It was one too many: the task is taken away, and a person decides. */
      stopped: boolean;
      /** The question that a person has because of it, or already had about this task. */
      decisionId: DecisionId | null;
    };
  }
}
