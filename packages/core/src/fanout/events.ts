import type { Attachment } from "../attachment/attachment.ts";
import type { Fence, MessageId, TaskId, Word } from "../kernel/ids.ts";
import type { NewTask } from "../task/task.ts";
import type { Tier } from "../team/tiers.ts";
import type { BranchOutcome, FanoutId } from "./fanout.ts";

/** Payloads of the fan-out's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * A request goes to several agents at once, each with a task of its own. `joinTaskId` waits for all of them; an agent
     * that had it in hand gives it back.
     */
    "fanout.opened": {
      fanoutId: FanoutId;
      messageId: MessageId | null;
      title: string;
      tier: Tier | null;
      /** Seconds that each branch has. */
      branchS: number;
      joinTaskId: TaskId;
      /** Of the claim that ends with it. */
      fence: Fence | null;
      tasks: NewTask[];
      /** Files of the message: every branch gets them. */
      attachments?: readonly Attachment[];
    };
    /** A branch has its outcome. */
    "fanout.branch_ended": {
      fanoutId: FanoutId;
      taskId: TaskId;
      outcome: BranchOutcome;
      /** The result, or why there is none. */
      text: string;
      /** The agent that ended it. */
      by: Word | null;
    };
    /** Branches were retried after their results had been joined: another task joins them again. */
    "fanout.rejoined": { fanoutId: FanoutId; task: NewTask };
  }
}
