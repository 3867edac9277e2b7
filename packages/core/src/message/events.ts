import type { AgentId, MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import type { RouteDecision } from "../routing/route-decision.ts";
import type { StatusFact } from "../routing/status-fact.ts";
import type { NewTask, Priority } from "../task/task.ts";
import type { Message } from "./message.ts";

/** Payloads of the message's events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * Somebody sent a message. A message of a user to the team carries the task that it becomes for the role that
     * gets it; other messages carry none.
     */
    "message.sent": {
      message: Message;
      task: NewTask | null;
      /** Tasks of the role in front of it when it was sent. */
      ahead: number;
      /** Agents that will find it in their next answer. */
      mailTo: AgentId[];
      /** Questions to the user that it answers. */
      answers: MessageId[];
      /** A user's message that goes to the front; `mailTo` has who is told of it while at work. */
      interrupt: boolean;
      /** Nobody fills this role: it waits for whoever does. */
      mailToRole?: RoleName;
      /** Stands before the rest of the mail. */
      urgent?: boolean;
      /** Why a routed team gave it to this role. */
      route?: RouteDecision;
      /** What an answer of the room itself tells of. */
      facts?: StatusFact[];
    };
    /** A user's message that waits has other words; `sentSeq` is the place in the log where it was sent. */
    "message.edited": {
      message: Message;
      sentSeq: number;
      taskId: TaskId;
      title: string;
      /** Why a routed team gives it to the role that it is for now; absent where it stays with one that it was given to. */
      route?: RouteDecision;
      /** What its tier gives it then, seconds. */
      timeoutS?: number;
    };
    /** A user's message that waited was taken back: its task is cancelled, what it answered is open again. */
    "message.withdrawn": { messageId: MessageId; taskId: TaskId; reopens: MessageId[] };
    /** An agent found these messages in the answer to one of its calls. */
    "message.delivered": { agentId: AgentId; messageIds: MessageId[] };
    /** These have not arrived within the limit of their priority. */
    "message.late": { messageIds: MessageId[] };
    /** Its answer is overdue: it is one priority higher, once, and its receivers find it again. */
    "message.raised": { messageId: MessageId; priority: Priority; mailTo: AgentId[] };
    /** It was raised, and still has no answer: a person is asked. */
    "message.overdue": { messageId: MessageId };
    /** A person waits longer: for an answer until then, or for a stopped subject, which has its turns again. */
    "message.extended": { messageId: MessageId; responseBy: number };
    /** Nobody waits any more for its answer; nor, where a person ends a subject that was stopped, for what else was said on it. */
    "message.closed": { messageId: MessageId };
  }
}
