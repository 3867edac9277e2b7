import type { EventOf, RoomEvent } from "../kernel/event.ts";
import type { AgentId, MessageId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { isUrgent, type Message } from "./message.ts";
import {
  DELIVERY_S,
  isEnd,
  OPEN_KEPT,
  type OpenMessage,
  type OpenMessages,
  SAID_MAX,
  THREADS_KEPT,
  type Thread,
  type ThreadEnd,
  TURNS_MAX,
  threadKey,
  threadOf,
} from "./open.ts";

/** A message to agents: from another agent, or from the room itself. */
interface ToAgents extends Message {
  from: Exclude<Message["from"], { kind: "person" }>;
  to: Extract<Message["to"], { kind: "role" | "agent" }>;
}

interface AgentMessage extends ToAgents {
  from: Extract<Message["from"], { kind: "agent" }>;
}

export function isToAgents(message: Message): message is ToAgents {
  const { from, to } = message;
  return from.kind !== "person" && (to.kind === "role" || to.kind === "agent");
}

function isBetweenAgents(message: Message): message is AgentMessage {
  return message.from.kind === "agent" && isToAgents(message);
}

/** Whom a message goes to, as threads know them. */
export function endOf(to: AgentMessage["to"]): ThreadEnd {
  return { role: to.role, agentId: to.kind === "agent" ? to.agentId : null };
}

/** A message's name, in a line. */
export function lineOf({ subject, body }: Pick<Message, "subject" | "body">): string {
  const line = subject ?? body.split("\n", 1)[0] ?? "";
  return line.length > 160 ? `${line.slice(0, 159).toWellFormed()}…` : line;
}

/** A message that was sent waits until it has arrived and is answered, and counts as one more turn on its subject. */
export function trackSent(next: RoomView, { data, at }: EventOf<"message.sent">): void {
  const { message, mailTo, mailToRole } = data;
  const { open, threads } = next.openMessages;
  const left = open.filter((one) => !isAnswerTo(message, one));
  const isTracked = isToAgents(message) && (mailTo.length > 0 || mailToRole !== undefined);
  const waits = isTracked ? openOf(message, at, mailToRole !== undefined) : null;
  const turned = isBetweenAgents(message) ? withTurn(next, message, at) : threads;
  if (left.length === open.length && !waits && turned === threads) return;
  set(next, { open: waits ? kept([...left, waits]) : left, threads: turned });
}

/** The beginning of a text, as a question to a person shows it. */
function saidIn(body: string): string {
  const text = body.trim();
  return text.length <= SAID_MAX ? text : `${text.slice(0, SAID_MAX - 1).toWellFormed()}…`;
}

function openOf(message: ToAgents, at: number, isForNobody: boolean): OpenMessage {
  const { id, from, to, taskId, responseBy, priority = "medium" } = message;
  const limit = isForNobody ? null : DELIVERY_S[priority];
  const sender = from.kind === "agent" ? { agentId: from.id, name: from.name, role: from.role } : null;
  const subject = lineOf(message);
  const said = saidIn(message.body);
  const isShown = said !== subject && (responseBy !== undefined || isUrgent(priority));
  return {
    id,
    from: sender,
    to: endOf(to),
    ...(isShown ? { said } : {}),
    subject,
    priority,
    taskId,
    sentAt: at,
    ...(message.sessionId === undefined ? {} : { sessionId: message.sessionId }),
    deliveredAt: null,
    deliverBy: limit === null ? null : at + limit * 1000,
    isLate: false,
    responseBy: responseBy ?? null,
    raisedAt: null,
    overdueAt: null,
  };
}

/** A person, or whoever got it, answers it. */
export function isAnswerTo({ repliesTo, from }: Message, open: Pick<OpenMessage, "id" | "to">): boolean {
  if (repliesTo !== open.id) return false;
  if (from.kind === "person") return true;
  return from.kind === "agent" && isEnd(open.to, { agentId: from.id, role: from.role });
}

/** A full room stops following the oldest messages that need no answer. */
function kept(open: OpenMessage[]): OpenMessage[] {
  if (open.length <= OPEN_KEPT) return open;
  const at = open.findIndex(({ responseBy }) => responseBy === null);
  return open.toSpliced(Math.max(at, 0), 1);
}

function withTurn(view: RoomView, message: AgentMessage, at: number): readonly Thread[] {
  const { threads } = view.openMessages;
  const { id, from } = message;
  const to = endOf(message.to);
  const thread = threadOf(view, {
    from: { agentId: from.id, role: from.role },
    to,
    subject: message.subject,
    repliesTo: message.repliesTo,
  });
  if (!thread) {
    const between: Thread["between"] = [{ agentId: from.id, role: from.role }, to];
    const key = threadKey(message.subject);
    const began = {
      id,
      subject: lineOf(message),
      key,
      between,
      messages: [id],
      turns: 1,
      lastFrom: from.id,
      said: saidIn(message.body),
    };
    return [...threads, { ...began, beganAt: at, stoppedAt: null }].slice(-THREADS_KEPT);
  }
  const turns = thread.turns + Number(thread.lastFrom !== from.id);
  const next: Thread = {
    ...thread,
    between: thread.between.map((end) =>
      end.agentId === null && end.role === from.role && thread.lastFrom !== from.id
        ? { ...end, agentId: from.id }
        : end,
    ) as unknown as Thread["between"],
    messages: [...thread.messages, id].slice(-2 * TURNS_MAX),
    turns,
    lastFrom: from.id,
    stoppedAt: thread.stoppedAt ?? (turns > TURNS_MAX ? at : null),
  };
  return threads.map((one) => (one === thread ? next : one));
}

/** It has arrived with somebody who may answer it. */
export function trackDelivered(next: RoomView, ids: readonly MessageId[], at: number): void {
  const { open, threads } = next.openMessages;
  if (!open.some(({ id }) => ids.includes(id))) return;
  const left = open.flatMap((one) => {
    if (!ids.includes(one.id)) return [one];
    if (one.responseBy === null && !isStillUnread(next, one)) return [];
    return [{ ...one, deliveredAt: one.deliveredAt ?? at, deliverBy: null, isLate: false }];
  });
  set(next, { open: left, threads });
}

/** What the room asks all of a role is followed until the last of them has read it: it may be settled before. */
function isStillUnread({ agents }: RoomView, { id, from }: OpenMessage): boolean {
  if (from !== null) return false;
  return Object.values(agents).some(({ mail, offlineReason }) => offlineReason !== "left" && mail.includes(id));
}

export function changeOpen(next: RoomView, ids: readonly MessageId[], change: Partial<OpenMessage>): void {
  const { open, threads } = next.openMessages;
  const changed = open.map((one) => (ids.includes(one.id) ? { ...one, ...change } : one));
  set(next, { open: changed, threads });
}

/** Nobody waits for it any more, nor for anything else said on its subject if a person was asked about that. */
export function closeOpen(next: RoomView, id: MessageId, isPersons: boolean): void {
  const { open, threads } = next.openMessages;
  const thread = threads.find((one) => one.id === id);
  const isStopped = isPersons && typeof thread?.stoppedAt === "number";
  const gone = new Set([id, ...(isStopped ? thread.messages : [])]);
  set(next, {
    open: open.filter((one) => !gone.has(one.id)),
    threads: threads.filter((one) => one !== thread),
  });
}

/** Six turns more. */
export function resumeThread(next: RoomView, id: MessageId): void {
  const { open, threads } = next.openMessages;
  const resumed = threads.map((one) => (one.id === id ? { ...one, turns: 0, stoppedAt: null } : one));
  set(next, { open, threads: resumed });
}

/** Signs that work continues; progress is a report about work and changes nothing by itself. */
const CHANGES = /^(task\.(?!progressed$|started$|resumed$)|handoff\.|decision\.|wisdom\.|lock\.)/;

/**
 * Anything but talk, by one of the two, is a change of state; and once an agent has left, nobody waits for its answer
 * or has anything to tell it.
 */
export function followMessages(before: RoomView, next: RoomView, event: RoomEvent): void {
  const { open, threads } = next.openMessages;
  if (open.length === 0 && threads.length === 0) return;
  const { actor } = event;
  if (actor.kind === "agent" && threads.length > 0 && CHANGES.test(event.type)) {
    const me = { agentId: actor.id, role: actor.role };
    const left = threads.filter((one) => one.stoppedAt !== null || !one.between.some((end) => isEnd(end, me)));
    if (left.length < threads.length) set(next, { open, threads: left });
  }
  if (before.agents !== next.agents) forgetLeft(next);
}

function forgetLeft(next: RoomView): void {
  const { open, threads } = next.openMessages;
  const isHere = (id: AgentId) => {
    const agent = next.agents[id];
    return agent !== undefined && agent.offlineReason !== "left";
  };
  const left = open.filter((one) => {
    const { from, to, responseBy, deliveredAt } = one;
    if (from !== null && !isHere(from.agentId)) return false;
    if (responseBy !== null) return true;
    if (to.agentId !== null && !isHere(to.agentId)) return false;
    return deliveredAt === null || isStillUnread(next, one);
  });
  const talking = threads.filter(({ between }) => between.every(({ agentId }) => agentId === null || isHere(agentId)));
  if (left.length < open.length || talking.length < threads.length) set(next, { open: left, threads: talking });
}

function set(next: RoomView, mail: OpenMessages): void {
  next.openMessages = mail;
}
