import { DECISION_KINDS, type DecisionKind, holdsUpSessions } from "@squadroom/core/decision/decision";
import type { InboxGroup } from "@squadroom/core/inbox/thing";
import type { PersonId } from "@squadroom/core/kernel/ids";
import type { ISql } from "postgres";
import { held, isEmptyRole, isSilent, type Patience } from "./queries.ts";
import type { visibleRooms } from "./rooms.ts";
import {
  anyThing,
  decisionThing,
  type Eye,
  isIn,
  pausedThing,
  questionThing,
  reviewThing,
  rowOfThing,
  stuckThing,
} from "./things.ts";

type Rooms = ReturnType<typeof visibleRooms>;

/** These decisions about a session may hold up single tasks. */
const OF_TASKS: readonly DecisionKind[] = DECISION_KINDS.filter(
  (kind) => !holdsUpSessions({ kind, subject: { kind: "session", step: "execute" } }),
);

type Counted = Exclude<InboxGroup, "waiting">;

interface Waiting extends Record<Counted, number> {
  /** Things that wait for this person, by room; an empty role counts as one. */
  byRoom: Map<string, number>;
  /** How many of those are empty roles. */
  emptyRoles: number;
  /** When the next snoozed thing comes back by itself. */
  wakesAt: number | null;
}

/**
 * Everything that waits, one row each, as `t`.
 *
 * @param answerable where the person may answer
 * @param led where the person may steer
 */
export function allThings(sql: ISql, answerable: Rooms, led: Rooms, patience: Patience) {
  return sql`(
    SELECT ${rowOfThing(sql, decisionThing(sql))}, ${isEmptyRole(sql)} AS is_empty
      FROM ${answerable} n JOIN decisions d ON d.room_id = n.room_id AND d.state = 'pending'
    UNION ALL SELECT ${rowOfThing(sql, questionThing(sql))}, false
      FROM ${answerable} n JOIN questions q ON q.room_id = n.room_id AND q.closed_at IS NULL
    UNION ALL SELECT ${rowOfThing(sql, reviewThing(sql))}, false
      FROM ${answerable} n JOIN backlog_items i ON i.room_id = n.room_id AND i.state = 'in_review'
    UNION ALL SELECT ${rowOfThing(sql, pausedThing(sql))}, false
      FROM ${led} l JOIN backlog_modes m ON m.room_id = l.room_id
        AND m.paused_at IS NOT NULL AND m.paused->>'kind' = 'failures'
    UNION ALL SELECT ${rowOfThing(sql, stuckThing(sql))}, false
      FROM ${held(sql, led)} h WHERE ${isSilent(sql, patience)}
  )`;
}

/** What waits for this person, by room: the badge, the rail and the rooms' heading are all made from it. */
export async function countWaiting(
  sql: ISql,
  answerable: Rooms,
  led: Rooms,
  patience: Patience,
  me: PersonId,
): Promise<Waiting> {
  const { now } = patience;
  const among = (group: InboxGroup) => isIn(sql, anyThing(sql), { me, now, group });
  const rows = await sql<CountedRow[]>`
    WITH judged AS MATERIALIZED (
      SELECT t.room_id, t.is_empty, ${among("waiting")} AS waiting, ${among("mine")} AS mine,
        ${among("snoozed")} AS snoozed, ${among("others")} AS others,
        (SELECT z.until FROM inbox_snoozes z
          WHERE z.room_id = t.room_id AND z.person_id = ${me}::uuid AND z.item = t.item) AS until
      FROM ${allThings(sql, answerable, led, patience)} t
    )
    SELECT room_id, count(*) FILTER (WHERE waiting)::int AS waiting,
      count(*) FILTER (WHERE waiting AND is_empty)::int AS empty,
      count(*) FILTER (WHERE mine AND NOT is_empty)::int AS mine, bool_or(mine AND is_empty) AS mine_empty,
      count(*) FILTER (WHERE snoozed AND NOT is_empty)::int AS snoozed, bool_or(snoozed AND is_empty) AS snoozed_empty,
      count(*) FILTER (WHERE others AND NOT is_empty)::int AS others, bool_or(others AND is_empty) AS others_empty,
      (min(until) FILTER (WHERE snoozed))::float8 AS wakes_at
    FROM judged GROUP BY room_id`;
  const wakes = rows.flatMap(({ wakes_at }) => wakes_at ?? []);
  // Empty roles are one row in each group.
  const rowsOf = (group: Counted) =>
    rows.reduce((sum, row) => sum + row[group], 0) + (rows.some((row) => row[`${group}_empty`]) ? 1 : 0);
  return {
    byRoom: new Map(rows.map(({ room_id, waiting }) => [room_id, waiting])),
    emptyRoles: rows.reduce((sum, { empty }) => sum + empty, 0),
    mine: rowsOf("mine"),
    snoozed: rowsOf("snoozed"),
    others: rowsOf("others"),
    wakesAt: wakes.length > 0 ? Math.min(...wakes) : null,
  };
}

type CountedRow = {
  room_id: string;
  waiting: number;
  empty: number;
  wakes_at: number | null;
} & Record<Counted, number> &
  Record<`${Counted}_empty`, boolean>;

/** What the open decisions of a group hold up; a session that two ask about is counted once. */
export async function countHeldUp(sql: ISql, rooms: Rooms, eye: Eye): Promise<{ tasks: number; sessions: number }> {
  const [row] = await sql<{ tasks: number; sessions: number }[]>`
    WITH n AS MATERIALIZED ${rooms}, asked AS (
      SELECT d.room_id, d.holds_up, CASE WHEN d.subject_kind = 'session'
          AND NOT (d.kind = ANY(${[...OF_TASKS]}::text[]) AND d.subject::json->>'step' = 'execute')
        THEN d.subject::json->>'sessionId' END AS session_id
      FROM n JOIN decisions d ON d.room_id = n.room_id AND d.state = 'pending'
        AND ${isIn(sql, decisionThing(sql), eye)}
        -- The session continues meanwhile.
        AND NOT (d.subject_kind = 'session' AND d.kind = 'intervention')
    )
    SELECT
      (SELECT coalesce(sum(holds_up), 0)::int FROM asked WHERE session_id IS NULL) AS tasks,
      (SELECT coalesce(sum(held), 0)::int FROM (
        SELECT greatest(1, max(holds_up)) AS held FROM asked WHERE session_id IS NOT NULL GROUP BY room_id, session_id) s
      ) AS sessions`;
  return row ?? { tasks: 0, sessions: 0 };
}

/** How many tasks are held by agents that are not silent. */
export async function countWorking(sql: ISql, rooms: Rooms, patience: Patience): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    SELECT count(*)::int AS count FROM ${held(sql, rooms)} h WHERE NOT ${isSilent(sql, patience)}`;
  return row?.count ?? 0;
}
