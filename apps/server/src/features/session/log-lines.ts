import type { RoomId } from "@squadroom/core/kernel/ids";
import type { SessionLogLine } from "@squadroom/core/session/record/log-line";
import type { Sql } from "postgres";

/** The latest lines that roles wrote into their log with a task of the session in hand, oldest first. */
export async function logIn(
  sql: Sql,
  roomId: RoomId,
  sessionId: number,
  limit: number,
): Promise<SessionLogLine[]> {
  const rows = await sql<SessionLogLine[]>`
    SELECT m.id AS "messageId", m.at::float8 AS at, m.task_id AS "taskId", m.head ->> 'subject' AS type,
      left(m.body, 1000) AS text, m.head -> 'about' ->> 'file' AS ref
    FROM messages m JOIN task_details d ON d.room_id = m.room_id AND d.task_id = m.task_id
    WHERE m.room_id = ${roomId} AND d.room_id = ${roomId} AND d.session_id = ${sessionId}
      AND m.sender ->> 'kind' = 'agent' AND m.head ->> 'kind' = 'notification' AND m.head ->> 'priority' = 'low'
      AND starts_with(m.body, '[' || (m.sender ->> 'role') || ']')
    ORDER BY m.seq DESC LIMIT ${limit}`;
  return rows.reverse();
}
