import type { AgentId, Fence, HandoffId, RoleName, TaskId, Word } from "../kernel/ids.ts";
import type { Message } from "../message/message.ts";
import type { TaskResult } from "../task/result.ts";
import type { NewTask } from "../task/task.ts";
import type { Intent, Target } from "../team/team.ts";

/** Payloads of the handoff's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** Ends the sender's task, delivers the message, creates the next role's task: one act. */
    "handoff.delivered": {
      handoffId: HandoffId;
      fromTaskId: TaskId;
      fromFence: Fence | null;
      from: { agentId: AgentId | null; name: Word; role: RoleName };
      to: Target;
      intent: Intent;
      message: Message;
      result: TaskResult;
      task: NewTask | null;
      variant: Word;
      available: RoleName[];
      unreviewed: boolean;
      /** A lead queued it for a role that nobody fills. */
      queuedAnyway: boolean;
    };
    /** A handoff went to another role than its sender wanted, because nobody fills that one. */
    "handoff.rerouted": {
      handoffId: HandoffId;
      from: RoleName;
      wanted: RoleName;
      got: Target;
      reason: string;
      available: RoleName[];
    };
  }
}
