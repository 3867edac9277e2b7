import type { DecisionRow } from "@squadroom/core/asking/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { Sql } from "postgres";

/**
 * Since when a person has not seen what a decision is about: their last answer about the same, otherwise their last
 * look at the room before it was asked. `null`: they never saw any of it.
 */
export async function lastSeen(
  sql: Sql,
  roomId: RoomId,
  personId: string,
  { subject, openedAt }: Pick<DecisionRow, "subject" | "openedAt">,
): Promise<{ at: number; answer: string | null } | null> {
  const [seen] = await sql<{ at: number; answer: string | null }[]>`
    SELECT at::float8 AS at, answer FROM (
      SELECT ended_at AS at, answer ->> 'label' AS answer FROM decisions
      WHERE room_id = ${roomId} AND state = 'answered' AND answered_by = ${personId} AND ended_at <= ${openedAt}
        AND subject_kind = ${subject.kind} AND ${sameSubject(sql, subject)}
      UNION ALL
      SELECT e.at, NULL FROM room_looks l JOIN events e ON e.room_id = l.room_id AND e.seq = l.seq
      WHERE l.room_id = ${roomId} AND l.person_id = ${personId} AND e.at < ${openedAt}
    ) seen ORDER BY answer IS NULL, at DESC LIMIT 1`;
  return seen ?? null;
}

function sameSubject(sql: Sql, subject: DecisionRow["subject"]) {
  switch (subject.kind) {
    case "session":
      return sql`(subject::jsonb ->> 'sessionId')::int = ${subject.sessionId}`;
    case "branch":
      return sql`subject::jsonb ->> 'key' = ${subject.key}`;
    case "task":
      return sql`subject = ${subject.taskId}`;
    default:
      return sql`false`;
  }
}
