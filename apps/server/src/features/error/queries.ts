import type { ErrorRow } from "@squadroom/core/error/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";

export interface ErrorFilter {
  task?: string | undefined;
  session?: number | undefined;
  agent?: string | undefined;
  run?: number | undefined;
  severity?: string | undefined;
  /** Errors older than this one. */
  before: number | null;
  limit: number;
}

/** The newest first; one more than asked for, if there are more. */
export function errorsIn(
  sql: Sql,
  roomId: RoomId,
  { task, session, agent, run, severity, before, limit }: ErrorFilter,
): Promise<ErrorRow[]> {
  return sql<ErrorRow[]>`
    SELECT id, severity, type, message, file, line, "column", attempted_fixes AS "attemptedFixes",
      requires_intervention AS "requiresIntervention", suggested_agent AS "suggestedAgent", task_id AS "taskId",
      session_id AS "sessionId", run_id AS "runId", "by", at::float8 AS at, count, stopped
    FROM errors
    WHERE room_id = ${roomId}
      ${task === undefined ? sql`` : sql`AND task_id = ${task}`}
      ${session === undefined ? sql`` : sql`AND session_id = ${session}`}
      ${agent === undefined ? sql`` : sql`AND agent_id = ${agent}`}
      ${run === undefined ? sql`` : sql`AND run_id = ${run}`}
      ${severity === undefined ? sql`` : sql`AND severity = ${severity}`}
      ${before === null ? sql`` : sql`AND id < ${before}`}
    ORDER BY id DESC LIMIT ${limit + 1}`;
}
