import type { EventsOf } from "@squadroom/core/kernel/event";
import { plainText, unended } from "../../words/plain-text.ts";
import { line } from "./sentence.ts";
import { MESSAGES, NOWHERE, type ToldOf } from "./told.ts";

const ASKED = ["messages", "tasks"] as const;

/** What one says to another, passes on, and asks. */
export const MESSAGE_TOLD: ToldOf<EventsOf<"message" | "handoff" | "decision">> = {
  "message.sent": {
    shown: MESSAGES,
    line: ({ data: { message, urgent } }, names, who) => {
      const values = { who, to: names.recipient(message.to) };
      const key = urgent ? "line.messageUrgent" : "line.messageSent";
      return line("message", key, values, { because: message.body });
    },
  },
  "message.edited": {
    shown: MESSAGES,
    line: ({ data: { taskId: task, message } }, names, who) => {
      const values = { who, task, title: names.title(task) };
      return line("edited", "line.messageEdited", values, { because: message.body });
    },
  },
  "message.withdrawn": {
    shown: MESSAGES,
    line: ({ data: { taskId: task } }, names, who) =>
      line("cancelled", "line.messageWithdrawn", { who, task, title: names.title(task) }),
  },
  "message.delivered": {
    shown: NOWHERE,
    line: ({ data: { agentId, messageIds } }, names) => {
      const agent = names.agent(agentId);
      return line("mail", "line.messageDelivered", { agent }, { count: messageIds.length });
    },
  },
  "message.late": {
    shown: MESSAGES,
    line: ({ data: { messageIds } }) =>
      line("mail", "line.messageLate", {}, { tone: "warn", count: messageIds.length }),
  },
  "message.raised": {
    shown: MESSAGES,
    line: ({ data: { priority } }) => line("mail", "line.messageRaised", { priority }),
  },
  "message.overdue": {
    shown: NOWHERE,
    line: () => line("mail", "line.messageOverdue", {}, { tone: "warn" }),
  },
  "message.extended": {
    shown: MESSAGES,
    line: (_event, _, who) => line("mail", "line.messageExtended", { who }),
  },
  "message.closed": {
    shown: NOWHERE,
    line: (_event, _, who) => line("mail", "line.messageClosed", { who }),
  },
  "handoff.delivered": {
    shown: ({ data }) =>
      data.intent === "work" ? ["handoffs", "tasks"] : ["handoffs", "messages"],
    line: ({ data: { from, to, task, intent, fromTaskId, message } }, names) => {
      const values = {
        who: from.name,
        to: names.target(to),
        task: task?.id ?? fromTaskId,
        title: task ? unended(task.title) : names.title(fromTaskId),
      };
      return line("handoff", task ? "line.handedTask" : `line.handed.${intent}`, values, {
        because: task ? undefined : message.body,
      });
    },
  },
  "handoff.rerouted": {
    shown: ["handoffs"],
    line: ({ data: { from, wanted, got, reason } }, names) => {
      const values = {
        from: names.role(from),
        wanted: names.role(wanted),
        got: names.target(got),
      };
      return line("reroute", "line.rerouted", values, { tone: "warn", because: reason });
    },
  },
  "decision.opened": {
    shown: ASKED,
    line: ({ data: { decision } }, _, who) => {
      const key = decision.askedBy ? "line.decisionAsked" : "line.decisionOpened";
      const values = { who, question: plainText(decision.question) };
      return line("asked", key, values, { tone: "warn", because: decision.reason });
    },
  },
  "decision.revised": {
    shown: NOWHERE,
    line: ({ data: { revision } }) =>
      line("asked", "line.decisionRevised", { question: plainText(revision.question) }),
  },
  "decision.answered": {
    shown: ASKED,
    line: ({ data: { answer } }, _, who) => {
      const { label, note } = answer;
      return line("decided", "line.decisionAnswered", { who, label }, { because: note });
    },
  },
  "decision.withdrawn": {
    shown: ASKED,
    line: ({ data }) => line("decided", "line.decisionWithdrawn", {}, { because: data.reason }),
  },
  "decision.superseded": {
    shown: ASKED,
    line: (_event, _, who) => line("undone", "line.decisionSuperseded", { who }),
  },
};
