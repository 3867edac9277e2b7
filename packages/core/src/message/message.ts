import type { Attachment } from "../attachment/attachment.ts";
import type { AgentId, MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Priority } from "../kernel/priority.ts";
import type { Intent } from "../team/team.ts";

/** Undelivered messages that an agent's mail keeps; older ones stay in the conversation. */
export const MAIL_KEPT = 20;
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
  | { kind: "person"; id: string; name: string }
  | { kind: "agent"; id: AgentId; name: string; role: RoleName }
  | { kind: "server" };

export type Recipient =
  | { kind: "user" }
  | { kind: "role"; role: RoleName }
  | { kind: "agent"; agentId: AgentId; role: RoleName; name: string }
  /** The room itself, which answers how work stands. */
  | { kind: "room" };

/** A line in the room's conversation. */
export interface Message {
  id: MessageId;
  from: Sender;
  to: Recipient;
  body: string;
  /** What a handoff carries; `null` for a message that passes no ball. */
  intent: Intent | null;
  /** Roles named with @ in the body: hints for the entry point, no routing in preset teams. */
  mentions: RoleName[];
  repliesTo: MessageId | null;
  taskId: TaskId | null;
  at: number;
  /** Files that go with it; absent where there are none. */
  attachments?: readonly Attachment[];
  /** What an agent's message is; absent where nobody said so, which is a notification. */
  kind?: MessageKind;
  /** A line that says what it is about. */
  subject?: string;
  /** How urgent an agent's message is; absent: medium. */
  priority?: Priority;
  /** What it is about, as its sender says. */
  about?: MessageAbout;
  /** When its answer is due, epoch ms; absent where it needs none. */
  responseBy?: number;
  /** The model, or class of models, that a person wants for it; absent where none is named. */
  model?: string;
}

/** What an agent says of its message. */
export type MessageHead = Pick<Message, "kind" | "subject" | "priority" | "about" | "responseBy">;

/** A question to the user that nobody has answered. */
export interface OpenQuestion {
  messageId: MessageId;
  from: { agentId: AgentId | null; name: string; role: RoleName };
  taskId: TaskId | null;
  text: string;
  at: number;
}

/** What may be done with a message while it waits. */
export const MESSAGE_MOVES = ["edit", "front", "withdraw"] as const;

/** Longest body, code points. */
export const MESSAGE_MAX = 20_000;

/** Stands before the rest of the receiver's mail. */
export function isUrgent(priority: Priority | undefined): boolean {
  return priority === "critical" || priority === "high";
}
