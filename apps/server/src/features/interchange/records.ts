import type { RecordKind, RecordRow } from "@squadroom/core/interchange/records";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";

/** Rows by their columns, the oldest first. */
export function recordsOf(
  sql: Sql,
  roomId: RoomId,
  kind: RecordKind,
  limit: number,
): Promise<RecordRow[]> {
  switch (kind) {
    case "tasks":
      return sql`
        SELECT t.id, d.session_id, t.role, t.state, t.priority, d.title, d.instruction, t.created_at::float8 AS created_at,
          t.ended_at::float8 AS ended_at, t.attempts, t.unreviewed, r.result ->> 'summary' AS summary,
          (u.usage ->> 'inputTokens')::float8 AS input_tokens, (u.usage ->> 'outputTokens')::float8 AS output_tokens
        FROM tasks t
        JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id
        LEFT JOIN task_results r ON r.room_id = t.room_id AND r.task_id = t.id
        LEFT JOIN task_usage u ON u.room_id = t.room_id AND u.task_id = t.id
        WHERE t.room_id = ${roomId} ORDER BY t.created_at, t.id LIMIT ${limit}`;
    case "messages":
      return sql`
        SELECT id, at::float8 AS at, coalesce(sender ->> 'name', sender ->> 'kind') AS "from", sender ->> 'role' AS from_role,
          coalesce(recipient ->> 'role', recipient ->> 'kind') AS "to", head ->> 'kind' AS kind, head ->> 'priority' AS priority,
          head ->> 'subject' AS subject, body, task_id, replies_to, (head ->> 'responseBy')::float8 AS response_by
        FROM messages WHERE room_id = ${roomId} ORDER BY seq LIMIT ${limit}`;
    case "decisions":
      return sql`
        SELECT id, kind, subject, state, urgency, question, reason, opened_at::float8 AS opened_at,
          asked_by ->> 'name' AS asked_by, answer ->> 'label' AS answer, answer ->> 'note' AS note,
          answer #>> '{by,name}' AS answered_by, ended_at::float8 AS ended_at, end_reason
        FROM decisions WHERE room_id = ${roomId} ORDER BY id LIMIT ${limit}`;
    case "usage":
      return sql`
        SELECT u.at::float8 AS at, g.name AS agent, u.role, u.task_id, u.session_id, u.model, u.run_id, u.input_tokens,
          u.output_tokens, u.cache_read_tokens, u.cache_write_tokens, u.cost_usd_micros::float8 / 1e6 AS cost_usd, u.basis, u.runs
        FROM usage_reports u LEFT JOIN agents g ON g.room_id = u.room_id AND g.id = u.agent_id
        WHERE u.room_id = ${roomId} ORDER BY u.seq, u.at LIMIT ${limit}`;
  }
}
