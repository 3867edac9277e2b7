import type { RoomId } from "@squadroom/core/kernel/ids";
import type { SessionLogLine } from "@squadroom/core/session/record/log-line";
import type { Sql } from "postgres";

/**
 * The latest lines of roles' logs about tasks of the session, oldest first: what they wrote while holding one, and what
 * the room wrote at its end.
 */
export async function logIn(sql: Sql, roomId: RoomId, sessionId: number, limit: number): Promise<SessionLogLine[]> {
  const rows = await sql<SessionLogLine[]>`
    SELECT m.id AS "messageId", m.at::float8 AS at, m.task_id AS "taskId", m.head ->> 'subject' AS type,
      left(m.body, 1000) AS text, m.head -> 'about' ->> 'file' AS ref
    FROM messages m JOIN task_details d ON d.room_id = m.room_id AND d.task_id = m.task_id
    WHERE m.room_id = ${roomId} AND d.room_id = ${roomId} AND d.session_id = ${sessionId}
      AND m.head ->> 'kind' = 'notification' AND m.head ->> 'priority' = 'low'
      AND (m.sender ->> 'kind' = 'server' OR starts_with(m.body, '[' || (m.sender ->> 'role') || ']'))
    ORDER BY m.seq DESC LIMIT ${limit}`;
  return rows.reverse();
}
