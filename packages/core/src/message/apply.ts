import { forgetMail, setAgent } from "../agent/set.ts";
import type { MessageId } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { RoomEvent } from "../log/event.ts";
import type { RoomView } from "../log/view.ts";
import { addTask, endTask, nameOf, setTask } from "../task/apply.ts";
import { liveTask } from "../task/order.ts";
import { MAIL_KEPT, QUESTIONS_KEPT } from "./message.ts";

/** Mail with one more message; the oldest goes where there are too many. */
function withMail(mail: readonly MessageId[], id: MessageId, urgent: boolean): MessageId[] {
  return urgent ? [id, ...mail.slice(1 - MAIL_KEPT)] : [...mail, id].slice(-MAIL_KEPT);
}

export type MessageEvent = Extract<RoomEvent, { type: `message.${string}` }>;

/** Moves `next`, a copy that the caller owns at its first level only. */
export function changeMessages(next: RoomView, event: MessageEvent): void {
  switch (event.type) {
    case "message.sent": {
      const { message, task, mailTo, answers, interrupt, mailToRole, urgent = false } = event.data;
      if (task) {
        const answered = next.questions.filter((question) => answers.includes(question.messageId));
        addTask(next, task, {
          frontAt: interrupt ? event.at : null,
          said: {
            seq: event.seq,
            repliesTo: message.repliesTo,
            answered,
            ...(message.attachments ? { attachments: message.attachments } : {}),
          },
        });
      }
      for (const id of mailTo) {
        setAgent(next, id, (agent) => ({
          ...agent,
          mail: withMail(agent.mail, message.id, urgent),
        }));
      }
      if (mailToRole) {
        const waiting = withMail(next.roleMail?.[mailToRole] ?? [], message.id, urgent);
        next.roleMail = { ...next.roleMail, [mailToRole]: waiting };
      }
      if (answers.length > 0) {
        next.questions = next.questions.filter((question) => !answers.includes(question.messageId));
      }
      next.totals = { ...next.totals, messages: next.totals.messages + 1 };
      return;
    }
    case "message.edited": {
      const { message, taskId, title } = event.data;
      return setTask(next, taskId, (task) => ({ ...task, title, instruction: message.body }));
    }
    case "message.withdrawn": {
      const { messageId, taskId, reopens } = event.data;
      const answered = liveTask(next, taskId)?.said?.answered ?? [];
      const reopened = answered.filter((question) => reopens.includes(question.messageId));
      endTask(next, taskId, {
        state: "cancelled",
        by: nameOf(event),
        at: event.at,
        unreviewed: false,
      });
      if (reopened.length > 0) {
        next.questions = [...next.questions, ...reopened]
          .sort((a, b) => a.at - b.at)
          .slice(-QUESTIONS_KEPT);
      }
      return forgetMail(next, messageId);
    }
    case "message.delivered": {
      const { agentId, messageIds } = event.data;
      setAgent(next, agentId, (agent) => ({
        ...agent,
        mail: agent.mail.filter((id) => !messageIds.includes(id)),
      }));
      return;
    }
    default:
      return unreachable(event);
  }
}
