import type { TaskId } from "../kernel/ids.ts";
import type { Priority } from "../kernel/priority.ts";
import type { RoomView } from "../kernel/view.ts";
import { isToAgents } from "./follow.ts";
import type { Message, MessageHead } from "./message.ts";

/**
 * `waiting` for an answer that has time; `late`: not delivered within its priority's limit; `raised`: the answer is
 * overdue, and its priority is one higher; `overdue`: a person is asked; `closed`: nobody waits for an answer any more.
 */
export const MESSAGE_STATES = [
  "waiting",
  "late",
  "raised",
  "overdue",
  "answered",
  "closed",
  "delivered",
  "sent",
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** The state of a message. */
export interface MessageStanding {
  state: MessageState;
  /** The priority that it has while its answer is overdue. */
  raisedTo?: Priority;
}

/** A message with what became of it. */
export interface StandingMessage extends Message, MessageStanding {}

/** What a message is, without its words. */
export interface SentMessage extends MessageHead, MessageStanding {
  /** The task that its sender holds. */
  taskId: TaskId | null;
}

/** What an agent said about its message, if anything. */
export function headOf({ kind, subject, priority, about, responseBy }: Message): MessageHead {
  const head = { kind, subject, priority, about, responseBy };
  return Object.fromEntries(Object.entries(head).filter(([, value]) => value !== undefined));
}

type Knows = Pick<RoomView, "openMessages" | "agents" | "roleMail" | "questions">;

/**
 * `delivered`: the room no longer has it to deliver; only the log knows whether it arrived.
 *
 * @param isAnswered whether it has a reply from whoever it went to, or from a person
 */
export function messageStanding(
  view: Knows,
  message: Pick<Message, "id" | "from" | "to" | "intent" | "responseBy">,
  isAnswered: boolean,
): MessageStanding {
  const { id, to, responseBy } = message;
  const open = view.openMessages.open.find((one) => one.id === id);
  if (open && (open.deliveredAt === null || open.responseBy !== null)) {
    const raised = open.raisedAt === null ? {} : { raisedTo: open.priority };
    if (open.overdueAt !== null) return { state: "overdue", ...raised };
    if (open.raisedAt !== null) return { state: "raised", ...raised };
    if (open.isLate) return { state: "late" };
    return { state: open.responseBy === null ? "sent" : "waiting" };
  }
  if (to.kind === "user") {
    if (view.questions.some(({ messageId }) => messageId === id)) return { state: "waiting" };
    return { state: message.intent === "question" ? "answered" : "sent" };
  }
  if (isAnswered && isToAgents(message as Message)) return { state: "answered" };
  if (responseBy !== undefined) return { state: "closed" };
  return { state: isUnread(view, message) ? "sent" : "delivered" };
}

function isUnread({ agents, roleMail }: Knows, { id, from, to }: Pick<Message, "id" | "from" | "to">) {
  if (to.kind === "agent") return agents[to.agentId]?.mail.includes(id) === true;
  // A person's message is a task; the task's state says how far it is.
  return to.kind !== "role" || from.kind === "person" || roleMail[to.role]?.includes(id) === true;
}
