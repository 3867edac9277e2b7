import type { ExportLine } from "@squadroom/core/metrics/csv";
import type { UsageRow } from "@squadroom/core/metrics/usage-groups";
import type { Usage } from "@squadroom/core/usage/usage";
import type { ISql, Sql } from "postgres";
import type { CallOf } from "../../platform/http/route.ts";
import type { visibleRooms } from "../inbox/index.ts";

export type Rooms = ReturnType<typeof visibleRooms>;

/**
 * A piece of SQL: the person for whom each task reported on in this time was done. It goes from those tasks back along
 * the ones that they come from, so its cost depends on that time and not on the rooms' whole past.
 */
function askedIn(sql: ISql, rooms: Rooms, since: number, until: number) {
  return sql`came AS (
    SELECT t.* FROM (
      SELECT DISTINCT u.room_id, u.task_id FROM usage_reports u
      WHERE u.room_id IN (SELECT room_id FROM ${rooms} r) AND u.at >= ${since}::bigint AND u.at < ${until}::bigint) u
    CROSS JOIN LATERAL (
      SELECT t.room_id, t.task_id, t.parent_id, t.person_id, t.person FROM task_askers t
      WHERE t.room_id = u.room_id AND t.task_id = u.task_id LIMIT 1) t
    UNION ALL
    SELECT c.room_id, c.task_id, p.parent_id, p.person_id, p.person FROM came c
    CROSS JOIN LATERAL (
      SELECT p.parent_id, p.person_id, p.person FROM task_askers p
      WHERE p.room_id = c.room_id AND p.task_id = c.parent_id LIMIT 1) p
    WHERE c.person_id IS NULL
  ), asked AS (SELECT room_id, task_id, person_id, person FROM came WHERE person_id IS NOT NULL)`;
}

/** Sums of whole numbers below 2^53, so that a double holds them exactly. */
function sums(sql: ISql) {
  return sql`sum(u.input_tokens)::float8 AS "inputTokens", sum(u.output_tokens)::float8 AS "outputTokens",
    sum(u.cache_read_tokens)::float8 AS "cacheReadTokens", sum(u.cache_write_tokens)::float8 AS "cacheWriteTokens",
    coalesce(sum(u.cost_usd_micros::float8), 0) AS "costUsdMicros",
    coalesce(sum(u.cost_usd_micros::float8) FILTER (WHERE u.basis = 'estimated'), 0) AS "estimatedUsdMicros",
    coalesce(sum(u.input_tokens::bigint + u.output_tokens + u.cache_read_tokens + u.cache_write_tokens)
      FILTER (WHERE u.cost_usd_micros IS NULL), 0)::float8 AS "unpricedTokens",
    sum(u.runs)::float8 AS runs`;
}

/** @param starts when the days begin, with the end of the last one */
export async function usageRows(
  sql: Sql,
  rooms: Rooms,
  starts: readonly number[],
): Promise<(UsageRow & { person: string | null })[]> {
  return sql`
    WITH RECURSIVE ${askedIn(sql, rooms, starts[0] ?? 0, starts.at(-1) ?? 0)}
    SELECT width_bucket(u.at, ${starts as number[]}::bigint[]) - 1 AS day, u.room_id AS "roomId", u.agent_id AS "agentId",
      u.role, u.session_id AS "sessionId", u.model, a.person_id AS "personId", max(a.person COLLATE "C") AS person, ${sums(sql)}
    FROM usage_reports u
    LEFT JOIN asked a ON a.room_id = u.room_id AND a.task_id = u.task_id
    WHERE u.room_id IN (SELECT room_id FROM ${rooms} r)
      AND u.at >= ${starts[0] ?? 0}::bigint AND u.at < ${starts.at(-1) ?? 0}::bigint
    GROUP BY 1, 2, 3, 4, 5, 6, 7`;
}

/** Runs that used the most, and their number. */
export async function usageByRun(
  sql: Sql,
  rooms: Rooms,
  { since, until, max }: { since: number; until: number; max: number },
): Promise<(UsageRow & { runId: string | null; all: number })[]> {
  return sql`
    SELECT 0 AS day, u.room_id AS "roomId", u.run_id AS "runId", count(*) OVER ()::int AS "all", ${sums(sql)}
    FROM usage_reports u
    WHERE u.room_id IN (SELECT room_id FROM ${rooms} r) AND u.at >= ${since}::bigint AND u.at < ${until}::bigint
    GROUP BY 2, 3 ORDER BY sum(u.cost_usd_micros) DESC NULLS LAST, sum(u.input_tokens) DESC LIMIT ${max}`;
}

/** Lines of an export; one more than allowed, if there are more. */
export async function exportLines(
  sql: Sql,
  rooms: Rooms,
  starts: readonly number[],
  max: number,
): Promise<(Omit<ExportLine, "day"> & { day: number })[]> {
  return sql`
    WITH RECURSIVE ${askedIn(sql, rooms, starts[0] ?? 0, starts.at(-1) ?? 0)}
    SELECT width_bucket(u.at, ${starts as number[]}::bigint[]) - 1 AS day, n.name AS room, coalesce(g.name, '') AS agent, u.role,
      u.session_id AS session, u.model, max(a.person COLLATE "C") AS person, u.run_id AS run, u.basis,
      sum(u.input_tokens)::float8 AS "inputTokens", sum(u.output_tokens)::float8 AS "outputTokens",
      sum(u.cache_read_tokens)::float8 AS "cacheReadTokens", sum(u.cache_write_tokens)::float8 AS "cacheWriteTokens",
      sum(u.cache_write1h_tokens)::float8 AS "cacheWrite1hTokens",
      sum(u.cost_usd_micros::float8) AS "costUsdMicros", sum(u.runs)::float8 AS runs
    FROM usage_reports u
    JOIN ${rooms} n ON n.room_id = u.room_id
    LEFT JOIN asked a ON a.room_id = u.room_id AND a.task_id = u.task_id
    LEFT JOIN agents g ON g.room_id = u.room_id AND g.id = u.agent_id
    WHERE u.at >= ${starts[0] ?? 0}::bigint AND u.at < ${starts.at(-1) ?? 0}::bigint
    GROUP BY 1, 2, u.agent_id, 3, 4, 5, 6, a.person_id, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 8, 9 LIMIT ${max + 1}`;
}

export type Wanted = CallOf<"listMetricEvents">["query"];

export type EventPlace = Pick<FoundEvent, "at" | "seq" | "roomId">;

export interface FoundEvent {
  roomId: string;
  room: string;
  at: number;
  seq: number;
  what: string;
  agent: string;
  usage: Usage | null;
}

/** Reports of one group, or of all, the newest first. */
export async function reportsBehind(
  sql: Sql,
  rooms: Rooms,
  { since, until, by, key, limit }: Wanted,
  after: EventPlace | null,
): Promise<FoundEvent[]> {
  const value = key ?? null;
  const columns = {
    model: sql`u.model`,
    role: sql`u.role`,
    room: sql`u.room_id::text`,
    agent: sql`u.agent_id::text`,
    person: sql`a.person_id::text`,
    session: sql`u.room_id || '/' || u.session_id`,
    run: sql`u.room_id || '/' || u.run_id`,
  };
  const isWanted = by ? sql`${columns[by]} IS NOT DISTINCT FROM ${value}::text` : sql`true`;
  const isOfPerson = by === "person";
  return sql`
    ${isOfPerson ? sql`WITH RECURSIVE ${askedIn(sql, rooms, since, until)}` : sql``}
    SELECT u.room_id AS "roomId", n.name AS room, u.at::float8 AS at, u.seq::float8 AS seq, coalesce(u.model, '') AS what,
      coalesce(g.name, '') AS agent, json_build_object('inputTokens', u.input_tokens, 'outputTokens', u.output_tokens,
        'cacheReadTokens', u.cache_read_tokens, 'cacheWriteTokens', u.cache_write_tokens,
        'costUsdMicros', coalesce(u.cost_usd_micros, 0),
        'estimatedUsdMicros', CASE WHEN u.basis = 'estimated' THEN u.cost_usd_micros ELSE 0 END,
        'unpricedTokens', CASE WHEN u.cost_usd_micros IS NULL
          THEN u.input_tokens::bigint + u.output_tokens + u.cache_read_tokens + u.cache_write_tokens ELSE 0 END,
        'runs', u.runs) AS usage
    FROM usage_reports u
    JOIN ${rooms} n ON n.room_id = u.room_id
    ${isOfPerson ? sql`LEFT JOIN asked a ON a.room_id = u.room_id AND a.task_id = u.task_id` : sql``}
    LEFT JOIN agents g ON g.room_id = u.room_id AND g.id = u.agent_id
    WHERE u.at >= ${since}::bigint AND u.at < ${until}::bigint AND ${isWanted}
      AND ${after === null ? sql`true` : sql`(u.at, u.seq, u.room_id) < (${after.at}::bigint, ${after.seq}::bigint, ${after.roomId}::uuid)`}
    ORDER BY u.at DESC, u.seq DESC, u.room_id DESC LIMIT ${limit + 1}`;
}
