import type { RecordKind, RecordRow } from "@squadroom/core/interchange/records";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Sql } from "postgres";
import { type MessageRow, messageColumns, standing } from "../message/index.ts";

/** Rows by their columns, the oldest first. */
export function recordsOf(sql: Sql, view: RoomView, kind: RecordKind, limit: number): Promise<RecordRow[]> {
  const { roomId } = view;
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
      return messagesIn(sql, view, limit);
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

async function messagesIn(sql: Sql, view: RoomView, limit: number): Promise<RecordRow[]> {
  const rows = await sql<MessageRow[]>`
    SELECT ${messageColumns(sql)} FROM messages m WHERE m.room_id = ${view.roomId} ORDER BY m.seq LIMIT ${limit}`;
  return (await standing(sql, view, rows)).map((message): RecordRow => {
    const { id, at, from, to, body, taskId, repliesTo, ...said } = message;
    const { kind, priority, subject, about, responseBy, state, raisedTo } = said;
    return {
      id,
      at,
      from: from.kind === "server" ? from.kind : from.name,
      body,
      state,
      from_role: from.kind === "agent" ? from.role : null,
      to: "role" in to ? to.role : to.kind,
      kind: kind ?? null,
      priority: priority ?? null,
      subject: subject ?? null,
      component: about?.component ?? null,
      file: about?.file ?? null,
      task_id: taskId,
      replies_to: repliesTo,
      response_by: responseBy ?? null,
      raised_to: raisedTo ?? null,
    };
  });
}
