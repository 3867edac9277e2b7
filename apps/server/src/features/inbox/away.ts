import type { Away } from "@squadroom/core/inbox/contract";
import type { PersonId } from "@squadroom/core/kernel/ids";
import type { ISql } from "postgres";
import type { visibleRooms } from "./rooms.ts";

/** When the person last looked, epoch ms; `null`: never. */
export async function lastVisit(sql: ISql, personId: PersonId): Promise<number | null> {
  const [row] = await sql<{ visited_at: number }[]>`
    SELECT visited_at::float8 AS visited_at FROM person_visits WHERE person_id = ${personId}`;
  return row?.visited_at ?? null;
}

/** Never back in time: two windows may report in any order. */
export async function noteVisit(sql: ISql, personId: PersonId, now: number): Promise<number> {
  const [row] = await sql<{ visited_at: number }[]>`
    INSERT INTO person_visits (person_id, visited_at) VALUES (${personId}, ${now})
    ON CONFLICT (person_id) DO UPDATE SET visited_at = greatest(person_visits.visited_at, excluded.visited_at)
    RETURNING visited_at::float8 AS visited_at`;
  return row?.visited_at ?? now;
}

/** What happened in these rooms since a given time, counted by their indexes on time. */
export async function happenedSince(
  sql: ISql,
  rooms: ReturnType<typeof visibleRooms>,
  sinceAt: number,
  me: PersonId,
): Promise<Away> {
  const since = sql`${sinceAt}::bigint`;
  const [row] = await sql<Omit<Away, "sinceAt" | "decisionsAnswered">[] & Counted[]>`
    WITH n AS MATERIALIZED ${rooms}, ended AS (
      SELECT count(*) FILTER (WHERE t.state = 'completed') AS completed, count(*) FILTER (WHERE t.state = 'cancelled') AS cancelled
      FROM n JOIN tasks t ON t.room_id = n.room_id AND t.ended_at > ${since}
    ), asked AS (
      SELECT count(*) AS questions FROM n JOIN questions q ON q.room_id = n.room_id AND q.asked_at > ${since}
    ), opened AS (
      SELECT count(*) AS opened, count(*) FILTER (WHERE d.kind = 'task_failed' AND d.supersedes IS NULL) AS failed
      FROM n JOIN decisions d ON d.room_id = n.room_id AND d.opened_at > ${since}
    ), decided AS (
      SELECT count(*) FILTER (WHERE d.state = 'answered' AND d.answered_by = ${me}) AS mine,
        count(*) FILTER (WHERE d.state = 'answered' AND d.answered_by <> ${me}) AS others,
        count(*) FILTER (WHERE d.state = 'withdrawn') AS withdrawn
      FROM n JOIN decisions d ON d.room_id = n.room_id AND d.ended_at > ${since}
    )
    SELECT ended.completed::int, ended.cancelled::int, asked.questions::int, opened.opened::int, opened.failed::int,
      decided.mine::int, decided.others::int, decided.withdrawn::int
    FROM ended, asked, opened, decided`;
  if (!row) throw new Error("counts without a row");
  return {
    sinceAt,
    tasksCompleted: row.completed,
    tasksCancelled: row.cancelled,
    tasksFailed: row.failed,
    questionsAsked: row.questions,
    decisionsOpened: row.opened,
    decisionsAnswered: { byMe: row.mine, byOthers: row.others },
    decisionsWithdrawn: row.withdrawn,
  };
}

interface Counted {
  completed: number;
  cancelled: number;
  failed: number;
  questions: number;
  opened: number;
  mine: number;
  others: number;
  withdrawn: number;
}
