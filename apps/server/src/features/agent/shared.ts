import { type Reported, sharedContext } from "@squadroom/core/context/shared";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Room } from "@squadroom/core/kernel/room";
import { receives } from "@squadroom/core/prompt/receives";
import { sharedText } from "@squadroom/core/prompt/shared";
import { decidedIn } from "@squadroom/core/session/record/decided";
import type { Task } from "@squadroom/core/task/task";
import { authorOf } from "@squadroom/core/wisdom/wisdom";
import type { Sql } from "postgres";
import type { CachedRoom } from "../../platform/room/cached-room.ts";
import { createReads } from "./delivery-reads.ts";
import { earlierTasks } from "./earlier.ts";

/** Most tasks of a session that a delivery looks at, the newest; and most that its whole context has. */
export const REPORTED_TOLD = 100;
const REPORTED_MAX = 500;
/** Most characters of their decisions that one call reads; those of older tasks stay in their results. */
const DECIDED_MAX = 200_000;
/** Most characters of each summary. */
const SUMMARY_MAX = 500;
/** Most changed files of each, to tell which decisions are about the same. */
const FILES_MAX = 20;

/** When a task `t` was last reported, and with it what its agent decided: before its reviewers' look at it, if any. */
export function saidAt(sql: Sql) {
  return sql`coalesce((SELECT max(v.asked_at) FROM task_reviews v
    WHERE v.room_id = t.room_id AND v.task_id = t.id), t.ended_at, t.created_at)`;
}

/** What tasks of a session reported, the newest first. */
export async function reportedIn(
  sql: Sql,
  roomId: RoomId,
  sessionId: number,
  max: number = REPORTED_MAX,
): Promise<Reported[]> {
  const rows = await sql<(Reported & { read: number })[]>`
    SELECT t.id AS "taskId", t.role, d.title, a.name AS by,
      coalesce(t.ended_at, ${saidAt(sql)})::float8 AS at, ${saidAt(sql)}::float8 AS "saidAt", t.state,
      coalesce(r.result -> 'keyDecisions', '[]'::json) AS "keyDecisions",
      left(coalesce(r.result ->> 'summary', ''), ${SUMMARY_MAX}) AS summary,
      ARRAY(SELECT f ->> 'path' FROM json_array_elements(r.result -> 'artifacts') f LIMIT ${FILES_MAX}) AS files,
      sum(coalesce(length((r.result -> 'keyDecisions')::text), 0))
        OVER (ORDER BY coalesce(t.ended_at, ${saidAt(sql)}) DESC, t.id DESC)::float8 AS read
    FROM task_details d
    JOIN tasks t ON t.room_id = ${roomId} AND t.id = d.task_id
    LEFT JOIN task_results r ON r.room_id = ${roomId} AND r.task_id = d.task_id
    LEFT JOIN agents a ON a.room_id = ${roomId} AND a.id = t.last_holder_id
    WHERE d.room_id = ${roomId} AND d.session_id = ${sessionId}
      AND (t.ended_at IS NOT NULL OR (t.state = 'in_review' AND r.result IS NOT NULL))
    ORDER BY coalesce(t.ended_at, ${saidAt(sql)}) DESC, t.id DESC LIMIT ${max}`;
  return rows.map(({ read, keyDecisions, ...one }) => ({
    ...one,
    keyDecisions: read <= DECIDED_MAX ? keyDecisions : [],
  }));
}

/**
 * What a session shares, as every door gives it.
 *
 * @param ownSession of an agent: another session's wisdom is not for it
 */
export async function sharedOf(
  sql: Sql,
  room: CachedRoom,
  sessionId: number,
  ownSession: number | null | undefined,
  task: Task | null = null,
) {
  const { view } = room;
  const [[row], reported, said] = await Promise.all([
    sql<{ title: string }[]>`
      SELECT title FROM sessions WHERE room_id = ${room.id} AND id = ${sessionId}`,
    reportedIn(sql, room.id, sessionId),
    createReads(sql).saidIn(room, sessionId, false),
  ]);
  const title = view.sessions.live.find(({ id }) => id === sessionId)?.title ?? row?.title;
  if (title === undefined) throw refuse("session_unknown", `The room has no session ${sessionId}.`, { sessionId });
  const { wisdom, ...shared } = sharedContext(view, sessionId, reported, decidedIn(said, null));
  const known = wisdom.filter(({ scope }) => ownSession === undefined || scope === "room" || ownSession === sessionId);
  return {
    sessionId,
    title,
    ...shared,
    wisdom: known.map((one) => {
      const { id, kind, text, taskId, at, files, scope } = one;
      return {
        wisdomId: id,
        kind,
        text,
        by: authorOf(one),
        taskId,
        at,
        files: [...files],
        scope,
      };
    }),
    receives: task && (await receivesOf(sql, room, task)),
    text: sharedText(sessionId, title, { ...shared, wisdom: known }),
    seq: view.seq,
  };
}

async function receivesOf(sql: Sql, room: CachedRoom, task: Task) {
  const [reported, earlier] = await Promise.all([
    task.sessionId === null ? [] : reportedIn(sql, room.id, task.sessionId, REPORTED_TOLD),
    earlierTasks(sql, room.id, task),
  ]);
  return receives({ room: room.view as Room, task, reported, earlier });
}
