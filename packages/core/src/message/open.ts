import type { AgentId, MessageId, RoleName, SessionId, TaskId } from "../kernel/ids.ts";
import type { Priority } from "../kernel/priority.ts";

/** Seconds within which a message of a priority reaches its receiver; `null`: whenever that has time. */
export const DELIVERY_S = {
  critical: 15,
  high: 60,
  medium: 300,
  low: null,
} as const satisfies Record<Priority, number | null>;
/** Seconds that an answer may take. */
export const RESPONSE_S_MIN = 30;
export const RESPONSE_S_MAX = 7 * 86_400;
/** And that one may take which a task waits for, where its agent names no time. */
export const WAIT_S = 600;
/** From when an overdue message was raised until a person is asked, and what a person who waits longer gives it, seconds. */
export const RAISED_S = 600;
/** Messages to and fro on one subject, without a change of state, before a person is asked. */
export const TURNS_MAX = 6;
/** Messages that wait and subjects that are followed, the newest. */
export const OPEN_KEPT = 200;
export const THREADS_KEPT = 100;
export const SUBJECT_MAX = 200;
/** Of what a message says, as much as a question to a person shows, UTF-16 units. */
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
  /** What it says, where a person may be asked about it and its subject says less. */
  said?: string;
  priority: Priority;
  /** The sender's task in hand. */
  taskId: TaskId | null;
  /** What the room asks its coordinator about. */
  sessionId?: SessionId;
  sentAt: number;
  /** When it arrived. */
  deliveredAt: number | null;
  /** When it was to arrive, epoch ms; `null`: no limit, or nobody filled the role when it was sent. */
  deliverBy: number | null;
  /** It did not arrive in time. */
  isLate: boolean;
  /** When its answer is due; `null`: it needs none. */
  responseBy: number | null;
  /** Raised by one, once it was overdue. */
  raisedAt: number | null;
  /** Since when a person is asked for the answer. */
  overdueAt: number | null;
}

/** What two roles write each other about one subject, for as long as nothing else happens. */
export interface Thread {
  /** The message that began it. */
  id: MessageId;
  subject: string;
  /** What that says; of the others nothing is kept, which may belong to other work. */
  said?: string;
  /** What makes it one: its subject, without case and `Re:`; empty where none is named. */
  key: string;
  between: readonly [ThreadEnd, ThreadEnd];
  messages: readonly MessageId[];
  /** How often the word passed from one to the other; the first message counts as one. */
  turns: number;
  lastFrom: AgentId;
  beganAt: number;
  /** A person is asked, and nothing more is taken; since when. */
  stoppedAt: number | null;
}

/** Who writes: of who is addressed by role the agent is known with its first answer. */
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
    /** What agents and the room wrote agents that has not arrived, or has no answer. */
    openMessages: OpenMessages;
    /** Mail for roles that nobody fills. */
    roleMail: Readonly<Record<RoleName, MessageId[]>>;
  }
}

export const NO_OPEN: OpenMessages = { open: [], threads: [] };

/** What waits by itself: a message on a subject that is stopped waits with the subject. */
export function waitingApart({ open, threads }: OpenMessages): {
  open: OpenMessage[];
  stopped: Thread[];
} {
  const stopped = threads.filter(({ stoppedAt }) => stoppedAt !== null);
  const covered = new Set(stopped.flatMap(({ messages }) => messages));
  return { open: open.filter(({ id }) => !covered.has(id)), stopped };
}

/** A room, as far as it is looked at here. */
interface Having {
  openMessages: OpenMessages;
}

/** The thread that a message belongs to: the one that it answers in, or that of its subject between the same two. */
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
