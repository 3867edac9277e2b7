import type { RoomView } from "@squadroom/core/kernel/view";
import { messageStanding, type StandingMessage } from "@squadroom/core/message/state";
import type { Sql } from "postgres";
import { asSent } from "../agent/index.ts";

export type MessageRow = Parameters<typeof asSent>[0] & { isAnswered: boolean };

/** A row of `messages m`, in full. Whoever got it answers it, or a person. */
export function messageColumns(sql: Sql) {
  return sql`m.id, m.sender AS "from", m.recipient AS "to", m.body, m.intent, m.mentions, m.replies_to AS "repliesTo",
    m.task_id AS "taskId", m.at::float8 AS at, m.attachments, m.head, EXISTS (
      SELECT 1 FROM messages r WHERE r.room_id = m.room_id AND r.replies_to = m.id AND (r.sender ->> 'kind' = 'person'
        OR r.sender ->> 'kind' = 'agent' AND r.sender ->> 'role' = m.recipient ->> 'role'
          AND coalesce(m.recipient ->> 'agentId', r.sender ->> 'id') = r.sender ->> 'id')) AS "isAnswered"`;
}

/**
 * The state of each. What the room no longer has to deliver has arrived, or was closed before, or went to nobody: the
 * log says which. What all its receivers keep unread never arrived; only people may have closed it, and their acts are
 * few.
 */
export async function standing(sql: Sql, view: RoomView, rows: readonly MessageRow[]): Promise<StandingMessage[]> {
  const all = rows.map(({ isAnswered, ...row }) => {
    const message = asSent(row);
    return { ...message, ...messageStanding(view, message, isAnswered) };
  });
  const gone = all.flatMap(({ id, state }) => (state === "delivered" ? [id] : []));
  if (gone.length === 0) return all;
  const mail = Object.values(view.agents).flatMap((agent) => agent.mail);
  const unread = gone.map((id) => mail.filter((one) => one === id).length);
  const ends = await sql<{ id: string; state: "delivered" | "closed" | null }[]>`
    SELECT m.id, CASE WHEN m.intent IS NOT NULL THEN (
        SELECT 'delivered' FROM moments c
        WHERE c.room_id = m.room_id AND c.subject = m.task_id AND c.kind = 'claimed' LIMIT 1)
      WHEN u.unread > 0 AND u.unread >= json_array_length(s.data -> 'mailTo') THEN (
        SELECT 'closed' FROM events e WHERE e.room_id = m.room_id AND e.seq > m.seq AND e.actor ->> 'kind' = 'person'
          AND e.type = 'message.closed' AND e.data ->> 'messageId' = m.id::text LIMIT 1)
      WHEN json_array_length(s.data -> 'mailTo') > 0 OR s.data ->> 'mailToRole' IS NOT NULL THEN (
        SELECT substr(e.type, 9) FROM events e WHERE e.room_id = m.room_id AND e.seq > m.seq
          AND (e.type = 'message.delivered' AND e.data ->> 'messageIds' LIKE '%' || m.id || '%'
            OR e.type = 'message.closed' AND e.data ->> 'messageId' = m.id::text)
        ORDER BY e.seq LIMIT 1) END AS state
    FROM messages m JOIN events s ON s.room_id = m.room_id AND s.seq = m.seq
      JOIN unnest(${gone}::uuid[], ${unread}::int[]) AS u(id, unread) ON u.id = m.id
    WHERE m.room_id = ${view.roomId}`;
  const found = new Map(ends.map(({ id, state }) => [id, state ?? "sent"] as const));
  return all.map((one) => ({ ...one, state: found.get(one.id) ?? one.state }));
}
