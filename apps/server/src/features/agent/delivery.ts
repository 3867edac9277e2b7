import type { DeliveryReply } from "@squadroom/core/agent/contract";
import type { AgentId, MessageId, TaskId } from "@squadroom/core/kernel/ids";
import type { RoomEvent } from "@squadroom/core/log/event";
import type { Message } from "@squadroom/core/message/message";
import { allowedActions, allowedHandoffs, askedAbout, type HeldTask } from "@squadroom/core/prompt/deliver";
import { deliveryText } from "@squadroom/core/prompt/delivery";
import type { Room } from "@squadroom/core/room/room";
import type { TaskResult } from "@squadroom/core/task/task";
import { uuidv7 } from "uuidv7";
import type { RouteTools } from "../../platform/http/route.ts";
import type { CachedRoom } from "../../platform/room/cached-room.ts";

const RECENT = 3;

export type Mail = DeliveryReply["messages"];

/** Builds what an agent gets with a task: `null` when it does not hold it any more. */
export function createDeliveries({ sql, clock }: Pick<RouteTools, "sql" | "clock">) {
  async function deliver(room: CachedRoom, agentId: AgentId, taskId: TaskId, messages: Mail): Promise<DeliveryReply | null> {
    const view = room.view as Room;
    const task = view.tasks[taskId];
    const agent = view.agents[agentId];
    if (!agent || task?.lease?.agentId !== agentId) return null;
    const held = task as HeldTask;
    const keys = { handoff: uuidv7(), done: uuidv7(), fail: uuidv7() };
    const [origin, fromResult] = await Promise.all([
      task.origin.kind === "user_message" || task.origin.messageId === null
        ? null
        : messageOf(room, task.origin.messageId),
      task.fromTaskId === null ? null : resultOf(room, task.fromTaskId),
    ]);
    const text = deliveryText({
      room: view,
      task: held,
      agent,
      origin,
      fromResult,
      messages,
      recent: recentOf(room, agentId),
      keys,
      now: clock.now(),
    });
    const { targets, variant } = allowedHandoffs(view, held, agent);
    return {
      taskId: task.id,
      fence: held.lease.fence,
      role: task.role,
      title: task.title,
      instruction: task.instruction,
      priority: task.priority,
      state: task.state,
      attempt: task.attempts + 1,
      variant,
      allowedHandoffs: targets.map(({ to, intents, unreviewed }) => ({ to, intents: [...intents], unreviewed })),
      allowedActions: allowedActions(view, held, agent),
      successCriteria: task.successCriteria,
      keys,
      messages,
      asked: askedAbout(view, held),
      text,
    };
  }

  /** The bodies of delivered mail; they were committed before they could be delivered. */
  async function mailOf(room: CachedRoom, ids: readonly MessageId[]): Promise<Mail> {
    const found = await Promise.all(ids.map((id) => messageOf(room, id)));
    return found
      .filter((message) => message !== null)
      .map(({ id, from, body, at }) => ({ id, from: from.kind === "server" ? "Squadroom" : from.name, body, at }));
  }

  /** From the tail in memory; older ones from the table. */
  async function messageOf(room: CachedRoom, id: MessageId): Promise<Message | null> {
    for (const event of room.tail) {
      if ((event.type === "message.sent" || event.type === "handoff.delivered") && event.data.message.id === id) {
        return event.data.message;
      }
    }
    const [row] = await sql<MessageRow[]>`
      SELECT id, sender AS "from", recipient AS "to", body, intent, mentions, replies_to AS "repliesTo", task_id AS "taskId", at::float8 AS at
      FROM messages WHERE room_id = ${room.id} AND id = ${id}`;
    return row ?? null;
  }

  async function resultOf(room: CachedRoom, taskId: TaskId): Promise<TaskResult | null> {
    const event = room.tail.findLast((e) => resultTask(e) === taskId);
    if (event && (event.type === "task.completed" || event.type === "handoff.delivered")) return event.data.result;
    const [row] = await sql<{ result: TaskResult }[]>`
      SELECT result FROM task_results WHERE room_id = ${room.id} AND task_id = ${taskId}`;
    return row?.result ?? null;
  }

  return { deliver, mailOf };
}

export type Deliveries = ReturnType<typeof createDeliveries>;

type MessageRow = Message;

function resultTask(event: RoomEvent): TaskId | null {
  if (event.type === "task.completed") return event.data.taskId;
  if (event.type === "handoff.delivered") return event.data.fromTaskId;
  return null;
}

/** What the agent itself ended lately, the latest first. */
function recentOf(room: CachedRoom, agentId: AgentId): { taskId: string; title: string; summary: string }[] {
  const recent: { taskId: string; title: string; summary: string }[] = [];
  for (let i = room.tail.length - 1; i >= 0 && recent.length < RECENT; i--) {
    const event = room.tail[i];
    if (!event || event.actor.kind !== "agent" || event.actor.id !== agentId) continue;
    const taskId = resultTask(event);
    if (taskId === null || (event.type !== "task.completed" && event.type !== "handoff.delivered")) continue;
    const title = room.view.ended.find((ended) => ended.id === taskId)?.title ?? "";
    recent.push({ taskId, title, summary: event.data.result.summary });
  }
  return recent;
}
