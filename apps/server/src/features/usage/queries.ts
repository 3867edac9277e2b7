import type { ReplyOf } from "@squadroom/core/kernel/route";
import { SPENT_H, type Spent } from "@squadroom/core/routing/status";
import { type AgentUsage, type listUsage, USAGE_HOURS_MAX } from "@squadroom/core/usage/contract";
import type { Sql } from "postgres";
import * as z from "zod";
import { pagesOf, placeText } from "../../platform/http/page.ts";
import type { Call } from "../../platform/http/route.ts";
import type { visibleRooms } from "../inbox/index.ts";

type Reply = ReplyOf<typeof listUsage>;
type Wanted = Call<typeof listUsage>["query"];

/** By room, then by agent. */
const pages = pagesOf("listUsage", z.tuple([placeText, placeText, z.uuid()]));

const BACK_MAX_MS = USAGE_HOURS_MAX * 3_600_000;

/** Sums these rooms' reports, in order of time. */
export async function usageSince(
  sql: Sql,
  rooms: ReturnType<typeof visibleRooms>,
  { since, room, cursor, limit }: Wanted,
): Promise<Reply> {
  const [from] = await sql<{ since: number }[]>`
    SELECT greatest(${since}::bigint,
      (extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${BACK_MAX_MS}::bigint)::float8 AS since`;
  const start = from?.since ?? since;
  const after = pages.after(cursor);
  const rows = await sql<(AgentUsage & { roomName: string })[]>`
    SELECT n.name AS "roomName", n.room_id AS "roomId", s.agent_id AS "agentId", coalesce(a.name, '') AS name, s.usage
    FROM ${rooms} n
    CROSS JOIN LATERAL (
      SELECT u.agent_id, json_strip_nulls(json_build_object(
        'inputTokens', sum(u.input_tokens),
        'outputTokens', sum(u.output_tokens),
        'cacheReadTokens', sum(u.cache_read_tokens),
        'cacheWriteTokens', sum(u.cache_write_tokens),
        'costUsdMicros', coalesce(sum(u.cost_usd_micros), 0),
        'estimatedUsdMicros', sum(u.cost_usd_micros) FILTER (WHERE u.basis = 'estimated'),
        'unpricedTokens', coalesce(sum(u.input_tokens::bigint + u.output_tokens + u.cache_read_tokens
          + u.cache_write_tokens) FILTER (WHERE u.cost_usd_micros IS NULL), 0),
        'runs', sum(u.runs))) AS usage
      FROM usage_reports u
      WHERE u.room_id = n.room_id AND u.at >= ${start}::bigint
      GROUP BY 1
    ) s
    LEFT JOIN agents a ON a.room_id = n.room_id AND a.id = s.agent_id
    WHERE (${room ?? null}::uuid IS NULL OR n.room_id = ${room ?? null}::uuid)
      AND ${after === null ? sql`true` : sql`(n.name, coalesce(a.name, ''), s.agent_id) > (${after[0]}, ${after[1]}, ${after[2]}::uuid)`}
    ORDER BY n.name, coalesce(a.name, ''), s.agent_id LIMIT ${limit + 1}`;
  const page = pages.page(rows, limit, ({ roomName, name, agentId }) => [roomName, name, agentId]);
  const data = page.data.map(({ roomName: _, ...row }) => row);
  return { data, next: page.next, since: start };
}

/** What a room's agents have used lately, for the room's own answer. */
export async function spentIn(sql: Sql, rooms: ReturnType<typeof visibleRooms>, room: string): Promise<Spent> {
  const since = Date.now() - SPENT_H * 3_600_000;
  return (await usageSince(sql, rooms, { since, room, limit: 500 })).data;
}
