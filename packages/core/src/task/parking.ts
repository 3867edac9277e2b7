import { SERVER } from "../kernel/actor.ts";
import type { Deadline, Deadlines } from "../kernel/deadline.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { availableRoles, missedSince, unavailableSince } from "../team/availability.ts";
import { fallsBack } from "./entry-fallback.ts";
import { isReady } from "./order.ts";
import type { Task } from "./task.ts";

/** How long a role may be away before its waiting tasks are parked, logged and shown. */
export const PARK_AFTER_MS = 120_000;
/** Most tasks that are parked at once; the rest is due again at once. */
const PARKED_MAX = 100;

/** Roles that stay away, each with what waits for it; then agents that stay away, if a task is for one alone. */
export const parkingDeadlines: Deadlines = (room) => {
  const waiting = new Map<RoleName, { sinceAt: number | null; tasks: Task[] }>();
  const missed: Deadline[] = [];
  for (const task of room.tasks) {
    if (task.parkedAt !== null || !isReady(task)) continue;
    const { role } = task;
    const known = waiting.get(role) ?? { sinceAt: unavailableSince(room, role), tasks: [] };
    waiting.set(role, known);
    if (known.sinceAt === null) {
      const sinceAt = missedSince(room, task);
      if (sinceAt !== null) missed.push(parking(room, role, sinceAt, [task]));
    } else if (!fallsBack(room, task)) known.tasks.push(task);
  }
  const roles = [...waiting].flatMap(([role, { sinceAt, tasks }]) =>
    sinceAt === null || tasks.length === 0 ? [] : [parking(room, role, sinceAt, tasks)],
  );
  return [...roles, ...missed];
};

function parking(room: Room, role: RoleName, sinceAt: number, tasks: readonly Task[]): Deadline {
  const parkAt = ({ createdAt }: Task) => Math.max(createdAt, sinceAt) + PARK_AFTER_MS;
  return {
    dueAt: tasks.reduce((least, task) => Math.min(least, parkAt(task)), Infinity),
    expire: (now) => {
      const late = tasks.filter((task) => now >= parkAt(task)).slice(0, PARKED_MAX);
      const taskIds = late.map(({ id }) => id);
      const data = { taskIds, role, sinceAt, available: availableRoles(room) };
      return [{ type: "task.parked", data, actor: SERVER }];
    },
  };
}
