import type { RoomId } from "@squadroom/core/kernel/ids";
import type { TimelineTask } from "@squadroom/core/timeline/read";
import { TOLD_IN_TIMELINE, type Told } from "@squadroom/core/timeline/read";
import type { Sql } from "postgres";

/** Its tasks, in order of creation. */
export function tasksOf(sql: Sql, roomId: RoomId, sessionId: number, limit: number): Promise<TimelineTask[]> {
  return sql<TimelineTask[]>`
    SELECT t.id, d.title, t.role, t.created_at::float8 AS "createdAt", t.ended_at::float8 AS "endedAt",
      t.holder_id IS NOT NULL AS "isHeld"
    FROM task_details d JOIN tasks t ON t.room_id = d.room_id AND t.id = d.task_id
    WHERE d.room_id = ${roomId} AND d.session_id = ${sessionId}
    ORDER BY t.created_at, t.id LIMIT ${limit}`;
}

/**
 * What the log says about these tasks and their locks, in its order. The log has no index by time, but `moments` has:
 * the last one before the session says where to start reading.
 */
export function toldOf(
  sql: Sql,
  roomId: RoomId,
  about: { sessionId: number; since: number; tasks: readonly string[] },
): Promise<Told[]> {
  const tasks = [...about.tasks];
  return sql<Told[]>`
    SELECT e.type, e.at::float8 AS at,
      coalesce(e.data ->> 'taskId', e.data ->> 'fromTaskId', e.data -> 'discussion' ->> 'taskId',
        e.data -> 'lock' ->> 'taskId') AS "taskId",
      coalesce(g.name, '') AS agent, e.data ->> 'how' AS how, coalesce(e.data ->> 'reason', '') AS reason,
      coalesce(e.data -> 'cascade', e.data -> 'taskIds') AS more, e.data -> 'progress' -> 'blockers' AS blockers,
      (e.data ->> 'blockerId')::int AS "blockerId", (e.data ->> 'sinceAt')::float8 AS "sinceAt",
      coalesce(e.data ->> 'lockId', e.data -> 'lock' ->> 'id')::int AS "lockId",
      e.data -> 'lock' -> 'patterns' AS paths, e.data -> 'waitsFor' AS behind,
      e.data -> 'advances' AS advances, CASE e.type WHEN 'session.dispatched' THEN e.data -> 'tasks' END AS dispatched,
      CASE e.type WHEN 'session.dispatched' THEN e.data ->> 'why' END AS why
    FROM events e
    LEFT JOIN agents g ON e.type = 'task.claimed' AND g.room_id = e.room_id AND g.id = (e.data ->> 'agentId')::uuid
    WHERE e.room_id = ${roomId} AND e.type = ANY(${[...TOLD_IN_TIMELINE]})
      AND e.seq > coalesce((SELECT m.seq FROM moments m WHERE m.room_id = ${roomId} AND m.at < ${about.since}::bigint
        ORDER BY m.at DESC, m.seq DESC LIMIT 1), 0)
      AND CASE
        WHEN e.type IN ('session.paused', 'session.resumed', 'session.ruled', 'session.dispatched')
          THEN (e.data ->> 'sessionId')::int = ${about.sessionId}
        WHEN e.type IN ('lock.granted', 'lock.released', 'lock.expired') THEN true
        WHEN e.type = 'task.progressed' AND e.data -> 'progress' -> 'blockers' IS NULL THEN false
        WHEN e.type IN ('task.parked', 'task.cancelled') THEN e.data ->> 'taskId' = ANY(${tasks}) OR EXISTS (
          SELECT 1 FROM json_array_elements_text(coalesce(e.data -> 'cascade', e.data -> 'taskIds')) c
          WHERE c = ANY(${tasks}))
        ELSE coalesce(e.data ->> 'taskId', e.data ->> 'fromTaskId', e.data -> 'discussion' ->> 'taskId',
          e.data -> 'lock' ->> 'taskId') = ANY(${tasks})
      END
    ORDER BY e.seq`;
}
