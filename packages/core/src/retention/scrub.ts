import type { EventType, RoomEvent } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { type Place, placeIn, placeOf, withoutTexts } from "./texts.ts";

type Members = Readonly<Record<string, unknown>>;

/** What else is kept of the sessions whose texts go: it goes with them. */
export interface Remains {
  tasks: Set<string>;
  /** Files that were sent or brought in. */
  attachments: Set<string>;
  /** Runs that ever worked for them. */
  runs: Set<number>;
  /** Branches. */
  keys: Set<string>;
  /** Their events. */
  seqs: Set<number>;
}

export interface Scrubber {
  /** The event without what was written for the sessions; the very same one if that is nothing. `view`: before it. */
  scrub: (event: RoomEvent, view: RoomView) => RoomEvent;
  remains: Remains;
}

/** In these, what an agent does is part of its work if it names nothing that it belongs to. */
const OF_THE_WORK: readonly EventType[] = ["message.sent", "decision.opened", "scout.saved"];

/**
 * What belongs to these sessions: an object belongs to what it names, a session, a task of it, a message about one, a
 * decision on one, a run while it works on one. Claimed objects name more.
 */
function createBelonging(sessionIds: readonly number[], promoted: readonly number[]) {
  const sessions = new Set(sessionIds);
  const roomsOwn = new Set(promoted);
  const remains: Remains = {
    tasks: new Set(),
    attachments: new Set(),
    runs: new Set(),
    keys: new Set([...sessions].map((id) => `session-${id}`)),
    seqs: new Set(),
  };
  /** `message <id>`, `decision <id>` and so on. */
  const things = new Set<string>();
  /** Runs that work on them now. */
  const atWork = new Set<number>();
  const items = new Set<number>();

  function belongs(o: Members, name: string): boolean | null {
    const { sessionId, taskId, fromTaskId, joinTaskId, key, scope } = o;
    if (name === "grants") return belongs((scope ?? {}) as Members, "scope") ?? false;
    if (name === "entries" && roomsOwn.has(Number(o.id))) return false;
    if ((name === "sessions" || name === "session") && typeof o.id === "number") return sessions.has(o.id);
    if (name === "options" && isObject(o.act)) return belongs(o.act, "act");
    if (name === "facts") return isFactOfTheirs(o);
    if (isOfAnother(o)) return false;
    if (typeof sessionId === "number" && sessionId > 0) return scope !== "room";
    for (const id of [taskId, isTask(o) ? o.id : null, fromTaskId, joinTaskId])
      if (typeof id === "string" && remains.tasks.has(id)) return true;
    if (typeof taskId === "string" || isTask(o)) return false;
    if (Array.isArray(o.facts) && o.facts.some(isFactOfTheirs)) return true;
    for (const part of ["message", "error", "lock", "subject", "decision"])
      if (isObject(o[part])) return belongs(o[part], part);
    for (const [id, kind] of NAMED) {
      const named = o[id];
      if (named !== undefined && named !== null) return things.has(`${kind} ${String(named)}`);
    }
    if (typeof o.runId === "number") return atWork.has(o.runId);
    if (Array.isArray(o.lockIds)) return o.lockIds.some((id) => things.has(`lock ${String(id)}`));
    if (typeof key === "string" && (remains.keys.has(key) || remains.tasks.has(key))) return true;
    if (typeof o.repliesTo === "string" && things.has(`message ${o.repliesTo}`)) return true;
    if (typeof o.id === "string" && name === "message") return things.has(`message ${o.id}`);
    return null;
  }

  /** For an answer by the room: with one fact that is theirs goes all of the answer. */
  function isFactOfTheirs({ kind, id }: Members): boolean {
    const names = { session: sessions, task: remains.tasks }[String(kind)] as Set<unknown>;
    return names?.has(id) ?? things.has(`${kind === "question" ? "message" : kind} ${String(id)}`);
  }

  /** What another session took over from theirs is its own. */
  function isOfAnother({ sessionId }: Members): boolean {
    return typeof sessionId === "number" && sessionId > 0 && !sessions.has(sessionId);
  }

  /** Notes what comes with an object that belongs to them. */
  function claim(o: Members, name: string): void {
    if (isTask(o)) remains.tasks.add(String(o.id));
    if ((name === "attachments" || name === "archive") && typeof o.id === "string") remains.attachments.add(o.id);
    if (typeof o.contentId === "string") remains.attachments.add(o.contentId);
    if (name === "message" || name === "decision" || name === "lock" || name === "entries")
      things.add(`${name === "entries" ? "wisdom" : name} ${String(o.id)}`);
    for (const [id, kind] of NAMED) if (o[id] !== undefined && o[id] !== null) things.add(`${kind} ${String(o[id])}`);
    if (typeof o.key === "string" && name !== "scout") remains.keys.add(o.key);
    if (name === "sessions" && typeof o.itemId === "number") items.add(o.itemId);
    for (const [part, one] of Object.entries(o))
      for (const member of Array.isArray(one) ? one : [one])
        if (isObject(member) && !isOthers(member, part)) claim(member, part);
  }

  /** Within something of theirs, what is explicitly somebody else's. */
  function isOthers(o: Members, name: string): boolean {
    return (name === "grants" || name === "entries") && belongs(o, name) === false;
  }

  return { remains, things, atWork, items, roomsOwn, belongs, claim, isOfAnother, isOthers };
}

/**
 * Removes the texts of sessions from a log, event by event from the first one. With an object
 * that belongs to them goes everything in it.
 *
 * @param promoted entries of wisdom that a person made the room's: they stay
 */
export function createScrubber(sessionIds: readonly number[], promoted: readonly number[] = []): Scrubber {
  const { remains, things, atWork, items, roomsOwn, belongs, claim, isOfAnother, isOthers } = createBelonging(
    sessionIds,
    promoted,
  );

  function walk(value: unknown, place: Place, name: string): unknown {
    if (Array.isArray(value)) return sameUnless(value, (one) => walk(one, place, name));
    if (!isObject(value) || isOfAnother(value)) return value;
    if (belongs(value, name)) {
      claim(value, name);
      return without(value, place);
    }
    const entries = Object.entries(value);
    const walked = sameUnless(entries, (entry) => {
      const member = walk(entry[1], placeOf(entry[0], place), entry[0]);
      return member === entry[1] ? entry : ([entry[0], member] as typeof entry);
    });
    return walked === entries ? value : Object.fromEntries(walked);
  }

  function without(value: Members, place: Place): unknown {
    const bare = withoutTexts(value, place) as Record<string, unknown>;
    for (const [part, one] of Object.entries(value))
      if (Array.isArray(one))
        for (const [i, member] of one.entries())
          if (isObject(member) && isOthers(member, part)) (bare[part] as unknown[])[i] = member;
    return bare;
  }

  function dataOf(event: RoomEvent, view: RoomView): unknown {
    const { type, data, actor } = event;
    const o = data as unknown as Members;
    const place = placeIn(type);
    if (type === "backlog.finished" || type === "backlog.returned")
      if (items.has(Number(o.itemId)) || remains.tasks.has(String(o.taskId))) return withoutTexts(o, place);
    if (type === "wisdom.superseded" && roomsOwn.has(Number(o.id))) return o;
    if (type === "wisdom.superseded" || type === "wisdom.promoted")
      return things.has(`wisdom ${String(o.id)}`) ? withoutTexts(o, place) : o;
    if (type === "task.reassigned") {
      const isTheirs = data.tasks.some(({ taskId }) => remains.tasks.has(taskId));
      if (isTheirs) return withoutTexts(o, place);
    }
    if (belongs(o, type) === null && actor.kind === "agent" && OF_THE_WORK.includes(type)) {
      const isAtWork = view.tasks.some(({ id, lease }) => lease?.agentId === actor.id && remains.tasks.has(id));
      if (isAtWork) {
        claim(o, type);
        return withoutTexts(o, place);
      }
    }
    return walk(o, place, type);
  }

  return {
    remains,
    scrub(event, view) {
      const { type, data } = event;
      if (type === "run.requested" || type === "run.turn_began") {
        const isTheirs = belongs({ ...data, runId: null } as Members, type) === true;
        if (isTheirs) remains.runs.add(data.runId);
        atWork[isTheirs ? "add" : "delete"](data.runId);
      }
      const bare = dataOf(event, view);
      if (bare === data) return event;
      remains.seqs.add(event.seq);
      return { ...event, data: bare } as RoomEvent;
    },
  };
}

/** Members that name a thing, with its kind; an object's first one says what it is about. */
const NAMED = [
  ["decisionId", "decision"],
  ["messageId", "message"],
  ["handoffId", "handoff"],
  ["fanoutId", "fanout"],
  ["lockId", "lock"],
] as const;

function isTask(o: Members): boolean {
  return typeof o.instruction === "string" && typeof o.id === "string";
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The very same list if nothing changes. */
function sameUnless<T>(list: readonly T[], map: (one: T) => unknown): readonly T[] {
  let changed: T[] | null = null;
  for (const [i, one] of list.entries()) {
    const mapped = map(one) as T;
    if (mapped === one && !changed) continue;
    changed ??= list.slice(0, i);
    changed.push(mapped);
  }
  return changed ?? list;
}
