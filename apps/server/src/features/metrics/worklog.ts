import type { RoomId } from "@squadroom/core/kernel/ids";
import type { WorkRow, WorkWhy } from "@squadroom/core/metrics/contract";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import type { DiffCount } from "@squadroom/core/task/diff-lines";
import type { Artifact } from "@squadroom/core/task/result";
import type { Task } from "@squadroom/core/task/task";
import { NO_USAGE, type Usage } from "@squadroom/core/usage/usage";
import type { ISql, Sql } from "postgres";
import type { CallOf } from "../../platform/http/route.ts";

type Filter = Omit<CallOf<"exportWorklog">["query"], "format"> &
  Partial<Pick<CallOf<"listWorklog">["query"], "cursor">>;
/** When a task was created, and its id. */
type WorkPlace = readonly [number, string];

/** Most files of one row. */
const FILES_MAX = 20;
/** Most characters of a result. */
const SUMMARY_MAX = 400;

/** A person said whose it is. */
interface Corrected {
  by: "corrected";
  tier?: undefined;
  candidates?: undefined;
  confidence?: undefined;
}

interface Found {
  taskId: string;
  title: string;
  role: string;
  agentId: string | null;
  agent: string;
  createdBy: Task["createdBy"];
  origin: Task["origin"]["kind"];
  fromTaskId: string | null;
  sessionId: number | null;
  branchOf: number | null;
  route: RouteDecision | Corrected | null;
  state: string;
  lastEnd: string | null;
  attempts: number;
  summary: string | null;
  changes: DiffCount | null;
  artifacts: Artifact[] | null;
  usage: Usage | null;
  createdAt: number;
  claimedAt: number | null;
  endedAt: number | null;
}

/** Tasks of a room as listed in its work log, the newest first. */
export async function workRows(
  sql: Sql,
  roomId: RoomId,
  filter: Filter,
  limit: number,
  after: WorkPlace | null = null,
): Promise<WorkRow[]> {
  const rows = await sql<Found[]>`
    SELECT t.id AS "taskId", d.title, t.role, t.last_holder_id AS "agentId", coalesce(g.name, '') AS agent,
      d.created_by AS "createdBy", d.origin ->> 'kind' AS origin, d.from_task_id AS "fromTaskId",
      d.session_id AS "sessionId", d.branch_of AS "branchOf", coalesce(m.route, s.route) AS route, t.state, t.last_end AS "lastEnd", coalesce(c.missed, 0) AS attempts,
      left(r.result ->> 'summary', ${SUMMARY_MAX}) AS summary, r.result -> 'changes' AS changes,
      r.result -> 'artifacts' AS artifacts, u.usage, t.created_at::float8 AS "createdAt",
      coalesce(c.at, t.claimed_at)::float8 AS "claimedAt", t.ended_at::float8 AS "endedAt"
    FROM tasks t
    JOIN task_details d ON d.room_id = t.room_id AND d.task_id = t.id
    LEFT JOIN agents g ON g.room_id = t.room_id AND g.id = t.last_holder_id
    LEFT JOIN task_results r ON r.room_id = t.room_id AND r.task_id = t.id
    LEFT JOIN task_usage u ON u.room_id = t.room_id AND u.task_id = t.id
    LEFT JOIN messages m ON m.room_id = t.room_id AND d.origin ->> 'kind' = 'user_message'
      AND m.id = (d.origin ->> 'messageId')::uuid
    LEFT JOIN LATERAL (SELECT e.data -> 'route' AS route FROM events e
      WHERE m.route IS NULL AND e.room_id = m.room_id AND e.seq = m.seq LIMIT 1) s ON true
    LEFT JOIN LATERAL (
      SELECT min(c.at) FILTER (WHERE c.kind = 'claimed') AS at,
        (count(*) FILTER (WHERE c.kind = 'missed'))::int AS missed
      FROM moments c
      WHERE c.room_id = t.room_id AND c.subject = t.id AND c.kind IN ('claimed', 'missed')) c ON true
    WHERE t.room_id = ${roomId} AND ${wanted(sql, filter)}
      AND ${after === null ? sql`true` : sql`(t.created_at, t.id) < (${after[0]}::bigint, ${after[1]})`}
    ORDER BY t.created_at DESC, t.id DESC LIMIT ${limit}`;
  const since = rows.at(-1)?.createdAt;
  const by = since === undefined ? [] : await reportedBy(sql, roomId, rows, since);
  const reported = new Map(by.map((one) => [one.taskId, one]));
  return rows.map((row) => rowOf(row, reported.get(row.taskId)));
}

function wanted(sql: ISql, { role, agentId, outcome, sessionId, since, until }: Filter) {
  const isOutcome = {
    open: sql`t.ended_at IS NULL AND t.state <> 'failed'`,
    failed: sql`t.ended_at IS NULL AND t.state = 'failed'`,
    completed: sql`t.ended_at IS NOT NULL AND t.state = 'completed'`,
    cancelled: sql`t.ended_at IS NOT NULL AND t.state = 'cancelled'`,
  };
  return sql`${outcome ? isOutcome[outcome] : sql`true`}
    AND ${role === undefined ? sql`true` : sql`t.role = ${role}`}
    AND ${agentId === undefined ? sql`true` : sql`t.last_holder_id = ${agentId}::uuid`}
    AND ${sessionId === undefined ? sql`true` : sql`d.session_id = ${sessionId}`}
    AND ${since === undefined ? sql`true` : sql`t.created_at >= ${since}::bigint`}
    AND ${until === undefined ? sql`true` : sql`t.created_at < ${until}::bigint`}`;
}

/** What these tasks were worked on with: no report about a task is older than the task. */
function reportedBy(sql: Sql, roomId: RoomId, rows: readonly Found[], since: number) {
  return sql<{ taskId: string; models: string[] | null; runs: string[] | null }[]>`
    SELECT task_id AS "taskId", array_agg(DISTINCT model) FILTER (WHERE model IS NOT NULL) AS models,
      array_agg(DISTINCT run_id) FILTER (WHERE run_id IS NOT NULL) AS runs
    FROM usage_reports
    WHERE room_id = ${roomId} AND at >= ${since}::bigint AND task_id = ANY(${rows.map(({ taskId }) => taskId)})
    GROUP BY 1`;
}

function rowOf(found: Found, by: { models: string[] | null; runs: string[] | null } | undefined): WorkRow {
  const { taskId, title, role, agentId, agent, route, state, lastEnd, attempts } = found;
  const { changes, artifacts, usage, createdAt, claimedAt, endedAt } = found;
  const files = changes?.files ?? artifacts?.map(({ path }) => path) ?? [];
  return {
    taskId,
    title,
    role,
    agentId,
    agent,
    attempts,
    createdAt,
    claimedAt,
    endedAt,
    lastEnd: state === "completed" ? null : lastEnd,
    why: whyOf(found),
    tier: route?.tier ?? null,
    models: by?.models ?? [],
    runs: by?.runs ?? [],
    outcome: state === "completed" || state === "cancelled" || state === "failed" ? state : "open",
    summary: found.summary ?? "",
    files: files.slice(0, FILES_MAX),
    fileCount: changes?.fileCount ?? files.length,
    usage: usage ?? NO_USAGE,
  };
}

function whyOf({ createdBy, origin, fromTaskId, sessionId, branchOf, route }: Found): WorkWhy {
  const isJudged = route?.by === "mention" || route?.by === "rule";
  const best = route?.candidates?.[0];
  const kind = (): WorkWhy["kind"] => {
    if (branchOf !== null) return "fanout";
    switch (origin) {
      case "user_message":
        return route === null || route.by === "status" ? "entry_point" : route.by;
      case "task":
        return sessionId === null ? "task" : "session";
      default:
        return origin;
    }
  };
  const found = route?.by === "mention" ? route.candidates.flatMap((one) => one.found) : (best?.found ?? []);
  return {
    kind: kind(),
    by: createdBy.name,
    byRole: createdBy.role ?? null,
    from: fromTaskId,
    found: isJudged ? [...found] : [],
    confidence: route?.confidence ?? null,
    sessionId,
  };
}
