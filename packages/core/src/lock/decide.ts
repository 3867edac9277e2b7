import { refuseStopped } from "../agent/refuse-stopped.ts";
import { seat } from "../agent/seat.ts";
import { type AgentCaller, type Author, actorOf, isAgent, type PersonCaller, SERVER } from "../kernel/actor.ts";
import type { CommandOf, Context, Rules, RulingOn } from "../kernel/command.ts";
import type { Deadlines } from "../kernel/deadline.ts";
import { foreignSyntax } from "../kernel/glob.ts";
import { nextFence, type TaskId } from "../kernel/ids.ts";
import { patternsOutside } from "../kernel/inside.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { listedUpTo } from "../kernel/words.ts";
import {
  endsAt,
  HOLDER_LOCKS_MAX,
  LOCK_MS,
  LOCKS_MAX,
  type Lock,
  type LockWay,
  RENEW_AFTER_MS,
  readPattern,
} from "./lock.ts";
import { lockOf, locksMeeting } from "./places.ts";
import { circleOf, placeOf, withLock } from "./waiting.ts";
import { describeLock } from "./words.ts";

/** Work for comparing the patterns of one request with those of the room's locks: some ten milliseconds. */
const LOCK_WORK = 2_000_000;
/** Most paths that a refusal's sentence names and lists as allowed. */
const NAMED_MAX = 5;
const ALLOWED_MAX = 50;

/** Who asks for a lock, and for which task. */
export interface Asker {
  actor: Author;
  taskId: TaskId | null;
  way: LockWay;
}

function decideTake(room: Room, command: CommandOf<"takeLock">, { now }: Context): RulingOn<"takeLock"> {
  const from = askerOf(room, command.by);
  if (!from.ok) return from;
  const stopped = isAgent(command.by) ? refuseStopped(room, command.by) : null;
  if (stopped) return stopped;
  const foreign = command.patterns.filter((pattern) => foreignSyntax(pattern) !== null);
  if (foreign[0] !== undefined)
    return refused("boundary_invalid", foreignSyntax(foreign[0]) ?? "", { patterns: foreign });
  const read = command.patterns.map(readPattern);
  const wrong = command.patterns.filter((_, i) => read[i] === null);
  if (wrong.length > 0) {
    const message = `${wrong[0]} is not a path in the repository.`;
    return refused("boundary_invalid", message, { patterns: wrong });
  }
  const patterns = [...new Set(read as string[])];
  const asker: Asker = { ...from, way: "hand" };
  const own = ownLock(room, asker, patterns);
  if (own) return again(from.events, own, from.actor, now);
  const outside = refuseIdle(room, from) ?? refuseOutside(room, from.taskId, patterns);
  if (outside) return outside;
  const asked = askFor(room, asker, patterns, command.wait);
  if (!asked.ok) return asked;
  const { fact } = asked;
  const fence = fact.type === "lock.taken" ? fact.data.fence : null;
  return accept([...from.events, fact], { lockId: fact.data.lock.id, fence });
}

/** If roles are kept apart, a lock is only for the work in hand. */
function refuseIdle({ team }: Room, { actor, taskId }: Omit<Asker, "way">): Refused | null {
  if (!team.isolated || actor.kind !== "agent" || taskId !== null) return null;
  if (actor.role === team.entryPoint) return null;
  const message = `You have no task in hand. This team keeps its roles apart: ${actor.role} locks files for its own task only.`;
  return refused("no_task", message, {});
}

/** A lock would keep others from files that its task may not change itself. */
function refuseOutside(
  { tasks }: Pick<RoomView, "tasks">,
  taskId: TaskId | null,
  patterns: readonly string[],
): Refused | null {
  const boundaries = tasks.find(({ id }) => id === taskId)?.boundaries;
  if (!boundaries) return null;
  const paths = patternsOutside(boundaries, patterns);
  if (paths.length === 0) return null;
  const { allowed, forbidden } = boundaries;
  const lifted = (boundaries.lifted ?? []).flatMap((one) => one.paths);
  const own = allowed.length > 0 ? allowed : (boundaries.within ?? []);
  const may = own.length > 0 ? [...new Set([...own, ...lifted])] : [];
  const left = may.length > 0 ? "" : ` It may change all but ${listedUpTo(NAMED_MAX, forbidden)}.`;
  const message = `${taskId} may not change ${listedUpTo(NAMED_MAX, paths)}, so you can't lock it.${left}`;
  const details = { taskId, paths, allowed, forbidden };
  return refused("outside_boundaries", message, details, may.slice(0, ALLOWED_MAX));
}

/** Asking again continues it: a lock without a task is renewed. */
function again(
  events: ActedFact[],
  { id, taskId, fence, renewedAt }: Lock,
  actor: Author,
  now: number,
): RulingOn<"takeLock"> {
  const isDue = taskId === null && now - renewedAt >= RENEW_AFTER_MS;
  const renewed: ActedFact = { type: "lock.renewed", data: { lockId: id }, actor };
  return accept([...events, ...(isDue ? [renewed] : [])], { lockId: id, fence });
}

function ownLock(
  { locks }: Pick<RoomView, "locks">,
  { actor, taskId }: Asker,
  patterns: readonly string[],
): Lock | undefined {
  return locks.live.find(
    (lock) =>
      lock.holder.id === actor.id &&
      lock.taskId === taskId &&
      patterns.every((pattern) => lock.patterns.includes(pattern)),
  );
}

export type Asked = Extract<ActedFact, { type: "lock.taken" | "lock.awaited" }>;

/** The lock as a fact: taken if nothing comes before it; otherwise waited for, or refused. */
export function askFor(
  room: RoomView,
  asker: Asker,
  patterns: readonly string[],
  mayWait: boolean,
): { ok: true; fact: Asked } | Refused {
  const { number, live } = room.locks;
  const { actor, taskId, way } = asker;
  const full = refuseMore(live, actor);
  if (full) return full;
  const work = { left: LOCK_WORK };
  const meeting = locksMeeting(live, patterns, work);
  if (work.left <= 0) {
    const message =
      "These patterns can't be compared with the room's other locks in time. Use fewer, with fewer wildcards.";
    return refused("boundary_invalid", message, { patterns });
  }
  const { waitsFor, overtakes } = placeOf(live, meeting, actor);
  const id = number + 1;
  const ids = (locks: readonly Lock[]) => locks.map((lock) => lock.id);
  const lock = { id, patterns: [...patterns], taskId, way, overtakes: ids(overtakes) };
  const [first] = waitsFor;
  if (!first) {
    const data = { lock, fence: nextFence(room.fence) };
    return { ok: true, fact: { type: "lock.taken", data, actor } };
  }
  if (!mayWait) return refuseTaken(first, patterns, waitsFor.length);
  const asked: Lock = {
    id,
    patterns,
    holder: actor,
    taskId,
    way,
    fence: null,
    waitsFor: ids(waitsFor),
    askedAt: 0,
    since: 0,
    renewedAt: 0,
  };
  const circle = circleOf(withLock(live, asked, lock.overtakes), asked);
  const data = { lock, waitsFor: ids(waitsFor), circle: circle && ids(circle) };
  return { ok: true, fact: { type: "lock.awaited", data, actor } };
}

/** Who has it, since when and until when, and what to do. */
function refuseTaken(first: Lock, wanted: readonly string[], count: number): Refused {
  const { id, holder, taskId, since, fence } = first;
  // Of the patterns that the other has, those that are asked for: whoever asks can leave them out.
  const patterns = first.patterns.filter((one) => {
    const alone = { ...first, patterns: [one] };
    return locksMeeting([alone], wanted, { left: LOCK_WORK }).length > 0;
  });
  const more = count > 1 ? ` ${count - 1} more come before you.` : "";
  const message = `${describeLock({ ...first, patterns })}${more} Work on something else meanwhile, or wait for it.`;
  const details = {
    lockId: id,
    by: holder.name,
    taskId,
    patterns,
    since,
    endsAt: endsAt(first),
    isHeld: fence !== null,
    ahead: count,
  };
  return refused("locked", message, details, ["wait"]);
}

function refuseMore(live: readonly Lock[], { id, name }: Author): Refused | null {
  const own = live.filter(({ holder }) => holder.id === id).length;
  const limit = own >= HOLDER_LOCKS_MAX ? HOLDER_LOCKS_MAX : LOCKS_MAX;
  if (own < HOLDER_LOCKS_MAX && live.length < LOCKS_MAX) return null;
  const who = limit === LOCKS_MAX ? "The room" : name;
  return refused("limit_reached", `${who} has ${limit} locks. Release some first.`, { limit });
}

function decideRelease(room: Room, { by, lockId, reason }: CommandOf<"releaseLock">): RulingOn<"releaseLock"> {
  const from = askerOf(room, by);
  if (!from.ok) return from;
  const lock = lockOf(room.locks.live, lockId);
  if (!lock) {
    const isPast = lockId <= (room.locks.number ?? 0);
    const message = isPast ? `Lock ${lockId} has ended.` : `The room has no lock ${lockId}.`;
    return refused("lock_unknown", message, { lockId });
  }
  if (lock.holder.id !== from.actor.id) {
    const { name } = lock.holder;
    if (isAgent(by)) {
      const message = `Lock ${lockId} is ${name}'s. Only ${name} or a lead releases it.`;
      return refused("forbidden", message, { lockId, by: name });
    }
    if (reason.trim() === "")
      return refused("reason_missing", `Lock ${lockId} is ${name}'s, who reads why you release it.`, {
        field: "body.reason",
      });
  }
  const fact: ActedFact = { type: "lock.released", data: { lockId, reason }, actor: from.actor };
  return accept([...from.events, fact], { lockId });
}

/** What ends unless it is renewed. */
export const lockDeadlines: Deadlines = ({ locks }, { graceUntil }) =>
  locks.live.flatMap(({ id, taskId, renewedAt }) => {
    if (taskId !== null) return [];
    const expired: ActedFact = { type: "lock.expired", data: { lockId: id }, actor: SERVER };
    return [{ dueAt: Math.max(renewedAt + LOCK_MS, graceUntil), expire: () => [expired] }];
  });

function askerOf(
  room: Room,
  by: AgentCaller | PersonCaller,
): { ok: true; actor: Author; taskId: TaskId | null; events: ActedFact[] } | Refused {
  if (!isAgent(by)) return { ok: true, actor: actorOf(by), taskId: null, events: [] };
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const task = room.tasks.find(({ lease }) => lease?.agentId === by.id);
  return { ok: true, actor: seated.actor, taskId: task?.id ?? null, events: seated.events };
}

export const lockRules = {
  takeLock: decideTake,
  releaseLock: decideRelease,
} satisfies Partial<Rules>;
