import type { EventType } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { OutlineMark, ReplayOutline } from "@squadroom/core/replay/contract";
import type { Sql } from "postgres";

/** Enough for a line as wide as a screen. */
const SAMPLES = 240;
/** More couldn't be told apart there. */
const MARKS_MAX = 2_000;

const MARKED: Partial<Record<EventType, OutlineMark>> = {
  "decision.opened": "decision",
  "handoff.delivered": "handoff",
  "handoff.rerouted": "reroute",
  "task.parked": "reroute",
  "task.attempt_ended": "failure",
  "agent.went_offline": "failure",
};

/** Events evenly spread by their place, and the newest marked ones. */
export async function readOutline(sql: Sql, roomId: RoomId, head: number): Promise<Omit<ReplayOutline, "head">> {
  const places = samplePlaces(head);
  const [samples, marked] = await Promise.all([
    sql<ReplayOutline["samples"]>`
      SELECT seq::float8 AS seq, at::float8 AS at FROM events
      WHERE room_id = ${roomId} AND seq = ANY(${places}::bigint[]) ORDER BY events.seq`,
    sql<{ seq: number; at: number; type: EventType }[]>`
      SELECT seq::float8 AS seq, at::float8 AS at, type FROM events
      WHERE room_id = ${roomId} AND type IN ${sql(Object.keys(MARKED))}
      ORDER BY events.seq DESC LIMIT ${MARKS_MAX}`,
  ]);
  const marks = marked.reverse().map(({ seq, at, type }) => ({ seq, at, kind: MARKED[type] ?? ("handoff" as const) }));
  return { samples: [...samples], marks };
}

/** From 1 to the head, both included, in steps as even as whole numbers allow. */
export function samplePlaces(head: number, most = SAMPLES): number[] {
  if (head <= most) return Array.from({ length: head }, (_, i) => i + 1);
  return Array.from({ length: most }, (_, i) => 1 + Math.round((i * (head - 1)) / (most - 1)));
}
