import type { METRIC_KINDS } from "@squadroom/core/metrics/contract";
import type { Crossing, Span } from "@squadroom/core/metrics/spans";
import type { Sql } from "postgres";
import type { EventPlace, FoundEvent, Rooms, Wanted } from "./usage-queries.ts";

interface DayOfWork {
  day: number;
  completed: number;
  lowMs: number | null;
  medianMs: number | null;
  highMs: number | null;
}

/** Completed tasks, and how long they took from their first claim, by day. */
export async function completedByDay(sql: Sql, rooms: Rooms, starts: readonly number[]): Promise<DayOfWork[]> {
  return sql`
    SELECT day, completed, spread[1] AS "lowMs", spread[2] AS "medianMs", spread[3] AS "highMs" FROM (
      SELECT width_bucket(e.at, ${starts as number[]}::bigint[]) - 1 AS day, count(*)::int AS completed,
        percentile_cont(ARRAY[0.1, 0.5, 0.9]) WITHIN GROUP (ORDER BY (e.at - c.at)::float8) AS spread
      FROM moments e
      LEFT JOIN LATERAL (SELECT min(c.at) AS at FROM moments c
        WHERE c.room_id = e.room_id AND c.subject = e.subject AND c.kind = 'claimed') c ON true
      WHERE e.room_id IN (SELECT room_id FROM ${rooms} r) AND e.kind = 'completed'
        AND e.at >= ${starts[0] ?? 0}::bigint AND e.at < ${starts.at(-1) ?? 0}::bigint
      GROUP BY 1
    ) t`;
}

/**
 * Questions to people that were open at any time since then; `isAnswered`: a person settled it. A question that ends
 * when another is asked was pushed out by it.
 */
export async function waitsSince(sql: Sql, rooms: Rooms, since: number): Promise<(Span & { isAnswered: boolean })[]> {
  return sql`
    SELECT d.opened_at::float8 AS from, d.ended_at::float8 AS to, d.answered_by IS NOT NULL AS "isAnswered"
    FROM decisions d WHERE d.room_id IN (SELECT room_id FROM ${rooms} r)
      AND (d.ended_at >= ${since}::bigint OR d.state = 'pending')
    UNION ALL
    SELECT q.asked_at::float8, q.closed_at::float8, q.closed_at IS NOT NULL
      AND NOT EXISTS (SELECT FROM questions n WHERE n.room_id = q.room_id AND n.asked_at = q.closed_at)
    FROM questions q WHERE q.room_id IN (SELECT room_id FROM ${rooms} r)
      AND (q.closed_at >= ${since}::bigint OR q.closed_at IS NULL)`;
}

/** Tasks that passed their reviews, by how often they had been sent back; three stands for more, too. */
export async function passedBySentBack(
  sql: Sql,
  rooms: Rooms,
  since: number,
  until: number,
): Promise<{ times: number; tasks: number }[]> {
  return sql`
    SELECT least(b.times, 3)::int AS times, count(*)::int AS tasks
    FROM moments p
    CROSS JOIN LATERAL (SELECT count(*) AS times FROM moments b
      WHERE b.room_id = p.room_id AND b.subject = p.subject AND b.kind = 'sent_back') b
    WHERE p.room_id IN (SELECT room_id FROM ${rooms} r) AND p.kind = 'passed'
      AND p.at >= ${since}::bigint AND p.at < ${until}::bigint
    GROUP BY 1`;
}

export interface Member {
  roomId: string;
  agentId: string;
  name: string;
  role: string;
  online: boolean;
  offlineSince: number | null;
  crossings: Crossing[];
}

/** Every agent of these rooms, and when it came and went in that time. */
export async function membersIn(sql: Sql, rooms: Rooms, since: number, until: number): Promise<Member[]> {
  return sql`
    SELECT g.room_id AS "roomId", g.id AS "agentId", g.name, g.role, g.online, g.offline_since::float8 AS "offlineSince",
      coalesce(c.crossings, '[]'::json) AS crossings
    FROM agents g
    LEFT JOIN (
      SELECT m.room_id, m.subject, json_agg(json_build_object('at', m.at, 'kind', m.kind) ORDER BY m.at, m.seq) AS crossings
      FROM moments m
      WHERE m.room_id IN (SELECT room_id FROM ${rooms} r) AND m.kind IN ('joined', 'online', 'offline')
        AND m.at >= ${since}::bigint AND m.at < ${until}::bigint
      GROUP BY 1, 2
    ) c ON c.room_id = g.room_id AND c.subject = g.id::text
    WHERE g.room_id IN (SELECT room_id FROM ${rooms} r)
    ORDER BY g.name, g.id`;
}

const KINDS: Record<Exclude<(typeof METRIC_KINDS)[number], "usage">, string[]> = {
  completed: ["completed"],
  sent_back: ["sent_back"],
  waiting: ["asked", "settled"],
  presence: ["joined", "online", "offline"],
};

/** Events of the work, the newest first. */
export async function momentsBehind(
  sql: Sql,
  rooms: Rooms,
  { since, until, kind, by, key, limit }: Wanted & { kind: keyof typeof KINDS },
  after: EventPlace | null,
): Promise<FoundEvent[]> {
  const isAsked = kind === "waiting";
  const subject = by === "agent" && key !== undefined ? sql`m.subject = ${key}` : sql`true`;
  return sql`
    SELECT m.room_id AS "roomId", n.name AS room, m.at::float8 AS at, m.seq::float8 AS seq, coalesce(g.name, '') AS agent,
      ${
        isAsked
          ? sql`coalesce(d.question, '')`
          : sql`CASE WHEN g.id IS NOT NULL THEN m.kind ELSE m.subject || coalesce(' ' || t.title, '') END`
      } AS what, NULL AS usage
    FROM moments m
    JOIN ${rooms} n ON n.room_id = m.room_id
    LEFT JOIN agents g ON g.room_id = m.room_id AND g.id::text = m.subject
    ${isAsked ? sql`LEFT JOIN decisions d ON d.room_id = m.room_id AND d.id::text = m.subject` : sql``}
    LEFT JOIN task_details t ON t.room_id = m.room_id AND t.task_id = m.subject
    WHERE m.kind = ANY(${KINDS[kind]}) AND m.at >= ${since}::bigint AND m.at < ${until}::bigint AND ${subject}
      AND ${after === null ? sql`true` : sql`(m.at, m.seq, m.room_id) < (${after.at}::bigint, ${after.seq}::bigint, ${after.roomId}::uuid)`}
    ORDER BY m.at DESC, m.seq DESC, m.room_id DESC LIMIT ${limit + 1}`;
}
