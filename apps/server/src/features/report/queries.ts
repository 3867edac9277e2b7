import type { RoomId } from "@squadroom/core/kernel/ids";
import type { AgentUsage, ReportFacts, Wait } from "@squadroom/core/report/facts";
import type { Usage } from "@squadroom/core/usage/usage";
import type { Sql } from "postgres";
import { saidAt } from "../agent/index.ts";

/** A session between its creation and its end, both included: nothing else belongs to its report. */
export interface Ended {
  roomId: RoomId;
  sessionId: number;
  createdAt: number;
  endedAt: number;
}

/** What each agent consumed for it, as reported by its end. */
export async function usageByAgent(sql: Sql, { roomId, sessionId, createdAt, endedAt }: Ended): Promise<AgentUsage[]> {
  const rows = await sql<(Omit<AgentUsage, "usage"> & Usage)[]>`
    SELECT u.agent_id AS "agentId", coalesce(g.name, '') AS name, coalesce(g.role, '') AS role,
      sum(u.input_tokens)::float8 AS "inputTokens", sum(u.output_tokens)::float8 AS "outputTokens",
      sum(u.cache_read_tokens)::float8 AS "cacheReadTokens", sum(u.cache_write_tokens)::float8 AS "cacheWriteTokens",
      coalesce(sum(u.cost_usd_micros::float8), 0) AS "costUsdMicros",
      coalesce(sum(u.cost_usd_micros::float8) FILTER (WHERE u.basis = 'estimated'), 0) AS "estimatedUsdMicros",
      coalesce(sum(u.input_tokens::bigint + u.output_tokens + u.cache_read_tokens + u.cache_write_tokens)
        FILTER (WHERE u.cost_usd_micros IS NULL), 0)::float8 AS "unpricedTokens",
      sum(u.runs)::float8 AS runs
    FROM usage_reports u LEFT JOIN agents g ON g.room_id = u.room_id AND g.id = u.agent_id
    WHERE u.room_id = ${roomId} AND u.session_id = ${sessionId}
      AND u.at >= ${createdAt}::bigint AND u.at <= ${endedAt}::bigint
    GROUP BY 1, 2, 3 ORDER BY min(u.seq)`;
  return rows.map(({ agentId, name, role, ...usage }) => ({ agentId, name, role, usage }));
}

/** What people were asked because of it, or of one of its tasks. */
export async function waitsIn(
  sql: Sql,
  { roomId, sessionId, createdAt, endedAt }: Ended,
  taskIds: readonly string[],
): Promise<Wait[]> {
  return sql<Wait[]>`
    SELECT CASE d.subject_kind WHEN 'session' THEN d.subject::json ->> 'step' ELSE d.subject END AS about,
      d.question, d.opened_at::float8 AS from, least(d.ended_at, ${endedAt}::bigint)::float8 AS to,
      d.state <> 'answered' AND d.end_reason IS DISTINCT FROM 'revised'
        AND coalesce(d.ended_at, ${endedAt}::bigint) >= ${endedAt}::bigint AS "isOpen"
    FROM decisions d
    WHERE d.room_id = ${roomId} AND d.opened_at >= ${createdAt}::bigint AND d.opened_at <= ${endedAt}::bigint
      AND CASE d.subject_kind
        WHEN 'session' THEN (d.subject::json ->> 'sessionId')::int = ${sessionId}
        WHEN 'task' THEN d.subject = ANY(${[...taskIds]})
        ELSE false END
    ORDER BY d.opened_at, d.id`;
}

/** What its tasks were submitted with: the last word on each path. */
export async function artifactsOf(
  sql: Sql,
  { roomId }: Ended,
  taskIds: readonly string[],
): Promise<ReportFacts["artifacts"]> {
  const rows = await sql<ReportFacts["artifacts"][number][]>`
    SELECT r.task_id AS "taskId", coalesce(g.name, '') AS agent, a ->> 'path' AS path, a ->> 'status' AS status,
      (a ->> 'lines')::float8 AS lines, a ->> 'producer' AS producer
    FROM task_results r
    JOIN tasks t ON t.room_id = r.room_id AND t.id = r.task_id
    LEFT JOIN agents g ON g.room_id = t.room_id AND g.id = t.last_holder_id
    CROSS JOIN LATERAL json_array_elements(r.result -> 'artifacts') WITH ORDINALITY AS x(a, n)
    WHERE r.room_id = ${roomId} AND r.task_id = ANY(${[...taskIds]}) AND t.state = 'completed'
    ORDER BY t.ended_at, r.task_id, x.n`;
  return [...new Map(rows.map((row) => [row.path, row])).values()];
}

/** What its agents decided: written down for the team, or given with a result; what is both is listed once. */
export async function notedIn(
  sql: Sql,
  { roomId, sessionId, endedAt }: Ended,
  taskIds: readonly string[],
): Promise<ReportFacts["noted"]> {
  const rows = await sql<ReportFacts["noted"][number][]>`
    (SELECT 'team' AS about, text, "by" ->> 'name' AS "by", at::float8 AS at FROM wisdom
      WHERE room_id = ${roomId} AND session_id = ${sessionId} AND kind = 'decision' AND at <= ${endedAt}::bigint
      ORDER BY id)
    UNION ALL
    (SELECT r.task_id, x.text, coalesce(g.name, ''), ${saidAt(sql)}::float8
      FROM task_results r
      JOIN tasks t ON t.room_id = r.room_id AND t.id = r.task_id
      LEFT JOIN agents g ON g.room_id = t.room_id AND g.id = t.last_holder_id
      CROSS JOIN LATERAL json_array_elements_text(r.result -> 'keyDecisions') WITH ORDINALITY AS x(text, n)
      WHERE r.room_id = ${roomId} AND r.task_id = ANY(${[...taskIds]}) AND t.state = 'completed'
        AND t.ended_at <= ${endedAt}::bigint
      ORDER BY ${saidAt(sql)}, r.task_id, x.n)`;
  const seen = new Set<string>();
  return rows.filter(({ text }) => !seen.has(text) && seen.add(text));
}
