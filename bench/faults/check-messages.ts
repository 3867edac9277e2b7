import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { Message } from "@squadroom/core/message/message";
import type { Evidence, RoomRecord, Violation } from "./evidence.ts";
import { mailIn } from "./messages.ts";

const INVARIANT = "12: messages";
/** Each priority's limit, as the protocol says it. */
const LIMIT_MS: Record<string, number> = { critical: 15_000, high: 60_000, medium: 300_000 };
/** What a role that nobody fills is asked waits so long for somebody, and then for a person. */
const UNHEARD_MS = 120_000;
/** While nothing runs nothing is told: as long as servers and database may be down, and then some. */
const SLACK_MS = 20_000;

interface Followed {
  message: Message;
  at: number;
  /** Nobody filled the role: whoever does first gets it. */
  isForNobody: boolean;
  /** It arrived, was answered, or nobody waits for it any more. */
  arrivedAt: number | null;
  overAt: number | null;
  late: RoomEvent[];
  raised: RoomEvent[];
  overdue: RoomEvent[];
}

/** When somebody filled a role. */
interface Span {
  from: number;
  to: number;
}

/** No escalation lost or doubled or too early, and no message given twice, by a reading that shares nothing with the reducer. */
export function checkMessages({ rooms, history, clockStepMs }: Evidence): Violation[] {
  return rooms.flatMap((room) => {
    const violations: Violation[] = [];
    const bad = (what: string) => void violations.push({ invariant: INVARIANT, room: room.roomId, what });
    const followed = follow(room, bad);
    const filled = spansOf(room.events);
    const endedAt = room.events.at(-1)?.at ?? 0;
    for (const one of followed.values()) {
      const { message, at, isForNobody, arrivedAt, overAt, late, raised, overdue } = one;
      const name = `message ${message.id}`;
      for (const told of [late, raised, overdue])
        if (told.length > 1) bad(`${name}: ${told[0]?.type} was told ${told.length} times`);
      const limit = LIMIT_MS[message.priority ?? "medium"];
      if (limit !== undefined && !isForNobody) expectTold(`${name}: late`, at + limit, late, arrivedAt ?? overAt);
      const asked = overdue[0]?.at ?? Number.POSITIVE_INFINITY;
      const isUnheard = message.to.kind === "role" && asked < (arrivedAt ?? Number.POSITIVE_INFINITY);
      if (message.responseBy !== undefined) expectRaised(`${name}: raised`, one);
      if (overdue.length > 0 && raised.length === 0 && !isUnheard) bad(`${name}: overdue, and never raised`);
    }
    function expectTold(what: string, due: number, told: RoomEvent[], over: number | null): void {
      const [first] = told;
      if (first && first.at < due - clockStepMs) bad(`${what} was told before its time`);
      const isDue = due + SLACK_MS + clockStepMs < Math.min(endedAt, over ?? endedAt);
      if (!first && isDue) bad(`${what} was never told`);
    }
    /** Nobody is asked again while nobody is there to be asked: then a person is. */
    function expectRaised(what: string, one: Followed): void {
      const { message, at, arrivedAt, overAt, raised, overdue } = one;
      const due = message.responseBy ?? 0;
      const end = Math.min(endedAt, overAt ?? endedAt);
      const there = message.to.kind === "role" ? (filled.get(message.to.role) ?? []) : [];
      const heard =
        message.to.kind === "role" ? [...there, { from: arrivedAt ?? end, to: end }] : [{ from: at, to: end }];
      const slack = SLACK_MS + clockStepMs;
      const [first] = raised;
      if (first && first.at < due - clockStepMs) bad(`${what} was told before its time`);
      if (first || overdue.length > 0) return;
      if (heard.some(({ from, to }) => Math.min(to, end) - Math.max(from, due) > slack)) bad(`${what} was never told`);
      if (longestWithout(heard, at, end) > UNHEARD_MS + Math.max(0, due - at - UNHEARD_MS) + slack)
        bad(`${what} was never told, and no person was asked`);
    }
    // A repeated request gets the same answer again: what counts is in how many commits it was given.
    const given = new Map<string, Set<number>>();
    for (const told of history.told) {
      if (told.kind !== "acknowledged" || told.roomId !== room.roomId) continue;
      for (const { id } of mailIn(told.reply)) {
        const key = `${told.credentialId} ${id}`;
        given.set(key, (given.get(key) ?? new Set()).add(told.seq));
      }
    }
    for (const [key, { size: count }] of given) {
      const most = 1 + (followed.get(key.split(" ")[1] ?? "")?.raised.length ?? 0);
      if (count > most) bad(`message ${key.split(" ")[1]} was given ${count} times to one agent`);
    }
    return violations;
  });
}

function follow({ events }: RoomRecord, bad: (what: string) => void): ReadonlyMap<string, Followed> {
  const all = new Map<string, Followed>();
  const delivered = new Map<string, number>();
  const left = new Set<string>();
  const isGone = ({ to, responseBy }: Message) =>
    to.kind === "agent" && left.has(to.agentId) && responseBy === undefined;
  const end = (id: string, at: number) => {
    const one = all.get(id);
    if (one) one.overAt ??= at;
  };
  for (const event of events) {
    const { at } = event;
    if (event.type === "message.sent") {
      const { message, mailTo } = event.data;
      if (message.repliesTo !== null) end(message.repliesTo, at);
      const { from, to } = message;
      if (from.kind === "agent" && (to.kind === "role" || to.kind === "agent"))
        all.set(message.id, {
          message,
          at,
          isForNobody: mailTo.length === 0,
          arrivedAt: null,
          // An answer may go to an agent that has left: it waits for nobody's time.
          overAt: isGone(message) ? at : null,
          late: [],
          raised: [],
          overdue: [],
        });
    } else if (event.type === "message.delivered") {
      for (const id of event.data.messageIds) {
        const one = all.get(id);
        if (one) one.arrivedAt ??= at;
        const key = `${event.data.agentId} ${id}`;
        delivered.set(key, (delivered.get(key) ?? 0) + 1);
        if ((delivered.get(key) ?? 0) > 1 + (one?.raised.length ?? 0))
          bad(`event ${event.seq}: message ${id} was delivered again`);
      }
    } else if (event.type === "message.late") {
      for (const id of event.data.messageIds) all.get(id)?.late.push(event);
    } else if (event.type === "message.raised") all.get(event.data.messageId)?.raised.push(event);
    else if (event.type === "message.overdue") all.get(event.data.messageId)?.overdue.push(event);
    // A person ended or prolonged it or its subject, or who asked has gone: nothing follows from its times any more.
    else if (event.type === "message.extended") for (const id of all.keys()) end(id, at);
    else if (event.type === "message.closed")
      for (const id of event.actor.kind === "person" ? all.keys() : [event.data.messageId]) end(id, at);
    else if (event.type === "agent.joined") left.delete(event.data.agentId);
    else if (event.type === "agent.left") {
      left.add(event.data.agentId);
      for (const [id, { message }] of all) {
        const { from, to, responseBy } = message;
        const isTo = to.kind === "agent" && to.agentId === event.data.agentId;
        const isFrom = from.kind === "agent" && from.id === event.data.agentId;
        if (isFrom || (isTo && responseBy === undefined)) end(id, at);
      }
    }
  }
  return all;
}

/** When somebody was there in each role, by who joined, fell silent, came back and left. */
function spansOf(events: readonly RoomEvent[]): ReadonlyMap<string, readonly Span[]> {
  const roles = new Map<string, string>();
  const there = new Set<string>();
  const spans = new Map<string, Span[]>();
  for (const { type, data, at } of events) {
    if (type === "agent.joined") roles.set(data.agentId, data.role);
    if (type === "agent.joined" || type === "agent.came_online") there.add(data.agentId);
    else if (type === "agent.left" || type === "agent.went_offline") there.delete(data.agentId);
    else continue;
    const filled = new Set([...there].map((id) => roles.get(id)));
    for (const role of new Set(roles.values())) {
      const all = spans.get(role) ?? [];
      spans.set(role, all);
      const last = all.at(-1);
      const isOpen = last?.to === Number.POSITIVE_INFINITY;
      if (filled.has(role) && !isOpen) all.push({ from: at, to: Number.POSITIVE_INFINITY });
      else if (!filled.has(role) && last && isOpen) last.to = at;
    }
  }
  return spans;
}

/** The longest time between the two that is in none of the spans, ms. */
function longestWithout(spans: readonly Span[], from: number, to: number): number {
  let [reached, longest] = [from, 0];
  for (const span of [...spans].sort((a, b) => a.from - b.from)) {
    if (span.to <= reached) continue;
    longest = Math.max(longest, Math.min(span.from, to) - reached);
    reached = span.to;
  }
  return Math.max(longest, to - reached);
}
