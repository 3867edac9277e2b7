import type { RoomEvent } from "../kernel/event.ts";
import type { AgentId, MessageId, TaskId } from "../kernel/ids.ts";
import type { Priority } from "../kernel/priority.ts";
import { endOf, isAnswerTo, isToAgents } from "../message/follow.ts";
import type { Message } from "../message/message.ts";
import { reportIn } from "../task/in-event.ts";

/** What only the log says about a session: events of these types about its tasks and messages. */
export const TOLD_BY_LOG = [
  "task.claimed",
  "task.released",
  "task.attempt_ended",
  "task.completed",
  "task.submitted",
  "task.cancelled",
  "handoff.delivered",
  "fanout.opened",
  "message.sent",
  "message.delivered",
  "message.late",
  "message.raised",
  "message.overdue",
  "message.extended",
  "message.closed",
] as const satisfies readonly RoomEvent["type"][];

/** An agent's hold of a task: its places in the log, from where it began to where it ended; `null`: it holds it now. */
export interface Hold {
  taskId: TaskId;
  agentId: AgentId;
  from: Pick<RoomEvent, "seq" | "at">;
  to: Pick<RoomEvent, "seq" | "at"> | null;
}

export function holdsIn(events: Iterable<RoomEvent>): Hold[] {
  const holds: Hold[] = [];
  const open = new Map<TaskId, Hold>();
  for (const event of events) {
    const { seq, at } = event;
    if (event.type === "task.claimed") {
      const { taskId, agentId } = event.data;
      const hold: Hold = { taskId, agentId, from: { seq, at }, to: null };
      holds.push(hold);
      open.set(taskId, hold);
      continue;
    }
    for (const id of leftBy(event)) {
      const hold = open.get(id);
      if (hold) hold.to = { seq, at };
      open.delete(id);
    }
  }
  return holds;
}

/** How long agents held a task, over all its attempts. */
export interface InHand {
  ms: number;
  /** Since when an agent has held it. */
  since: number | null;
}

export function timeInHand(events: Iterable<RoomEvent>): Map<TaskId, InHand> {
  const tasks = new Map<TaskId, InHand>();
  for (const { taskId, from, to } of holdsIn(events)) {
    const ms = (tasks.get(taskId)?.ms ?? 0) + (to ? to.at - from.at : 0);
    tasks.set(taskId, { ms, since: to ? null : from.at });
  }
  return tasks;
}

/** The tasks that agents give up with this event, if they held them. */
function leftBy(event: RoomEvent): TaskId[] {
  switch (event.type) {
    case "task.released":
    case "task.attempt_ended":
      return [event.data.taskId];
    case "task.cancelled":
      return [...event.data.cascade, event.data.taskId];
    case "fanout.opened":
      return [event.data.joinTaskId];
    default: {
      const reported = reportIn(event);
      return reported ? [reported.taskId] : [];
    }
  }
}

/** What became of a message between agents; times in epoch ms, absent if it did not happen. */
export interface MessageFate {
  deliveredAt?: number;
  /** It had not arrived within its priority's limit. */
  lateAt?: number;
  /** Its answer was overdue, and it became more urgent. */
  raisedAt?: number;
  raisedTo?: Priority;
  /** A person was asked. */
  overdueAt?: number;
  /** As extended by a person. */
  responseBy?: number;
  answeredAt?: number;
  answeredBy?: MessageId;
  /** Nobody waits for its answer any more. */
  closedAt?: number;
}

export function messageFates(events: Iterable<RoomEvent>): Map<MessageId, MessageFate> {
  const fates = new Map<MessageId, MessageFate>();
  const note = (id: MessageId, more: MessageFate) => fates.set(id, { ...more, ...fates.get(id) });
  const sent = new Map<MessageId, Message>();
  for (const { type, at, data } of events) {
    if (type === "message.sent") {
      const { message } = data;
      sent.set(message.id, message);
      const asked = message.repliesTo === null ? undefined : sent.get(message.repliesTo);
      if (asked && isToAgents(asked) && isAnswerTo(message, { id: asked.id, to: endOf(asked.to) }))
        note(asked.id, { answeredAt: at, answeredBy: message.id });
    }
    if (type === "message.delivered") for (const id of data.messageIds) note(id, { deliveredAt: at });
    if (type === "message.late") for (const id of data.messageIds) note(id, { lateAt: at });
    if (type === "message.raised") note(data.messageId, { raisedAt: at, raisedTo: data.priority });
    if (type === "message.overdue") note(data.messageId, { overdueAt: at });
    if (type === "message.extended")
      fates.set(data.messageId, { ...fates.get(data.messageId), responseBy: data.responseBy });
    if (type === "message.closed") note(data.messageId, { closedAt: at });
  }
  return fates;
}
