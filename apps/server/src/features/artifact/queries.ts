import type { Attachment } from "@squadroom/core/attachment/attachment";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { ArtifactSource, ListedArtifact } from "@squadroom/core/task/artifacts";
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

/** Which file of the room has an artifact's content: the one that came with it, or one that has the same. */
export async function filesOf(
  sql: Sql,
  roomId: RoomId,
  made: readonly Pick<ListedArtifact, "contentId" | "hash">[],
): Promise<(one: Pick<ListedArtifact, "contentId" | "hash">) => Attachment | null> {
  const ids = made.flatMap(({ contentId }) => contentId ?? []);
  const hashes = made.flatMap(({ hash }) => hash ?? []);
  if (ids.length + hashes.length === 0) return () => null;
  const rows = await sql<Attachment[]>`
    SELECT id, name, type, size, sha256 FROM attachments
    WHERE room_id = ${roomId} AND (id = ANY(${ids}::uuid[]) OR (kept AND sha256 = ANY(${hashes})))`;
  const files = new Map(rows.flatMap((row) => [[row.sha256, row] as const, [row.id, row] as const]));
  return ({ contentId, hash }) => files.get(contentId ?? "") ?? files.get(hash ?? "") ?? null;
}
