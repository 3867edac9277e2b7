import { SERVER } from "../kernel/actor.ts";
import type { Deadlines } from "../kernel/deadline.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { availableRoles, unavailableSince } from "../team/availability.ts";
import { actingEntryPoint } from "../team/variants.ts";
import { isReady } from "./order.ts";
import type { Task } from "./task.ts";

/** How long the entry point may be away before another role acts as it, ms: a false death is worse than a late one. */
export const FALLBACK_AFTER_MS = 120_000;

/**
 * People's messages that wait for an entry point which nobody fills go to the role that acts as it, if the team says
 * so; what a person told to wait keeps waiting. Idempotent.
 */
export function fallbackFacts(room: Room, now: number): ActedFact[] {
  const fallback = fallbackOf(room);
  if (!fallback || now < fallback.dueAt) return [];
  const { to, sinceAt } = fallback;
  const tasks = waiting(room).map(({ id }) => ({ taskId: id, agentId: null }));
  if (tasks.length === 0) return [];
  const from = room.team.entryPoint;
  const data = { from, to, tasks, fallback: { sinceAt, available: availableRoles(room) } };
  return [{ type: "task.reassigned", data, actor: SERVER }];
}

/** When waiting messages go to another role; none if none waits. */
export const fallbackDeadlines: Deadlines = (room) => {
  const fallback = fallbackOf(room);
  if (!fallback || waiting(room).length === 0) return [];
  return [{ dueAt: fallback.dueAt, expire: (now) => fallbackFacts(room, now) }];
};

/** Who gets a message that comes now in place of the entry point; `null`: the entry point does. */
export function fallbackNow(room: Room, now: number): RoleName | null {
  const fallback = fallbackOf(room);
  return fallback && now >= fallback.dueAt ? fallback.to : null;
}

/** Whether this task goes to another role, instead of a question to a person about its own. */
export function fallsBack(room: Room, task: Task): boolean {
  return isMessage(room, task) && fallbackOf(room) !== null;
}

function fallbackOf(room: Room): { to: RoleName; sinceAt: number; dueAt: number } | null {
  const { team } = room;
  if (!team.entryFallback) return null;
  const sinceAt = unavailableSince(room, team.entryPoint);
  if (sinceAt === null) return null;
  const to = actingEntryPoint(team, availableRoles(room));
  return to === team.entryPoint ? null : { to, sinceAt, dueAt: sinceAt + FALLBACK_AFTER_MS };
}

function waiting(room: Room): Task[] {
  return room.tasks.filter((task) => isMessage(room, task) && isReady(task) && !task.toldToWait);
}

function isMessage({ team }: Room, { role, said }: Task): boolean {
  return said !== null && role === team.entryPoint;
}
