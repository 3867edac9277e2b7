import { forgetMail, setAgent } from "../agent/set.ts";
import { nameOf } from "../kernel/actor.ts";
import { type EventsOf, type FactsOf, fact, NOTHING, NOTHING_DONE } from "../kernel/event.ts";
import type { AgentId, MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import type { RouteDecision } from "../routing/route-decision.ts";
import type { StatusFact } from "../routing/status-fact.ts";
import { liveTask } from "../task/order.ts";
import { addTask, endTask, setTask } from "../task/set.ts";
import type { NewTask, Priority, Said } from "../task/task.ts";
import { ONE_TASK_MORE, touchTask } from "../task/touches.ts";
import { changeOpen, closeOpen, resumeThread, trackDelivered, trackSent } from "./follow.ts";
import { type Message, type OpenQuestion, QUESTIONS_KEPT } from "./message.ts";

/** Payloads of the message's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * Somebody sent a message. A user's message to the team carries the task that it becomes for the role that gets it;
     * other messages carry none.
     */
    "message.sent": {
      message: Message;
      task: NewTask | null;
      /** Tasks of the role ahead of it when it was sent. */
      ahead: number;
      /** Agents that will find it in their next answer. */
      mailTo: AgentId[];
      /** Questions to the user that it answers. */
      answers: MessageId[];
      /** A user's message that goes to the front; `mailTo` has the agents that are told about it while at work. */
      interrupt: boolean;
      /** Nobody fills this role: it waits for whoever does. */
      mailToRole?: RoleName;
      /** Comes before the rest of the mail. */
      urgent?: boolean;
      /** Why a routed team gave it to this role. */
      route?: RouteDecision;
      /** What an answer by the room itself is about. */
      facts?: StatusFact[];
    };
    /** The text of a user's waiting message changed; `sentSeq` is the place in the log where it was sent. */
    "message.edited": {
      message: Message;
      sentSeq: number;
      taskId: TaskId;
      title: string;
      /** Why a routed team gives it to its present role; absent if it stays with a role to which it was given. */
      route?: RouteDecision;
      /** What its tier then gives it, seconds. */
      timeoutS?: number;
    };
    /** A user's waiting message was withdrawn: its task is cancelled, what it answered is open again. */
    "message.withdrawn": { messageId: MessageId; taskId: TaskId; reopens: MessageId[] };
    /** An agent found these messages in the answer to one of its calls. */
    "message.delivered": { agentId: AgentId; messageIds: MessageId[] };
    /** These messages have not arrived within the limit of their priority. */
    "message.late": { messageIds: MessageId[] };
    /** Its answer is overdue: its priority goes up by one, once, and its receivers find it again. */
    "message.raised": { messageId: MessageId; priority: Priority; mailTo: AgentId[] };
    /** Its priority was raised, and it still has no answer: a person is asked. */
    "message.overdue": { messageId: MessageId };
    /** A person waits longer: for an answer until then, or for a stopped subject, which gets its turns again. */
    "message.extended": { messageId: MessageId; responseBy: number };
    /**
     * Nobody waits for its answer any more. If a person ends a stopped subject, nobody waits for anything else that was
     * said on it either.
     */
    "message.closed": { messageId: MessageId };
  }
}

/** What is kept about a user's message with its task, as a routed team judged it. */
function saidOf(
  { repliesTo, attachments }: Message,
  seq: number,
  answered: OpenQuestion[],
  route: RouteDecision | undefined,
): Said {
  return {
    seq,
    repliesTo,
    answered,
    ...(route ? { tier: route.tier } : {}),
    ...(route?.by === "undecided" ? { candidates: route.candidates } : {}),
    ...(attachments ? { attachments } : {}),
  };
}

export const MESSAGE_FACTS: FactsOf<EventsOf<"message">> = {
  "message.sent": fact(ONE_TASK_MORE, (next, event) => {
    const { message, task, mailTo, answers, interrupt, mailToRole } = event.data;
    const { route } = event.data;
    if (task) {
      const answered = next.questions.filter((question) => answers.includes(question.messageId));
      addTask(next, task, {
        frontAt: interrupt ? event.at : null,
        said: saidOf(message, event.seq, answered, route),
      });
    }
    for (const id of mailTo) {
      setAgent(next, id, (agent) => ({ ...agent, mail: [...agent.mail, message.id] }));
    }
    if (mailToRole) {
      const waiting = [...(next.roleMail[mailToRole] ?? []), message.id];
      next.roleMail = { ...next.roleMail, [mailToRole]: waiting };
    }
    if (answers.length > 0) {
      next.questions = next.questions.filter((question) => !answers.includes(question.messageId));
    }
    next.totals = { ...next.totals, messages: next.totals.messages + 1 };
    trackSent(next, event);
  }),
  // Other words may take it from a role that nobody fills.
  "message.edited": fact(
    {
      asks: false,
      touches: (touched, { event, before, after }) => {
        touchTask(touched, event.data.taskId, before);
        touchTask(touched, event.data.taskId, after);
      },
    },
    (next, { data }) => {
      const { message, taskId, title, route, timeoutS } = data;
      const { to } = message;
      setTask(next, taskId, (task) => {
        const edited = { ...task, title, instruction: message.body };
        if (!route || !task.said) return edited;
        return {
          ...edited,
          said: saidOf(message, task.said.seq, task.said.answered, route),
          timeoutS: timeoutS ?? task.timeoutS,
          ...(to.kind === "role" && to.role !== task.role
            ? { role: to.role, agentId: null, parkedAt: null, toldToWait: false }
            : {}),
        };
      });
    },
  ),
  // Nothing waits for a withdrawn message.
  "message.withdrawn": fact(
    {
      asks: false,
      touches: (touched, { event, before }) => touchTask(touched, event.data.taskId, before),
    },
    (next, event) => {
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
        next.questions = [...next.questions, ...reopened].sort((a, b) => a.at - b.at).slice(-QUESTIONS_KEPT);
      }
      forgetMail(next, messageId);
    },
  ),
  "message.delivered": fact(NOTHING_DONE, (next, { data: { agentId, messageIds }, at }) => {
    setAgent(next, agentId, (agent) => ({
      ...agent,
      mail: agent.mail.filter((id) => !messageIds.includes(id)),
    }));
    trackDelivered(next, messageIds, at);
  }),
  // Messages that wait for an answer are looked at with every event.
  "message.late": fact(NOTHING, (next, { data }) => changeOpen(next, data.messageIds, { isLate: true })),
  "message.raised": fact(NOTHING, (next, { data: { messageId, priority, mailTo }, at }) => {
    for (const id of mailTo)
      setAgent(next, id, (agent) => ({
        ...agent,
        mail: agent.mail.includes(messageId) ? agent.mail : [...agent.mail, messageId],
      }));
    changeOpen(next, [messageId], { priority, raisedAt: at });
  }),
  "message.overdue": fact(NOTHING, (next, { data, at }) => changeOpen(next, [data.messageId], { overdueAt: at })),
  "message.extended": fact(NOTHING, (next, { data: { messageId, responseBy } }) => {
    changeOpen(next, [messageId], { responseBy, overdueAt: null });
    resumeThread(next, messageId);
  }),
  "message.closed": fact(NOTHING, (next, { data: { messageId }, actor }) => {
    // What the room asked by itself is settled; what an agent said is still to be read.
    const { open } = next.openMessages;
    if (open.some(({ id, from }) => id === messageId && from === null)) forgetMail(next, messageId);
    closeOpen(next, messageId, actor.kind === "person");
  }),
};
