import type { DecisionId } from "@squadroom/core/decision/decision";
import type { EventOf, RoomEvent } from "@squadroom/core/kernel/event";
import type { Priority } from "@squadroom/core/kernel/priority";
import type { RoomView } from "@squadroom/core/kernel/view";
import { isEnd, RAISED_S, raised } from "@squadroom/core/message/open";
import type { FeedItem } from "../../live/feed-item.ts";

type Sent = EventOf<"message.sent">;

/** What the loaded log says about a message. */
export interface Told {
  deliveredAt: number | null;
  /** Who found it first. */
  deliveredTo: string | null;
  isRaised: boolean;
  closed: { at: number; by: EventOf<"message.closed">["actor"] } | null;
  replies: Sent[];
}

/** The state of a message between agents. */
export type Standing =
  | { kind: "stopped"; turns: number; since: number; decisionId: DecisionId | null }
  | { kind: "asked"; since: number; decisionId: DecisionId | null }
  /** `priority: null`: it was already the highest. */
  | { kind: "raised"; since: number; asksAt: number; priority: Priority | null }
  | {
      kind: "waiting";
      until: number;
      sentAt: number;
      deliveredAt: number | null;
      isLate: boolean;
      /** Nobody has the role that it goes to. */
      isForRole: boolean;
    }
  | { kind: "answered"; at: number; sentAt: number; until: number | null }
  | { kind: "closed"; at: number; by: EventOf<"message.closed">["actor"] }
  | { kind: "read"; tookMs: number; by: string | null }
  | { kind: "late" }
  | { kind: "for_role" }
  | { kind: "under_way" };

const histories = new WeakMap<readonly FeedItem[], ReadonlyMap<string, Told>>();

/** What happened to each message, as far as the feed has it. */
export function historyOf(items: readonly FeedItem[]): ReadonlyMap<string, Told> {
  const known = histories.get(items);
  if (known) return known;
  const told = new Map<string, Told>();
  for (const item of items) {
    if (item.kind === "message") noteReply(told, item.event);
    if (item.kind === "row") for (const event of item.events) note(told, event);
  }
  histories.set(items, told);
  return told;
}

function toldOf(told: Map<string, Told>, id: string): Told {
  const one = told.get(id) ?? {
    deliveredAt: null,
    deliveredTo: null,
    isRaised: false,
    closed: null,
    replies: [],
  };
  told.set(id, one);
  return one;
}

function noteReply(told: Map<string, Told>, event: Sent | EventOf<"handoff.delivered">): void {
  if (event.type !== "message.sent" || event.data.message.repliesTo === null) return;
  toldOf(told, event.data.message.repliesTo).replies.push(event);
}

function note(told: Map<string, Told>, event: RoomEvent): void {
  if (event.type === "message.delivered")
    for (const id of event.data.messageIds) {
      const one = toldOf(told, id);
      if (one.deliveredAt === null) Object.assign(one, { deliveredAt: event.at, deliveredTo: event.data.agentId });
    }
  else if (event.type === "message.raised") toldOf(told, event.data.messageId).isRaised = true;
  else if (event.type === "message.closed")
    toldOf(told, event.data.messageId).closed = { at: event.at, by: event.actor };
}

/** From the room as it is, and from the log if the room no longer keeps anything about it. */
export function standingOf({ data, at }: Sent, view: RoomView, told: Told | undefined): Standing {
  const { message, mailToRole } = data;
  const { open, threads } = view.openMessages;
  const isForRole =
    mailToRole !== undefined &&
    !Object.values(view.agents).some(({ role, offlineReason }) => role === mailToRole && offlineReason !== "left");
  const one = open.find(({ id }) => id === message.id);
  const thread = threads.find(({ messages }) => messages.at(-1) === message.id);
  if (thread?.stoppedAt != null) {
    const { id, turns, stoppedAt: since } = thread;
    return { kind: "stopped", turns, since, decisionId: asks(view, id) };
  }
  if (one?.overdueAt != null) return { kind: "asked", since: one.overdueAt, decisionId: asks(view, one.id) };
  if (one?.raisedAt != null && one.responseBy !== null) {
    const asksAt = Math.max(one.responseBy, one.raisedAt + RAISED_S * 1000);
    const since = message.responseBy ?? one.responseBy;
    const priority = message.priority === one.priority ? null : one.priority;
    return { kind: "raised", since, asksAt, priority };
  }
  if (one && one.responseBy !== null) {
    const { responseBy: until, sentAt, deliveredAt, isLate } = one;
    return { kind: "waiting", until, sentAt, deliveredAt, isLate, isForRole };
  }
  const answer = told?.replies.find((reply) => isAnswer(message, reply));
  if (answer) return { kind: "answered", at: answer.at, sentAt: at, until: message.responseBy ?? null };
  if (told?.closed) return { kind: "closed", ...told.closed };
  if (told?.deliveredAt != null) return { kind: "read", tookMs: told.deliveredAt - at, by: told.deliveredTo };
  if (one?.isLate) return { kind: "late" };
  return { kind: isForRole ? "for_role" : "under_way" };
}

function asks({ decisions }: RoomView, messageId: string): DecisionId | null {
  const decision = Object.values(decisions).find(
    ({ subject }) => subject.kind === "message" && subject.messageId === messageId,
  );
  return decision?.id ?? null;
}

/** From whoever got it, or from a person. */
function isAnswer({ to }: Sent["data"]["message"], { data }: Sent): boolean {
  const { from } = data.message;
  if (from.kind === "person") return true;
  if (from.kind !== "agent" || (to.kind !== "role" && to.kind !== "agent")) return false;
  const end = { role: to.role, agentId: to.kind === "agent" ? to.agentId : null };
  return isEnd(end, { role: from.role, agentId: from.id });
}

/** A message's priority: as sent, and since it was raised. */
export function priorityOf({ data }: Sent, told: Told | undefined): { sent: Priority | null; now: Priority | null } {
  const { priority = null } = data.message;
  return { sent: priority, now: told?.isRaised ? raised(priority ?? "medium") : priority };
}
