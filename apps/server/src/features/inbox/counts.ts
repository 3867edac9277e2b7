import {
  DECISION_KINDS,
  type DecisionKind,
  holdsUpSessions,
} from "@squadroom/core/decision/decision";
import type { Sql } from "postgres";
import { held, isEmptyRole, isSilent, type Patience } from "./queries.ts";
import type { visibleRooms } from "./rooms.ts";

type Rooms = ReturnType<typeof visibleRooms>;

/** Of a session these decisions may hold up single tasks. */
const OF_TASKS: readonly DecisionKind[] = DECISION_KINDS.filter(
  (kind) => !holdsUpSessions({ kind, subject: { kind: "session", step: "execute" } }),
);

interface Asked {
  /** Things by room; an empty role is one. */
  byRoom: Map<string, number>;
  /** Of those, how many are empty roles. */
  emptyRoles: number;
}

/**
 * What waits for this person, by room: the badge, the rail and the rooms' heading are all made of it.
 *
 * @param answerable where one may answer
 * @param led where one may steer
 */
export async function countWaiting(
  sql: Sql,
  answerable: Rooms,
  led: Rooms,
  patience: Patience,
): Promise<Asked> {
  const rows = await sql<{ room_id: string; waiting: number; empty: number }[]>`
    WITH n AS MATERIALIZED ${answerable}, l AS MATERIALIZED ${led}, waiting AS (
      SELECT d.room_id, ${isEmptyRole(sql)} AS is_empty FROM n JOIN decisions d ON d.room_id = n.room_id AND d.state = 'pending'
      UNION ALL SELECT q.room_id, false FROM n JOIN questions q ON q.room_id = n.room_id AND q.closed_at IS NULL
      UNION ALL SELECT i.room_id, false FROM n JOIN backlog_items i ON i.room_id = n.room_id AND i.state = 'in_review'
      UNION ALL SELECT m.room_id, false FROM l JOIN backlog_modes m ON m.room_id = l.room_id
        AND m.paused_at IS NOT NULL AND m.paused->>'kind' = 'failures'
      UNION ALL SELECT h.room_id, false FROM ${held(sql, led)} h WHERE ${isSilent(sql, patience)}
    )
    SELECT room_id, count(*)::int AS waiting, count(*) FILTER (WHERE is_empty)::int AS empty
    FROM waiting GROUP BY room_id`;
  return {
    byRoom: new Map(rows.map(({ room_id, waiting }) => [room_id, waiting])),
    emptyRoles: rows.reduce((sum, { empty }) => sum + empty, 0),
  };
}

/** What the open decisions hold up; a session that two ask about is counted once. */
export async function countHeldUp(
  sql: Sql,
  rooms: Rooms,
): Promise<{ tasks: number; sessions: number }> {
  const [row] = await sql<{ tasks: number; sessions: number }[]>`
    WITH n AS MATERIALIZED ${rooms}, asked AS (
      SELECT d.room_id, d.holds_up, CASE WHEN d.subject_kind = 'session'
          AND NOT (d.kind = ANY(${[...OF_TASKS]}::text[]) AND d.subject::json->>'step' = 'execute')
        THEN d.subject::json->>'sessionId' END AS session_id
      FROM n JOIN decisions d ON d.room_id = n.room_id AND d.state = 'pending'
    )
    SELECT
      (SELECT coalesce(sum(holds_up), 0)::int FROM asked WHERE session_id IS NULL) AS tasks,
      (SELECT coalesce(sum(held), 0)::int FROM (
        SELECT greatest(1, max(holds_up)) AS held FROM asked WHERE session_id IS NOT NULL GROUP BY room_id, session_id) s
      ) AS sessions`;
  return row ?? { tasks: 0, sessions: 0 };
}

/** How many tasks are in the hand of an agent that is not silent. */
export async function countWorking(sql: Sql, rooms: Rooms, patience: Patience): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${held(sql, rooms)} h WHERE NOT ${isSilent(sql, patience)}`;
  return row?.count ?? 0;
}
