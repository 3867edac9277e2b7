import type { EventsOf } from "@squadroom/core/kernel/event";
import { plainText, unended } from "../../words/plain-text.ts";
import { line } from "./sentence.ts";
import { MESSAGES, NOWHERE, type ToldOf } from "./told.ts";

const HANDED = {
  work: "<b>{{who}}</b> handed the work on <b>{{task}}</b> to <b>{{to}}</b>",
  question: "<b>{{who}}</b> asked <b>{{to}}</b>",
  answer: "<b>{{who}}</b> answered <b>{{to}}</b>",
  findings: "<b>{{who}}</b> sent findings on <b>{{task}}</b> to <b>{{to}}</b>",
  deliver: "<b>{{who}}</b> delivered <b>{{task}}</b> to <b>{{to}}</b>",
} as const;

const ASKED = ["messages", "tasks"] as const;

/** What is said, passed on, and asked. */
export const MESSAGE_TOLD: ToldOf<EventsOf<"message" | "handoff" | "decision">> = {
  "message.sent": {
    shown: MESSAGES,
    line: ({ data: { message, urgent } }, names, who) => {
      const values = { who, to: names.recipient(message.to) };
      const key = urgent ? "<b>{{who}}</b> to <b>{{to}}</b>, urgent" : "<b>{{who}}</b> to <b>{{to}}</b>";
      return line("message", key, values, { because: message.body });
    },
  },
  "message.edited": {
    shown: MESSAGES,
    line: ({ data: { taskId: task, message } }, names, who) => {
      const values = { who, task, title: names.title(task) };
      return line("edited", "<b>{{who}}</b> edited <b>{{task}}</b>", values, {
        because: message.body,
      });
    },
  },
  "message.withdrawn": {
    shown: MESSAGES,
    line: ({ data: { taskId: task } }, names, who) =>
      line("cancelled", "<b>{{who}}</b> withdrew <b>{{task}}</b> {{title}}", {
        who,
        task,
        title: names.title(task),
      }),
  },
  "message.delivered": {
    shown: NOWHERE,
    line: ({ data: { agentId, messageIds } }, names) => {
      const agent = names.agent(agentId);
      return line(
        "mail",
        ["<b>{{agent}}</b> received {{count}} message", "<b>{{agent}}</b> received {{count}} messages"],
        { agent },
        { count: messageIds.length },
      );
    },
  },
  "message.late": {
    shown: MESSAGES,
    line: ({ data: { messageIds } }) =>
      line(
        "mail",
        ["{{count}} message has not arrived in time", "{{count}} messages have not arrived in time"],
        {},
        { tone: "warn", count: messageIds.length },
      ),
  },
  "message.raised": {
    shown: MESSAGES,
    line: ({ data: { priority } }) =>
      line("mail", "An answer is overdue: its message is <b>{{priority}}</b> now", { priority }),
  },
  "message.overdue": {
    shown: NOWHERE,
    line: () => line("mail", "An answer did not come: a person is asked", {}, { tone: "warn" }),
  },
  "message.extended": {
    shown: MESSAGES,
    line: (_event, _, who) => line("mail", "<b>{{who}}</b> gave it more time", { who }),
  },
  "message.closed": {
    shown: NOWHERE,
    line: (_event, _, who) => line("mail", "<b>{{who}}</b> ended the wait for an answer", { who }),
  },
  "handoff.delivered": {
    shown: ({ data }) => (data.intent === "work" ? ["handoffs", "tasks"] : ["handoffs", "messages"]),
    line: ({ data: { from, to, task, intent, fromTaskId, message } }, names) => {
      const values = {
        who: from.name,
        to: names.target(to),
        task: task?.id ?? fromTaskId,
        title: task ? unended(task.title) : names.title(fromTaskId),
      };
      return line(
        "handoff",
        task ? "<b>{{who}}</b> handed <b>{{task}}</b> {{title}} to <b>{{to}}</b>" : HANDED[intent],
        values,
        {
          because: task ? undefined : message.body,
        },
      );
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
      return line("reroute", "<b>{{from}}</b> → <b>{{wanted}}</b> rerouted to <b>{{got}}</b>", values, {
        tone: "warn",
        because: reason,
      });
    },
  },
  "decision.opened": {
    shown: ASKED,
    line: ({ data: { decision } }, _, who) => {
      const key = decision.askedBy
        ? "<b>{{who}}</b> asked a person: {{question}}"
        : "A person has to decide: {{question}}";
      const values = { who, question: plainText(decision.question) };
      return line("asked", key, values, { tone: "warn", because: decision.reason });
    },
  },
  "decision.revised": {
    shown: NOWHERE,
    line: ({ data: { revision } }) =>
      line("asked", "Still to decide: {{question}}", { question: plainText(revision.question) }),
  },
  "decision.answered": {
    shown: ASKED,
    line: ({ data: { decisionId, answer } }, names, who) => {
      const { label, note: because } = answer;
      const question = names.title(decisionId);
      return question === ""
        ? line("decided", "<b>{{who}}</b> decided: {{label}}", { who, label }, { because })
        : line("decided", "{{question}} <b>{{who}}</b> decided: {{label}}", { who, label, question }, { because });
    },
  },
  "decision.withdrawn": {
    shown: ASKED,
    line: ({ data: { decisionId, reason: because } }, names) =>
      line(
        "decided",
        "{{question}} No decision is needed any more",
        { question: names.title(decisionId) },
        { because },
      ),
  },
  "decision.superseded": {
    shown: ASKED,
    line: (_event, _, who) => line("undone", "<b>{{who}}</b> took an answer back", { who }),
  },
};
