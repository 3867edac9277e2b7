import { fanoutDeadlines } from "../fanout/deadlines.ts";
import type { RulingOn } from "../kernel/command.ts";
import type { Deadlines, Signs } from "../kernel/deadline.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept } from "../kernel/ruling.ts";
import { lockDeadlines } from "../lock/decide.ts";
import { messageDeadlines } from "../message/deadlines.ts";
import { permissionDeadlines } from "../policy/expiry.ts";
import { runDeadlines } from "../run/deadlines.ts";
import { dispatchDeadlines } from "../session/pipeline/dispatch.ts";
import { fallbackDeadlines } from "../task/entry-fallback.ts";
import { leaseDeadlines } from "../task/expiry.ts";
import { parkingDeadlines } from "../task/parking.ts";

/** Most events that one tick may make; the rest is due again at once. */
export const TICK_MAX = 100;

/** What time alone may make true; the order is that of things due at the same moment. */
const DEADLINES: readonly Deadlines[] = [
  leaseDeadlines,
  fallbackDeadlines,
  parkingDeadlines,
  permissionDeadlines,
  runDeadlines,
  fanoutDeadlines,
  dispatchDeadlines,
  lockDeadlines,
  messageDeadlines,
];

export const deadlinesOf: Deadlines = (room, signs) => DEADLINES.flatMap((deadlines) => deadlines(room, signs));

/** What the passing of time has made true by now. */
export function decideTick(room: Room, context: Signs & { now: number }): RulingOn<"tick"> {
  const { now } = context;
  const events: ActedFact[] = [];
  for (const { dueAt, expire } of deadlinesOf(room, context))
    if (dueAt <= now && events.length < TICK_MAX) events.push(...expire(now));
  return accept(events, { events: events.length });
}

/** When the next tick finds something, epoch ms; `null` if only a command can change that. */
export function nextDeadline(room: Room, signs: Signs): number | null {
  let next = Infinity;
  for (const { dueAt } of deadlinesOf(room, signs)) next = Math.min(next, dueAt);
  return next < Infinity ? next : null;
}
