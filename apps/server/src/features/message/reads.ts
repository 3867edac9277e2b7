import type { RoomView } from "@squadroom/core/log/view";
import { messageStanding, type StandingMessage } from "@squadroom/core/message/state";
import type { Sql } from "postgres";
import { asSent } from "../agent/index.ts";

export type MessageRow = Parameters<typeof asSent>[0] & { isAnswered: boolean };

/** A row of `messages m`, whole. Whoever it went to answers it, or a person. */
export function messageColumns(sql: Sql) {
  return sql`m.id, m.sender AS "from", m.recipient AS "to", m.body, m.intent, m.mentions, m.replies_to AS "repliesTo",
    m.task_id AS "taskId", m.at::float8 AS at, m.attachments, m.head, EXISTS (
      SELECT 1 FROM messages r WHERE r.room_id = m.room_id AND r.replies_to = m.id AND (r.sender ->> 'kind' = 'person'
        OR r.sender ->> 'kind' = 'agent' AND r.sender ->> 'role' = m.recipient ->> 'role'
          AND coalesce(m.recipient ->> 'agentId', r.sender ->> 'id') = r.sender ->> 'id')) AS "isAnswered"`;
}

export function standing(view: RoomView, { isAnswered, ...row }: MessageRow): StandingMessage {
  const message = asSent(row);
  return { ...message, ...messageStanding(view, message, isAnswered) };
}
