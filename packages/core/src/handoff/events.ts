import { type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import type { AgentId, Fence, HandoffId, MessageId, RoleName, TaskId, Word } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { type Message, QUESTIONS_KEPT } from "../message/message.ts";
import { liveTask } from "../task/order.ts";
import type { TaskResult } from "../task/result.ts";
import { addTask, endTask, setTask } from "../task/set.ts";
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
    /** A handoff went to a role other than the one its sender wanted, because nobody fills that one. */
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

export const HANDOFF_FACTS: FactsOf<EventsOf<"handoff">> = {
  "handoff.delivered": fact(
    {
      asks: false,
      touches: (touched, { event, before }) => {
        const { fromTaskId, task } = event.data;
        const from = liveTask(before, fromTaskId);
        // Tasks that waited for it wait for the task in its place, which itself waits for nothing.
        if (task === null || (from?.waitsFor.length ?? 0) > 0) touched.all = true;
        else touched.roles.add(task.role);
        if (task) touched.tasks.add(task.id);
        touchTask(touched, fromTaskId, before);
      },
      locksOut: ({ event }) => isRejected(event.data.task),
    },
    (next, { data, at }) => {
      const { fromTaskId, from, to, intent, message, task, unreviewed, queuedAnyway } = data;
      // A lead who hands a task on did not finish it: tasks that wait for it wait for the one that it became.
      const heir = from.agentId === null && task ? task.id : null;
      const answered = liveTask(next, fromTaskId)?.origin.messageId ?? null;
      endTask(next, fromTaskId, { state: "completed", by: from.name, at, unreviewed }, heir);
      if (task) addTask(next, task);
      // Whoever queues it anyway has said that it waits: nobody is asked about that until the role has been there.
      if (task && queuedAnyway) setTask(next, task.id, (one) => ({ ...one, parkedAt: at, toldToWait: true }));
      const { handoffs, messages } = next.totals;
      next.totals = { ...next.totals, handoffs: handoffs + 1, messages: messages + 1 };
      if (to !== "user") return;
      if (intent === "question") {
        const asked = { messageId: message.id, from, taskId: fromTaskId, text: message.body, at };
        next.questions = [...next.questions, asked].slice(-QUESTIONS_KEPT);
      } else {
        noteAnswered(next, answered);
        next.lastDelivery = { by: from.name, role: from.role, text: message.body, at, unreviewed };
      }
    },
  ),
  "handoff.rerouted": fact(NOTHING, (next) => {
    next.totals = { ...next.totals, reroutes: next.totals.reroutes + 1 };
  }),
};

/** A message that has its answer owes none, however its open tasks end. */
function noteAnswered(next: RoomView, messageId: MessageId | null): void {
  const open = new Set(next.tasks.map(({ origin }) => origin.messageId));
  const all = messageId === null ? next.answeredMessages : [...next.answeredMessages, messageId];
  next.answeredMessages = [...new Set(all)].filter((id) => open.has(id));
}
