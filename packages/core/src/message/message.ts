import type { Attachment } from "../attachment/attachment.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { AgentId, MessageId, RoleName, SessionId, TaskId, Word } from "../kernel/ids.ts";
import type { Priority } from "../kernel/priority.ts";
import type { Intent } from "../team/team.ts";

/** Unread messages beyond which a receiver gets no more ordinary ones from others. */
export const MAIL_MAX = 20;
/** And beyond which it gets nothing more: no critical ones, no answers, nothing that the room writes. */
export const MAIL_FULL = 200;
/** Open questions to the user that the view keeps, the newest; older ones stay in the conversation. */
export const QUESTIONS_KEPT = 50;

export const MESSAGE_KINDS = ["question", "request", "notification"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export interface MessageAbout {
  component?: string;
  /** Relative to the project's root. */
  file?: string;
}

export type Sender =
  | { kind: "person"; id: Word; name: Word }
  | { kind: "agent"; id: AgentId; name: Word; role: RoleName }
  | { kind: "server" };

export type Recipient =
  | { kind: "user" }
  | { kind: "role"; role: RoleName }
  | { kind: "agent"; agentId: AgentId; role: RoleName; name: Word }
  /** The room itself, which answers questions about the state of work. */
  | { kind: "room" };

/** A line in the room's conversation. */
export interface Message {
  id: MessageId;
  from: Sender;
  to: Recipient;
  body: string;
  /** What a handoff carries; `null` for a message that passes no ball. */
  intent: Intent | null;
  /** Roles named with @ in the body: hints for the entry point, not routing in preset teams. */
  mentions: RoleName[];
  repliesTo: MessageId | null;
  taskId: TaskId | null;
  /** The session that the room writes about; absent elsewhere. */
  sessionId?: SessionId;
  at: number;
  /** Files that go with it; absent if there are none. */
  attachments?: readonly Attachment[];
  /** The kind of an agent's message; absent if nobody said so and it needs no answer: a notification. */
  kind?: MessageKind;
  /** A line that says what it is about. */
  subject?: string;
  /** How urgent an agent's message is; absent: medium. */
  priority?: Priority;
  /** What it is about, as its sender says. */
  about?: MessageAbout;
  /** When its answer is due, epoch ms; absent if it needs none. */
  responseBy?: number;
  /** The model, or class of models, that a person wants for it; absent if none is named. */
  model?: Word;
}

/** What an agent says about its message. */
export type MessageHead = Pick<Message, "kind" | "subject" | "priority" | "about" | "responseBy">;

/** A line of the log that a role keeps of its work; nobody is told about it. */
export interface LogLine {
  /** One of the role's `message_types`, or a type that stands for it: `success`. */
  type: string;
  /** A file that it refers to. */
  ref?: string | undefined;
}

/** A question to the user that nobody has answered. */
export interface OpenQuestion {
  messageId: MessageId;
  from: { agentId: AgentId | null; name: string; role: RoleName };
  taskId: TaskId | null;
  text: string;
  at: number;
}

declare module "../kernel/view.ts" {
  interface RoomView {
    questions: OpenQuestion[];
    /** Users' messages that have their answer while tasks of theirs are still open. */
    answeredMessages: MessageId[];
  }
}

/** What may be done with a message while it waits. */
export const MESSAGE_MOVES = ["edit", "front", "withdraw"] as const;

/** Longest body, code points. */
export const MESSAGE_MAX = 20_000;

/** Comes before the rest of the receiver's mail. */
export function isUrgent(priority: Priority | undefined): boolean {
  return priority === "critical" || priority === "high";
}

/** The order in which mail is read: by priority, then the oldest first. */
export function byUrgency(a: Read, b: Read): number {
  return urgencyOf(a) - urgencyOf(b) || a.at - b.at;
}

type Read = { priority?: string | undefined; urgent?: boolean | undefined; at: number };

function urgencyOf({ priority, urgent = false }: Read): number {
  if (priority === "critical") return 0;
  if (priority === "high" || urgent) return 1;
  return priority === "low" ? 3 : 2;
}

/** The message that an event brings, or brings with a new text. */
export function messageIn({ data }: RoomEvent): Message | null {
  return "message" in data && typeof data.message !== "string" ? data.message : null;
}
