import type { DeliveryReply } from "@squadroom/core/delivery/contract";
import { possibleEnds } from "@squadroom/core/handoff/ends";
import type { AgentId, MessageId, RoleName, RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { keysIn } from "@squadroom/core/kernel/keys";
import type { Room } from "@squadroom/core/kernel/room";
import { type Message, messageIn } from "@squadroom/core/message/message";
import type { Said } from "@squadroom/core/prompt/context/conversation";
import { aboutWhole } from "@squadroom/core/prompt/context/plan-part";
import type { WholeWork } from "@squadroom/core/prompt/context/whole";
import {
  allowedActions,
  allowedHandoffs,
  askedAbout,
  type HeldTask,
} from "@squadroom/core/prompt/deliver";
import { deliveryText } from "@squadroom/core/prompt/delivery";
import { factsOf } from "@squadroom/core/prompt/facts";
import { askedStep } from "@squadroom/core/prompt/session";
import { mayStandIn, type Whose } from "@squadroom/core/prompt/whose";
import { reportIn } from "@squadroom/core/task/in-event";
import { liveTask } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import type { Intent } from "@squadroom/core/team/team";
import { uuidv7 } from "uuidv7";
import type { RouteTools } from "../../platform/http/route.ts";
import type { CachedRoom } from "../../platform/room/cached-room.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import { type Receiver, spokenTo } from "./caller.ts";
import { earlierOf, tasksNamed } from "./earlier.ts";

const RECENT = 3;
/** Of a session without batches, as its proposals have it. */
const NO_BATCH = -1;
/** Entries of a session's conversation that are read for a prompt; it carries fewer, by their words. */
const SAID_MAX = 300;

export type Mail = DeliveryReply["messages"];

/** Builds what an agent gets with a task: `null` when it does not hold it any more. */
export function createDeliveries({ sql, clock }: Pick<RouteTools, "sql" | "clock">) {
  async function deliver(
    room: CachedRoom,
    { id: agentId, door }: Receiver,
    taskId: TaskId,
    messages: Mail,
    isWhole = false,
  ): Promise<DeliveryReply | null> {
    const view = room.view as Room;
    const task = liveTask(view, taskId);
    const known = view.agents[agentId];
    if (!known || task?.lease?.agentId !== agentId) return null;
    const agent = spokenTo(known, door);
    const held = task as HeldTask;
    const keys = { handoff: uuidv7(), done: uuidv7(), fail: uuidv7() };
    const [origin, earlier, sender, movedFrom] = await Promise.all([
      task.origin.kind === "user_message" || task.origin.messageId === null
        ? null
        : messageOf(room, task.origin.messageId),
      earlierOf(sql, room, task),
      senderOf(room, task),
      movedFromOf(room, task),
    ]);
    const handoffs = allowedHandoffs(view, held, agent);
    const { targets, variant } = handoffs;
    const input = {
      room: view,
      task: held,
      agent,
      handoffs,
      origin,
      earlier,
      sender,
      movedFrom,
      messages,
      recent: recentOf(room, agentId),
      said: await saidIn(room, held.sessionId, askedStep(view, held) !== null),
      work: await workOf(room, held),
      isWhole,
      keys,
      now: clock.now(),
    };
    const text = deliveryText(input);
    return {
      ...factsOf(input),
      taskId: task.id,
      fence: held.lease.fence,
      role: task.role,
      title: task.title,
      instruction: task.instruction,
      priority: task.priority,
      state: task.state,
      attempt: task.attempts + 1,
      variant,
      allowedHandoffs: targets.map(({ to, intents, unreviewed }) => ({
        to,
        intents: [...intents],
        unreviewed,
      })),
      allowedActions: allowedActions(held, possibleEnds(view, held, agent.role)),
      successCriteria: task.successCriteria,
      keys,
      messages,
      asked: askedAbout(view, held),
      text,
    };
  }

  /** The bodies of delivered mail; they were committed before they could be delivered. */
  async function mailOf(room: CachedRoom, ids: readonly MessageId[]): Promise<Mail> {
    const found = await Promise.all(
      ids.map(async (id) => {
        const [message, urgent] = await Promise.all([messageOf(room, id), isUrgent(room, id)]);
        return message && { ...message, urgent };
      }),
    );
    return found
      .filter((message) => message !== null)
      .map(({ id, from, to, body, at, taskId, urgent, attachments }) => ({
        id,
        from: from.kind === "server" ? "Squadroom" : from.name,
        body,
        at,
        // What a person says to one agent answers its question, and is no task of its own.
        waitsAs: from.kind === "person" && to.kind === "role" ? taskId : null,
        ...(urgent ? { urgent } : {}),
        ...(attachments ? { attachments: [...attachments] } : {}),
      }));
  }

  /** As it was sent: the event says it, and the row of a message has the event's place. */
  async function isUrgent(room: CachedRoom, id: MessageId): Promise<boolean> {
    const event = room.tail.findLast(
      (one) => one.type === "message.sent" && one.data.message.id === id,
    );
    if (event?.type === "message.sent") return event.data.urgent === true;
    const [row] = await sql<{ urgent: boolean | null }[]>`
      SELECT (e.data ->> 'urgent')::boolean AS urgent
      FROM messages m JOIN events e ON e.room_id = m.room_id AND e.seq = m.seq
      WHERE m.room_id = ${room.id} AND m.id = ${id}`;
    return row?.urgent === true;
  }

  /** The same for a call whose answer carries mail, from the room as it was then or later. */
  async function mailIn(
    rooms: Pick<Rooms, "read">,
    roomId: RoomId,
    ids: readonly MessageId[],
    seq: number,
  ): Promise<Mail> {
    if (ids.length === 0) return [];
    const room = await rooms.read(roomId, seq);
    return room ? mailOf(room, ids) : [];
  }

  /** From the tail in memory, in its latest words; older ones from the table. */
  async function messageOf(room: CachedRoom, id: MessageId): Promise<Message | null> {
    const event = room.tail.findLast((one) => messageIn(one)?.id === id);
    if (event) return messageIn(event);
    const [row] = await sql<MessageRow[]>`
      SELECT id, sender AS "from", recipient AS "to", body, intent, mentions, replies_to AS "repliesTo", task_id AS "taskId", at::float8 AS at, attachments
      FROM messages WHERE room_id = ${room.id} AND id = ${id}`;
    return row ? asSent(row) : null;
  }

  /** What came of the plan that a task is about: the room keeps no results. */
  async function workOf(room: CachedRoom, task: HeldTask): Promise<WholeWork> {
    const session = aboutWhole(room.view as Room, task);
    if (!session?.execution) return { tasks: [], reviews: [] };
    const { outcomes, at } = session.execution;
    const ids = keysIn(outcomes).filter((id) => id !== task.id);
    const [tasks, reviews] = await Promise.all([
      tasksNamed(sql, room.id, ids),
      sql<WholeWork["reviews"][number][]>`
        SELECT version, by ->> 'name' AS by, value FROM session_proposals
        WHERE room_id = ${room.id} AND session_id = ${session.id} AND step = 'review'
          AND batch = ${session.batch ?? NO_BATCH} AND at >= ${at}
        ORDER BY version`,
    ]);
    return { tasks, reviews };
  }

  /** The conversation of a session up to now; whoever presents no step of it reads what people decided. */
  async function saidIn(
    room: CachedRoom,
    sessionId: number | null,
    isWhole: boolean,
  ): Promise<Said[]> {
    if (sessionId === null) return [];
    return sql<Said[]>`
      SELECT seq::float8 AS seq, at::float8 AS at, step, role, by, kind, content, version, chosen FROM (
        SELECT * FROM session_entries WHERE room_id = ${room.id} AND session_id = ${sessionId}
          AND (${isWhole} OR chosen IS NOT NULL OR kind = 'undone')
        ORDER BY seq DESC LIMIT ${SAID_MAX}) latest
      ORDER BY seq`;
  }

  /** How the sender got what it handed off, where its role may have stood in for another. */
  async function senderOf(room: CachedRoom, task: Task): Promise<Whose["sender"]> {
    const { team } = room.view;
    const { fromTaskId, createdBy } = task;
    if (!team || fromTaskId === null || !createdBy.role || !mayStandIn(team, createdBy.role))
      return null;
    const event = room.tail.findLast(
      (one) => one.type === "handoff.delivered" && one.data.task?.id === fromTaskId,
    );
    if (event?.type === "handoff.delivered")
      return { from: event.data.from.role, intent: event.data.intent };
    const [row] = await sql<{ from: RoleName | null; intent: Intent | null }[]>`
      SELECT created_by ->> 'role' AS "from", intent FROM task_details
      WHERE room_id = ${room.id} AND task_id = ${fromTaskId}`;
    return row?.from && row.intent ? { from: row.from, intent: row.intent } : null;
  }

  /** The first role that a change of the team took it from; few tasks are older than the team. */
  async function movedFromOf(room: CachedRoom, task: Task): Promise<RoleName | null> {
    const { teamVersion, teamSince } = room.view;
    if (teamVersion < 2 || task.createdAt > teamSince) return null;
    // The index `events_acts` has them; its condition stands here word by word.
    const [row] = await sql<{ from: RoleName }[]>`
      SELECT moved ->> 'from' AS "from" FROM events, json_array_elements(data -> 'tasks') moved
      WHERE room_id = ${room.id} AND type = 'team.changed' AND moved ->> 'taskId' = ${task.id}
        AND (actor ->> 'kind' = 'person' OR type IN ('agent.joined', 'agent.left'))
      ORDER BY seq LIMIT 1`;
    return row?.from ?? null;
  }

  return { deliver, mailOf, mailIn };
}

type MessageRow = Message & { attachments: Message["attachments"] | null };

/** In the log a message without files does not say so. */
export function asSent({ attachments, ...message }: MessageRow): Message {
  return attachments ? { ...message, attachments } : message;
}

/** What the agent itself ended lately, the latest first. */
function recentOf(
  room: CachedRoom,
  agentId: AgentId,
): { taskId: string; title: string; summary: string }[] {
  const recent: { taskId: string; title: string; summary: string }[] = [];
  for (let i = room.tail.length - 1; i >= 0 && recent.length < RECENT; i--) {
    const event = room.tail[i];
    if (event?.actor.kind !== "agent" || event.actor.id !== agentId) continue;
    const done = event.type === "task.submitted" ? null : reportIn(event);
    if (!done) continue;
    const { taskId, result } = done;
    const title = room.view.ended.find((ended) => ended.id === taskId)?.title ?? "";
    recent.push({ taskId, title, summary: result.summary });
  }
  return recent;
}
