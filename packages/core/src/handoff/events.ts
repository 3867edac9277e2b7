import { type EventsOf, NOTHING, type RulesOf } from "../kernel/event.ts";
import type { AgentId, Fence, HandoffId, RoleName, TaskId, Word } from "../kernel/ids.ts";
import type { Message } from "../message/message.ts";
import { liveTask } from "../task/order.ts";
import type { TaskResult } from "../task/result.ts";
import type { NewTask } from "../task/task.ts";
import { isRejected, touchTask } from "../task/touches.ts";
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

export const HANDOFF_RULES: RulesOf<EventsOf<"handoff">> = {
  "handoff.delivered": {
    asks: false,
    touches: (touched, { event, before }) => {
      const { fromTaskId, task } = event.data;
      const from = liveTask(before, fromTaskId);
      // Who waited for it waits for the task in its place, which itself waits for nothing.
      if (task === null || (from?.waitsFor.length ?? 0) > 0) touched.all = true;
      else touched.roles.add(task.role);
      if (task) touched.tasks.add(task.id);
      touchTask(touched, fromTaskId, before);
    },
    locksOut: ({ event }) => isRejected(event.data.task),
  },
  "handoff.rerouted": NOTHING,
};
