import type { AgentId, MessageId, RoleName, SessionId, TaskId } from "../kernel/ids.ts";
import type { Priority } from "../kernel/priority.ts";

/** Seconds within which a message of a priority reaches its receiver; `null`: no limit. */
export const DELIVERY_S = {
  critical: 15,
  high: 60,
  medium: 300,
  low: null,
} as const satisfies Record<Priority, number | null>;
/** Shortest time that an answer may be given, seconds. */
export const RESPONSE_S_MIN = 30;
export const RESPONSE_S_MAX = 7 * 86_400;
/** And the time for an answer that a task waits for, if its agent names none. */
export const WAIT_S = 600;
/** Seconds between raising an overdue message and asking a person, and those that a person who waits on gives it. */
export const RAISED_S = 600;
/** Most messages back and forth on one subject, without a change of state, before a person is asked. */
export const TURNS_MAX = 6;
/** Most messages that wait and subjects that are followed, the newest. */
export const OPEN_KEPT = 200;
export const THREADS_KEPT = 100;
export const SUBJECT_MAX = 200;
/** Longest part of a message that a question to a person shows, UTF-16 units. */
export const SAID_MAX = 600;

/** A message to agents that has not arrived yet, or has no answer. */
export interface OpenMessage {
  id: MessageId;
  /** `null`: the room wrote it by itself. */
  from: { agentId: AgentId; name: string; role: RoleName } | null;
  /** `agentId: null`: whoever has the role. */
  to: { agentId: AgentId | null; role: RoleName };
  /** What it is about, in a line. */
  subject: string;
  /** What it says, if a person may be asked about it and its subject says less. */
  said?: string;
  priority: Priority;
  /** The task that the sender holds. */
  taskId: TaskId | null;
  /** What the room asks its coordinator about. */
  sessionId?: SessionId;
  sentAt: number;
  /** When it arrived. */
  deliveredAt: number | null;
  /** When it should have arrived, epoch ms; `null`: no limit, or nobody filled the role when it was sent. */
  deliverBy: number | null;
  /** It did not arrive in time. */
  isLate: boolean;
  /** When its answer is due; `null`: it needs none. */
  responseBy: number | null;
  /** When its priority was raised by one, once it was overdue. */
  raisedAt: number | null;
  /** Since when a person has been asked for the answer. */
  overdueAt: number | null;
}

/** What two roles write to each other about one subject, for as long as nothing else happens. */
export interface Thread {
  /** The message that began it. */
  id: MessageId;
  subject: string;
  /** What that message says; nothing is kept of the others, which may belong to other work. */
  said?: string;
  /** What makes it one: its subject, without case and `Re:`; empty if none is named. */
  key: string;
  between: readonly [ThreadEnd, ThreadEnd];
  messages: readonly MessageId[];
  /** How often the word passed from one to the other; the first message counts as one. */
  turns: number;
  lastFrom: AgentId;
  beganAt: number;
  /** Since when a person has been asked and nothing more is accepted. */
  stoppedAt: number | null;
}

/** Who writes: if a role is addressed, its agent is known from its first answer. */
export interface ThreadEnd {
  agentId: AgentId | null;
  role: RoleName;
}

export interface OpenMessages {
  /** The oldest first. */
  open: readonly OpenMessage[];
  threads: readonly Thread[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** Messages of agents and the room to agents that have not arrived, or have no answer. */
    openMessages: OpenMessages;
    /** Mail for roles that nobody fills. */
    roleMail: Readonly<Record<RoleName, MessageId[]>>;
  }
}

export const NO_OPEN: OpenMessages = { open: [], threads: [] };

/** What waits by itself: a message on a stopped subject waits with the subject. */
export function waitingApart({ open, threads }: OpenMessages): {
  open: OpenMessage[];
  stopped: Thread[];
} {
  const stopped = threads.filter(({ stoppedAt }) => stoppedAt !== null);
  const covered = new Set(stopped.flatMap(({ messages }) => messages));
  return { open: open.filter(({ id }) => !covered.has(id)), stopped };
}

/** The part of a room that open messages need. */
interface Having {
  openMessages: OpenMessages;
}

/** The thread of a message: that of the message it answers, or that of its subject between the same two. */
export function threadOf(
  { openMessages }: Having,
  said: {
    from: { agentId: AgentId; role: RoleName };
    to: ThreadEnd;
    /** As its sender named it. */
    subject: string | undefined;
    repliesTo: MessageId | null;
  },
): Thread | undefined {
  const threads = openMessages.threads;
  const { from, to, repliesTo } = said;
  const answered = repliesTo && threads.find(({ messages }) => messages.includes(repliesTo));
  if (answered) return answered;
  const key = threadKey(said.subject);
  return threads.find(
    (one) =>
      one.key === key && one.between.some((end) => isEnd(end, from)) && one.between.some((end) => isEnd(end, to)),
  );
}

export function threadKey(subject = ""): string {
  return subject
    .toLowerCase()
    .replace(/^(re|aw|fwd?):\s*/i, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether it may be the same one: two agents of one role are two. */
export function isEnd(end: ThreadEnd, other: ThreadEnd): boolean {
  if (end.role !== other.role) return false;
  return end.agentId === null || other.agentId === null || end.agentId === other.agentId;
}

/** The priority above. */
export function raised(priority: Priority): Priority {
  return priority === "low" ? "medium" : priority === "medium" ? "high" : "critical";
}
