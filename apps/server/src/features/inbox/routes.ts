import { getInbox, type Inbox, markVisited } from "@squadroom/core/inbox/contract";
import { compareInbox } from "@squadroom/core/inbox/order";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";
import type { PersonPrincipal } from "../../platform/auth/principal.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personOf } from "../agent/index.ts";
import { happenedSince, lastVisit, noteVisit } from "./away.ts";
import {
  decidedLately,
  type HeldRow,
  heldTasks,
  openQuestions,
  pendingDecisions,
  stuckItem,
  workingRow,
} from "./queries.ts";
import { answerableRooms, visibleRooms } from "./rooms.ts";

/** Answered decisions that are shown at most. */
const DECIDED_MAX = 50;

/**
 * The inbox: a fixed number of queries over the projections, however many rooms there are; no room is
 * loaded for it.
 */
export const inboxRoutes: FeatureRoutes = ({
  route,
  sql,
  clock,
  leaseS,
  observations,
  waiters,
}) => {
  route(getInbox, async (call) => {
    const person = personOf(call);
    // Lists and counts of one moment.
    return (await sql.begin("isolation level repeatable read read only", (tx) =>
      read(tx as unknown as Sql, person, call.query.limit),
    )) as Inbox;
  });

  route(markVisited, async (call) => {
    return { visitedAt: await noteVisit(sql, personOf(call).id, clock.now()) };
  });

  async function read(tx: Sql, person: PersonPrincipal, limit: number): Promise<Inbox> {
    const now = clock.now();
    const [visible, answerable] = [visibleRooms(tx, person), answerableRooms(tx, person)];
    const decisions = await pendingDecisions(tx, answerable, limit);
    const questions = await openQuestions(tx, answerable, limit);
    const silent = await heldTasks(tx, answerable, { silent: true, now, leaseS, limit });
    const held = await heldTasks(tx, visible, { silent: false, now, leaseS, limit });
    const decided = await decidedLately(tx, visible, { now, limit: Math.min(limit, DECIDED_MAX) });
    const visitedAt = await lastVisit(tx, person.id);
    const away = visitedAt === null ? null : await happenedSince(tx, visible, visitedAt, person.id);
    // The tables have signs of life coalesced; this process may have seen a newer one.
    const stuck = silent.rows.filter((row) => !isAlive(row, now));
    const awake = silent.rows.length - stuck.length;
    const working = [...held.rows, ...silent.rows.filter((row) => isAlive(row, now))];
    return {
      now,
      counts: {
        needsYou: decisions.total + questions.total + silent.total - awake,
        working: held.total + awake,
        heldUp: decisions.heldUp,
      },
      needsYou: [
        ...decisions.rows,
        ...questions.rows,
        ...stuck.map((row) => stuckItem(row, leaseS)),
      ]
        .sort(compareInbox)
        .slice(0, limit),
      working: working
        .sort((a, b) => b.claimed_at - a.claimed_at)
        .slice(0, limit)
        .map(workingRow),
      decided,
      away,
    };
  }

  function isAlive(row: HeldRow, now: number): boolean {
    const roomId = row.room_id as RoomId;
    if (!row.online) return false;
    if (waiters.agentsIn(roomId).includes(row.agent_id)) return true;
    const seenAt = observations.of(roomId)[row.agent_id] ?? 0;
    return now - seenAt < leaseS[row.class] * 500;
  }
};
