import { SERVER } from "../kernel/actor.ts";
import type { Deadline, Deadlines } from "../kernel/deadline.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { liveTask } from "../task/order.ts";
import { PARK_AFTER_MS } from "../task/parking.ts";
import { unavailableSince } from "../team/availability.ts";
import { isUrgent } from "./message.ts";
import { type OpenMessage, RAISED_S, raised } from "./open.ts";

/** A message that is not there in time is late; an overdue answer raises its priority once, then a person is asked. */
export const messageDeadlines: Deadlines = (room) =>
  room.openMessages.open.flatMap((one) =>
    [arrival(one), unheard(room, one) ?? answer(room, one)].filter((due) => due !== null),
  );

function arrival({ id, deliverBy, isLate }: OpenMessage): Deadline | null {
  if (deliverBy === null || isLate) return null;
  const data = { messageIds: [id] };
  return { dueAt: deliverBy, expire: () => [{ type: "message.late", data, actor: SERVER }] };
}

/**
 * A message that is urgent or needs an answer waits for a role that nobody fills as long as a task would; then a person
 * is asked. Those who said that it may take longer, or wait longer, are asked later.
 */
function unheard(room: Room, { id, to, ...open }: OpenMessage): Deadline | null {
  const { sentAt, deliveredAt, overdueAt, priority, responseBy, taskId } = open;
  if (to.agentId !== null || deliveredAt !== null || overdueAt !== null) return null;
  if (responseBy === null && !isUrgent(priority)) return null;
  if (taskId !== null && !liveTask(room, taskId)) return null;
  const since = unavailableSince(room, to.role);
  if (since === null) return null;
  const dueAt = Math.max(sentAt, since) + PARK_AFTER_MS;
  if (responseBy !== null && responseBy >= dueAt + RAISED_S * 1000) return null;
  const data = { messageId: id };
  return { dueAt, expire: () => [{ type: "message.overdue", data, actor: SERVER }] };
}

function answer(room: Room, open: OpenMessage): Deadline | null {
  const { id: messageId, responseBy, raisedAt, overdueAt, priority } = open;
  if (responseBy === null || overdueAt !== null) return null;
  if (raisedAt !== null) {
    const dueAt = Math.max(responseBy, raisedAt + RAISED_S * 1000);
    const data = { messageId };
    return { dueAt, expire: () => [{ type: "message.overdue", data, actor: SERVER }] };
  }
  const data = { messageId, priority: raised(priority), mailTo: receivers(room, open) };
  return { dueAt: responseBy, expire: () => [{ type: "message.raised", data, actor: SERVER }] };
}

/** Everybody who may answer it, except the asker. */
function receivers({ agents }: Room, { from, to }: OpenMessage): AgentId[] {
  return Object.values(agents)
    .filter((one) => one.id !== from?.agentId && one.offlineReason !== "left")
    .filter((one) => (to.agentId === null ? one.role === to.role : one.id === to.agentId))
    .map((one) => one.id);
}
