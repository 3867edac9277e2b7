import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Room } from "@squadroom/core/kernel/room";
import type { ReplyOf } from "@squadroom/core/kernel/route";
import type { getReadiness } from "@squadroom/core/room/contract";
import { heldTask } from "@squadroom/core/task/order";
import { NO_USAGE, type Usage } from "@squadroom/core/usage/usage";
import type { Sql } from "postgres";

type TeamNow = Pick<ReplyOf<typeof getReadiness>, "agents" | "work">;

/** Who is in the room, what each does and used, and how much work there is. */
export async function teamNow(sql: Sql, room: Room): Promise<TeamNow> {
  const used = await usedByAgents(sql, room.roomId);
  const { tasks } = room;
  const counted = (isOne: (task: (typeof tasks)[number]) => boolean) => tasks.filter(isOne).length;
  return {
    agents: Object.values(room.agents).map(({ id, name, role, online }) => ({
      agentId: id,
      name,
      role,
      online,
      taskId: heldTask(room, id)?.id ?? null,
      usage: used.get(id) ?? NO_USAGE,
    })),
    work: {
      open: tasks.length,
      inHand: counted(({ lease }) => lease !== null),
      waiting: counted(({ waitsFor, lease }) => lease === null && waitsFor.length > 0),
      failed: counted(({ state }) => state === "failed"),
    },
  };
}

async function usedByAgents(sql: Sql, roomId: RoomId): Promise<Map<string, Usage>> {
  const rows = await sql<(Usage & { agentId: string })[]>`
    SELECT u.agent_id AS "agentId", sum(u.input_tokens)::float8 AS "inputTokens",
      sum(u.output_tokens)::float8 AS "outputTokens", sum(u.cache_read_tokens)::float8 AS "cacheReadTokens",
      sum(u.cache_write_tokens)::float8 AS "cacheWriteTokens",
      coalesce(sum(u.cost_usd_micros), 0)::float8 AS "costUsdMicros",
      coalesce(sum(u.cost_usd_micros) FILTER (WHERE u.basis = 'estimated'), 0)::float8 AS "estimatedUsdMicros",
      coalesce(sum(u.input_tokens::bigint + u.output_tokens + u.cache_read_tokens + u.cache_write_tokens)
        FILTER (WHERE u.cost_usd_micros IS NULL), 0)::float8 AS "unpricedTokens", sum(u.runs)::float8 AS runs
    FROM usage_reports u WHERE u.room_id = ${roomId} GROUP BY 1`;
  return new Map(rows.map(({ agentId, ...usage }) => [agentId, usage]));
}
