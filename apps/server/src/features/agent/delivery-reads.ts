import type { MessageId, RoleName } from "@squadroom/core/kernel/ids";
import { keysIn } from "@squadroom/core/kernel/keys";
import type { Room } from "@squadroom/core/kernel/room";
import { type Message, type MessageHead, messageIn } from "@squadroom/core/message/message";
import type { Said } from "@squadroom/core/prompt/context/conversation";
import { aboutWhole } from "@squadroom/core/prompt/context/plan-part";
import type { WholeWork } from "@squadroom/core/prompt/context/whole";
import type { HeldTask } from "@squadroom/core/prompt/deliver";
import { mayStandIn, type Whose } from "@squadroom/core/prompt/whose";
import type { EarlierTask } from "@squadroom/core/task/earlier";
import type { Task } from "@squadroom/core/task/task";
import type { Intent } from "@squadroom/core/team/team";
import type { Sql } from "postgres";
import type { CachedRoom } from "../../platform/room/cached-room.ts";
import { tasksNamed } from "./earlier.ts";

/** For a session without batches, as in its proposals. */
const NO_BATCH = -1;
/** Most entries of a session's conversation read for a prompt, which carries fewer, limited by words. */
const SAID_MAX = 300;

/** What a delivery tells besides the room's state: from the tail in memory, otherwise from the tables. */
export function createReads(sql: Sql) {
  /** From the tail in memory, with its latest text; older ones from the table. */
  async function messageOf(room: CachedRoom, id: MessageId): Promise<Message | null> {
    const event = room.tail.findLast((one) => messageIn(one)?.id === id);
    if (event) return messageIn(event);
    const [row] = await sql<MessageRow[]>`
      SELECT id, sender AS "from", recipient AS "to", body, intent, mentions, replies_to AS "repliesTo", task_id AS "taskId", at::float8 AS at, attachments, head
      FROM messages WHERE room_id = ${room.id} AND id = ${id}`;
    return row ? asSent(row) : null;
  }

  /** As it was sent: the event has it, and the row of a message has the event's place. */
  async function isUrgent(room: CachedRoom, id: MessageId): Promise<boolean> {
    const event = room.tail.findLast((one) => one.type === "message.sent" && one.data.message.id === id);
    if (event?.type === "message.sent") return event.data.urgent === true;
    const [row] = await sql<{ urgent: boolean | null }[]>`
      SELECT (e.data ->> 'urgent')::boolean AS urgent
      FROM messages m JOIN events e ON e.room_id = m.room_id AND e.seq = m.seq
      WHERE m.room_id = ${room.id} AND m.id = ${id}`;
    return row?.urgent === true;
  }

  /** The results of the plan that a task is about: the room keeps none. */
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

  /** The conversation of a session so far; a reader that presents no step gets what people decided. */
  async function saidIn(room: CachedRoom, sessionId: number | null, isWhole: boolean): Promise<Said[]> {
    if (sessionId === null) return [];
    return sql<Said[]>`
      SELECT seq::float8 AS seq, at::float8 AS at, step, role, by, kind, content, version, chosen FROM (
        SELECT * FROM session_entries WHERE room_id = ${room.id} AND session_id = ${sessionId}
          AND (${isWhole} OR chosen IS NOT NULL OR kind = 'undone')
        ORDER BY seq DESC LIMIT ${SAID_MAX}) latest
      ORDER BY seq`;
  }

  /** How the sender got what it handed off, if its role may have stood in for another. */
  async function senderOf(room: CachedRoom, task: Task, earlier: readonly EarlierTask[]): Promise<Whose["sender"]> {
    const { team } = room.view;
    const { fromTaskId, createdBy } = task;
    if (!team || fromTaskId === null || !createdBy.role || !mayStandIn(team, createdBy.role)) return null;
    const known = earlier.find(({ id }) => id === fromTaskId);
    if (known?.createdBy.role) return known.intent && { from: known.createdBy.role, intent: known.intent };
    const event = room.tail.findLast((one) => one.type === "handoff.delivered" && one.data.task?.id === fromTaskId);
    if (event?.type === "handoff.delivered") return { from: event.data.from.role, intent: event.data.intent };
    const [row] = await sql<{ from: RoleName | null; intent: Intent | null }[]>`
      SELECT created_by ->> 'role' AS "from", intent FROM task_details
      WHERE room_id = ${room.id} AND task_id = ${fromTaskId}`;
    return row?.from && row.intent ? { from: row.from, intent: row.intent } : null;
  }

  /** The first role that a change of team took it from; few tasks are older than the team. */
  async function movedFromOf(room: CachedRoom, task: Task): Promise<RoleName | null> {
    const { teamVersion, teamSince } = room.view;
    if (teamVersion < 2 || task.createdAt > teamSince) return null;
    // The index `events_acts` has them; its condition is repeated here word for word.
    const [row] = await sql<{ from: RoleName }[]>`
      SELECT moved ->> 'from' AS "from" FROM events, json_array_elements(data -> 'tasks') moved
      WHERE room_id = ${room.id} AND type = 'team.changed' AND moved ->> 'taskId' = ${task.id}
        AND (actor ->> 'kind' = 'person' OR type IN ('agent.joined', 'agent.left'))
      ORDER BY seq LIMIT 1`;
    return row?.from ?? null;
  }

  return { messageOf, isUrgent, workOf, saidIn, senderOf, movedFromOf };
}

type MessageRow = Message & {
  attachments: Message["attachments"] | null;
  head: MessageHead | null;
};

/** In the log, a message without files does not say so. */
export function asSent({ attachments, head, ...message }: MessageRow): Message {
  return { ...message, ...(attachments ? { attachments } : {}), ...head };
}
