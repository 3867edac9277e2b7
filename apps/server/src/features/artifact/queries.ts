import type { ArtifactRow } from "@squadroom/core/artifact/contract";
import type { Attachment } from "@squadroom/core/attachment/attachment";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { sessionKey } from "@squadroom/core/run/lineage";
import { type ArtifactSource, artifactsOf, type ListedArtifact } from "@squadroom/core/task/artifacts";
import { type Output, outputNames } from "@squadroom/core/task/outputs";
import type { TaskResult } from "@squadroom/core/task/result";
import type { Sql } from "postgres";

/** Most tasks of one session that are looked through; a plan has far fewer. */
const TASKS_MAX = 2_000;

export type Made = Omit<ArtifactSource, "result"> & {
  result: Partial<TaskResult> | null;
  outputs: readonly Output[];
  made: ListedArtifact[];
};

/** A session's tasks, and those named besides, with what they left behind, the oldest first. */
export async function madeIn(
  sql: Sql,
  roomId: RoomId,
  { sessionId, tasks = [] }: { sessionId: number | null; tasks?: readonly string[] },
): Promise<Made[]> {
  const sources = await sql<Omit<Made, "made">[]>`
    SELECT t.id AS "taskId", d.title, t.state, g.name AS agent, p.progress, r.result, d.outputs,
      coalesce(t.ended_at, (p.progress ->> 'at')::bigint, t.claimed_at, t.created_at)::float8 AS at
    FROM task_details d
    JOIN tasks t ON t.room_id = d.room_id AND t.id = d.task_id
    LEFT JOIN task_progress p ON p.room_id = t.room_id AND p.task_id = t.id
    LEFT JOIN task_results r ON r.room_id = t.room_id AND r.task_id = t.id
    LEFT JOIN agents g ON g.room_id = t.room_id AND g.id = t.last_holder_id
    WHERE d.room_id = ${roomId} AND (d.session_id = ${sessionId}::int OR d.task_id = ANY(${[...tasks]}))
    ORDER BY t.created_at, t.id LIMIT ${TASKS_MAX}`;
  return sources.map((source) => ({ ...source, made: artifactsOf(source) }));
}

/** These of what they left behind, each with the name of the output that it is, its content and its branch. */
export async function rowsOf(
  sql: Sql,
  { roomId, branches }: RoomView,
  sessionId: number | null,
  sources: readonly Made[],
  listed: readonly ListedArtifact[],
): Promise<ArtifactRow[]> {
  const names = new Map(sources.map(({ taskId, outputs }) => [taskId, outputNames(outputs)] as const));
  const fileOf = await filesOf(sql, roomId, listed);
  return listed.map(({ contentId, ...one }) => ({
    ...one,
    output: names.get(one.taskId)?.get(one.path) ?? null,
    file: fileOf({ contentId, hash: one.hash }),
    // The task's own, otherwise the session's, as long as the room knows it.
    branch: [one.taskId, sessionKey(sessionId ?? 0)].find((key) => branches[key] !== undefined) ?? null,
  }));
}

/** Which file of the room has an artifact's content: the one that came with it, or one that has the same. */
async function filesOf(
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
