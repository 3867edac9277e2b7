import type { Attachment } from "@squadroom/core/attachment/attachment";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { ArtifactSource } from "@squadroom/core/task/artifacts";
import type { Output } from "@squadroom/core/task/outputs";
import type { Sql } from "postgres";

/** Most tasks of one session that are looked through; a plan has far fewer. */
const TASKS_MAX = 2_000;

/** A session's tasks with what they left behind. */
export function sourcesIn(
  sql: Sql,
  roomId: RoomId,
  sessionId: number,
): Promise<(ArtifactSource & { outputs: readonly Output[] })[]> {
  return sql`
    SELECT t.id AS "taskId", d.title, t.state, g.name AS agent, p.progress, r.result, d.outputs,
      coalesce(t.ended_at, (p.progress ->> 'at')::bigint, t.claimed_at, t.created_at)::float8 AS at
    FROM task_details d
    JOIN tasks t ON t.room_id = d.room_id AND t.id = d.task_id
    LEFT JOIN task_progress p ON p.room_id = t.room_id AND p.task_id = t.id
    LEFT JOIN task_results r ON r.room_id = t.room_id AND r.task_id = t.id
    LEFT JOIN agents g ON g.room_id = t.room_id AND g.id = t.last_holder_id
    WHERE d.room_id = ${roomId} AND d.session_id = ${sessionId}
    ORDER BY t.created_at, t.id LIMIT ${TASKS_MAX}`;
}

/** Files of the room by their content. */
export async function filesWith(sql: Sql, roomId: RoomId, hashes: readonly string[]): Promise<Map<string, Attachment>> {
  if (hashes.length === 0) return new Map();
  const rows = await sql<Attachment[]>`
    SELECT id, name, type, size, sha256 FROM attachments
    WHERE room_id = ${roomId} AND kept AND sha256 = ANY(${[...hashes]})`;
  return new Map(rows.map((row) => [row.sha256, row]));
}
