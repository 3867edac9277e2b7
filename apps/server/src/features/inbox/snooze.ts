import { SNOOZE_MAX_MS, type Thing } from "@squadroom/core/inbox/thing";
import type { PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { ISql, Sql } from "postgres";
import type { Piece } from "./things.ts";

/** Rows of this age no longer matter, ms. */
const KEPT_MS = SNOOZE_MAX_MS;

/** The requested ones, as `w`: `(room_id, item)`. */
export function asRows(sql: ISql, things: readonly Thing[]) {
  const rooms = things.map(({ room }) => room);
  const items = things.map(({ item }) => item);
  return sql`unnest(${rooms}::uuid[], ${items}::text[]) AS w (room_id, item)`;
}

/**
 * Takes things out of this person's inbox, in their present state.
 *
 * @param all everything that waits where the person may settle it, as `t`
 * @returns how many of them wait
 */
export async function snooze(
  sql: Sql,
  all: Piece,
  me: PersonId,
  { things, until, now }: { things: readonly Thing[]; until: number | null; now: number },
): Promise<number> {
  if (until !== null && until <= now)
    throw refuse("bad_request", "`until` has passed: name a time to come.", { until, now });
  if (until !== null && until > now + SNOOZE_MAX_MS)
    throw refuse("bad_request", "`until` is more than a year away.", { until, now });
  return sql.begin(async (tx) => {
    await tx`DELETE FROM inbox_snoozes WHERE person_id = ${me} AND at < ${now - KEPT_MS}`;
    const { count } = await tx`
      INSERT INTO inbox_snoozes (room_id, person_id, item, mark, until, at)
      SELECT DISTINCT t.room_id, ${me}::uuid, t.item, t.mark, ${until}::bigint, ${now}::bigint
      FROM ${asRows(sql, things)} JOIN ${all} t ON t.room_id = w.room_id AND t.item = w.item
      ON CONFLICT (room_id, person_id, item)
        DO UPDATE SET mark = excluded.mark, until = excluded.until, at = excluded.at`;
    return count;
  });
}

/** Brings them back at once; returns how many there were. */
export async function wake(sql: Sql, me: PersonId, things: readonly Thing[]): Promise<number> {
  const { count } = await sql`
    DELETE FROM inbox_snoozes z USING ${asRows(sql, things)}
    WHERE z.person_id = ${me} AND z.room_id = w.room_id AND z.item = w.item`;
  return count;
}
