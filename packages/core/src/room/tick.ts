import { askingTasks } from "../decision/asking.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { accept } from "../kernel/ruling.ts";
import { endAttempt } from "../task/attempt.ts";
import { fallbackDueAt, fallbackFacts, fallsBack } from "../task/entry-fallback.ts";
import { isReady } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { availableRoles, missedSince, unavailableSince } from "../team/availability.ts";
import type { Context } from "./command.ts";
import type { ActedFact, RoomRuling } from "./ruling.ts";

/** A role may be away this long before its waiting tasks are parked, said in the log and shown. */
export const PARK_AFTER_MS = 120_000;
/** Events that one tick may make; what is left is due at once again. */
export const TICK_MAX = 100;

const SERVER = { kind: "server" } as const;

/**
 * What time alone has made true: agents that fell silent, leases that ran out, tasks past their
 * time-out, roles that stay away. Never answers from the log's clock alone: silence is measured
 * against the observations in `context.seenAt`, and each ruling carries the evidence it used.
 */
export function decideTick(room: Room, context: Context): RoomRuling {
  const events: ActedFact[] = [];
  const asking = askingTasks(room);
  const isSilent = (seenAt: number, ttlS: number) =>
    context.now >= seenAt + ttlS * 1000 && context.now >= context.graceUntil;

  for (const agent of Object.values(room.agents)) {
    if (!agent.online || events.length >= TICK_MAX) continue;
    const seenAt = lastSeen(agent.seenAt, context.seenAt[agent.id]);
    const afterS = context.leaseS[agent.class];
    if (!isSilent(seenAt, afterS)) continue;
    for (const task of room.tasks) {
      if (task.lease?.agentId !== agent.id) continue;
      // Who waits for a person's answer may be silent; its task goes back, and no attempt was made.
      const countsAsAttempt = hasBegun(task, seenAt) && !asking.has(task.id);
      const reason = `No sign of life from ${agent.name} for ${afterS} s.`;
      for (const fact of endAttempt(task, "expired", reason, { countsAsAttempt })) {
        events.push({ ...fact, actor: SERVER });
      }
    }
    events.push({
      type: "agent.went_offline",
      data: { agentId: agent.id, seenAt, afterS },
      actor: SERVER,
    });
  }

  for (const task of room.tasks) {
    if (!task.lease || events.length >= TICK_MAX) continue;
    if (events.some((e) => e.type === "task.attempt_ended" && e.data.taskId === task.id)) continue;
    if (context.now < timeOutAt(task) || context.now < context.graceUntil || asking.has(task.id))
      continue;
    const reason = `Not done ${task.timeoutS} s after the claim.`;
    for (const fact of endAttempt(task, "timed_out", reason, { countsAsAttempt: true })) {
      events.push({ ...fact, actor: SERVER });
    }
  }

  events.push(...fallbackFacts(room, context.now));
  for (const { role, sinceAt, tasks } of waitingInVain(room)) {
    if (events.length >= TICK_MAX) continue;
    const late = tasks.filter((task) => context.now >= parkAt(task, sinceAt)).slice(0, TICK_MAX);
    if (late.length === 0) continue;
    const data = {
      taskIds: late.map((task) => task.id),
      role,
      sinceAt,
      available: availableRoles(room),
    };
    events.push({ type: "task.parked", data, actor: SERVER });
  }
  for (const { task, sinceAt } of missedOnes(room)) {
    if (events.length >= TICK_MAX || context.now < parkAt(task, sinceAt)) continue;
    const { role } = task;
    const data = { taskIds: [task.id], role, sinceAt, available: availableRoles(room) };
    events.push({ type: "task.parked", data, actor: SERVER });
  }
  return accept(events, { events: events.length });
}

/**
 * The next time at which a tick may find something, epoch ms; `null` when only a command can.
 *
 * @param graceUntil as in the tick's context: what ends by silence or time-out ends no sooner
 */
export function nextDeadline(
  room: Room,
  seenAt: Context["seenAt"],
  leaseS: Context["leaseS"],
  graceUntil = 0,
): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const agent of Object.values(room.agents)) {
    if (agent.online)
      next = Math.min(next, lastSeen(agent.seenAt, seenAt[agent.id]) + leaseS[agent.class] * 1000);
  }
  const asking = askingTasks(room);
  for (const task of room.tasks)
    if (task.lease && !asking.has(task.id)) next = Math.min(next, timeOutAt(task));
  next = Math.min(Math.max(next, graceUntil), fallbackDueAt(room) ?? Number.POSITIVE_INFINITY);
  for (const { sinceAt, tasks } of waitingInVain(room)) {
    for (const task of tasks) next = Math.min(next, parkAt(task, sinceAt));
  }
  for (const { task, sinceAt } of missedOnes(room)) next = Math.min(next, parkAt(task, sinceAt));
  return Number.isFinite(next) ? next : null;
}

/**
 * Whether the claim reached the agent, as far as anybody can tell. A second silence in a row is no lost answer any
 * more: whatever takes this task dies of it, and a person is to hear of that.
 */
function hasBegun(task: Task, seenAt: number): boolean {
  const wasSeen = task.lease !== null && seenAt > task.lease.claimedAt;
  return wasSeen || task.state === "in_progress" || task.lastEnd?.how === "expired";
}

function lastSeen(logged: number, observed: number | undefined): number {
  return Math.max(logged, observed ?? 0);
}

function timeOutAt(task: Task): number {
  return task.lease
    ? task.lease.claimedAt + task.lease.pausedMs + task.timeoutS * 1000
    : Number.POSITIVE_INFINITY;
}

function parkAt(task: Task, unavailableSinceAt: number): number {
  return Math.max(task.createdAt, unavailableSinceAt) + PARK_AFTER_MS;
}

/** Tasks that wait for one agent each, which is away, and since when that is so, epoch ms. */
function missedOnes(room: Room): { task: Task; sinceAt: number }[] {
  return room.tasks.flatMap((task) => {
    if (task.agentId === null || task.parkedAt !== null || !isReady(task)) return [];
    const sinceAt = missedSince(room, task);
    return sinceAt === null ? [] : [{ task, sinceAt }];
  });
}

/** Tasks that wait for roles which nobody fills, and since when that is so, epoch ms. */
function waitingInVain(room: Room): { role: RoleName; sinceAt: number; tasks: Task[] }[] {
  const roles = new Map<RoleName, { sinceAt: number | null; tasks: Task[] }>();
  for (const task of room.tasks) {
    if (task.state !== "pending" || task.parkedAt !== null || task.waitsFor.length > 0) continue;
    const { role } = task;
    const known = roles.get(role) ?? { sinceAt: unavailableSince(room, role), tasks: [] };
    roles.set(role, known);
    if (known.sinceAt !== null && !fallsBack(room, task)) known.tasks.push(task);
  }
  return [...roles].flatMap(([role, { sinceAt, tasks }]) =>
    sinceAt === null ? [] : [{ role, sinceAt, tasks }],
  );
}
