import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Room } from "@squadroom/core/kernel/room";
import type { ReplyOf } from "@squadroom/core/kernel/route";
import type { getReadiness } from "@squadroom/core/room/contract";
import { heldTask } from "@squadroom/core/task/order";
import { availableRoles } from "@squadroom/core/team/availability";
import { actingEntryPoint, resolveVariant } from "@squadroom/core/team/variants";
import { NO_USAGE, type Usage } from "@squadroom/core/usage/usage";
import type { Sql } from "postgres";
import * as z from "zod";
import { pagesOf, placeText } from "../../platform/http/page.ts";
import { type CallOf, type FeatureRoutes, WrittenReply } from "../../platform/http/route.ts";
import type { KeptCards } from "../../platform/live/kept-cards.ts";
import type { Projection } from "../../platform/room/projection.ts";
import { createStore } from "../../platform/room/store.ts";
import { roomOf } from "../agent/index.ts";
import type { Directory } from "./directory.ts";
import type { Snapshots } from "./snapshot.ts";
import { verifyRoom } from "./verify.ts";

const roomPages = pagesOf("listRooms", z.tuple([placeText]));
const eventPages = pagesOf("listEvents", z.tuple([z.enum(["after", "before"]), z.int().min(0)]));

/** The direction through the log, and the event at which to start. */
function startOf({ cursor, after, before }: CallOf<"listEvents">["query"]) {
  if ([cursor, after, before].filter((one) => one !== undefined).length > 1)
    throw refuse("bad_request", "Send one of `after`, `before` and `cursor`: each says where to begin.", {});
  const start = eventPages.after(cursor);
  if (start) return start;
  return before === undefined ? (["after", after ?? 0] as const) : (["before", before] as const);
}

export interface ReadingTools {
  directory: Directory;
  snapshots: Snapshots;
  cards: KeptCards;
  /** Everything that the log becomes in the tables. */
  project: Projection;
  epoch: () => number;
}

/** What rooms are, from their state and their log. */
export const roomReads =
  ({ directory, snapshots, cards, project, epoch }: ReadingTools): FeatureRoutes =>
  ({ route, rooms, store, folds, folding, sql }) => {
    route("listRooms", async (call) => {
      if (!call.principal) throw refuse("unauthorized", "Sign in first.", {});
      const { cursor, limit } = call.query;
      const [after] = roomPages.after(cursor) ?? [null];
      const visible = await directory.visibleTo(call.principal, { after, limit: limit + 1 });
      const { data, next } = roomPages.page(visible, limit, ({ name }) => [name]);
      const found = await cards.of(data.map(({ id }) => id));
      const total = await directory.countVisibleTo(call.principal);
      return { data: found.flatMap(({ card }) => card ?? []), next, total };
    });

    route("getRoom", async (call) => {
      if (!call.principal) throw refuse("unauthorized", "Sign in first.", {});
      const { minSeq, events } = call.query;
      const { json } = await snapshots.take(call.principal, roomOf(call), {
        ...(minSeq === undefined ? {} : { minSeq }),
        events,
      });
      return new WrittenReply(json);
    });

    route("listEvents", async (call) => {
      const roomId = roomOf(call);
      const { limit } = call.query;
      const [way, from] = startOf(call.query);
      const data =
        way === "after" ? await store.eventsAfter(roomId, from, limit) : await store.eventsBefore(roomId, from, limit);
      const head = (await store.head(roomId))?.seq ?? 0;
      const edge = (way === "after" ? data.at(-1) : data[0])?.seq;
      const isMore = edge !== undefined && (way === "after" ? edge < head : edge > 1);
      return { data, next: isMore ? eventPages.cursorOf([way, edge]) : null, head, epoch: epoch() };
    });

    route("getReadiness", async (call) => {
      const room = await rooms.read(roomOf(call));
      const team = room?.view.team;
      if (!room || !team) throw refuse("room_unknown", "There is no such room.", {});
      const expected = team.roles.map((role) => role.name);
      const filled = availableRoles(room.view);
      return {
        ready: filled.includes(actingEntryPoint(team, filled)),
        expected,
        filled,
        missing: expected.filter((role) => !filled.includes(role)),
        variant: resolveVariant(team, filled).name,
        ...(await teamNow(sql, room.view as Room)),
      };
    });

    route("verifyRoom", async (call) => {
      const roomId = roomOf(call);
      return folds.run("verification", roomId, () => verifyRoom(folding, createStore, project, roomId));
    });
  };

type TeamNow = Pick<ReplyOf<typeof getReadiness>, "agents" | "work">;

/** Who is in the room, what each does and used, and how much work there is. */
async function teamNow(sql: Sql, room: Room): Promise<TeamNow> {
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
