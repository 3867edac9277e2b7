import type { InboxItem } from "@squadroom/core/inbox/contract";
import type { Thing } from "@squadroom/core/inbox/thing";
import { thingsOf } from "@squadroom/core/inbox/things-of";
import type { PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { ISql, Sql } from "postgres";
import { LOCAL_ADMIN } from "../../platform/auth/local-admin.ts";
import type { Found } from "./queries.ts";
import { asRows } from "./snooze.ts";
import { type Eye, isTaker, type Piece } from "./things.ts";

type Named = { id: string; name: string };

/**
 * People who may settle each of these things.
 *
 * @param all everything that waits where the caller may settle it, as `t`
 * @throws RefusalError `decision_moot`: none of them waits there
 */
export async function takersOf(sql: ISql, all: Piece, things: readonly Thing[]): Promise<Named[]> {
  const [found] = await sql<{ count: number; people: Named[] | null }[]>`
    WITH t AS MATERIALIZED (
      SELECT DISTINCT t.room_id, t.takers FROM ${asRows(sql, things)}
      JOIN ${all} t ON t.room_id = w.room_id AND t.item = w.item
    )
    SELECT (SELECT count(*)::int FROM t) AS count, (
      SELECT json_agg(json_build_object('id', p.id, 'name', p.name) ORDER BY p.name) FROM people p
      WHERE p.name <> ${LOCAL_ADMIN} AND NOT EXISTS (
        SELECT 1 FROM t LEFT JOIN room_people r ON r.room_id = t.room_id AND r.person_id = p.id
        WHERE NOT coalesce(${isTaker(sql, sql`t.takers`)}, false))
    ) AS people`;
  if (!found || found.count === 0)
    throw refuse("decision_moot", "That no longer needs anybody, or you may not answer it.", {});
  return found.people ?? [];
}

/**
 * From now on this person takes care of them; `null`: whoever comes first does.
 *
 * @returns how many of them wait
 * @throws RefusalError `person_unknown`: not somebody who may settle all of them
 */
export async function handOver(
  sql: Sql,
  all: Piece,
  by: PersonId,
  { things, to, now }: { things: readonly Thing[]; to: PersonId | null; now: number },
): Promise<number> {
  if (to === null) {
    const { count } = await sql`
      DELETE FROM inbox_handovers o USING ${asRows(sql, things)}, ${all} t
      WHERE o.room_id = w.room_id AND o.item = w.item AND t.room_id = w.room_id AND t.item = w.item`;
    return count;
  }
  const takers = await takersOf(sql, all, things);
  if (!takers.some(({ id }) => id === to)) {
    const names = takers.map(({ name }) => name);
    const message = "Only somebody who may answer it in its room can take it.";
    throw refuse("person_unknown", message, { people: takers }, names);
  }
  return sql.begin(async (tx) => {
    const { count } = await tx`
      INSERT INTO inbox_handovers (room_id, item, person_id, by_id, at)
      SELECT DISTINCT t.room_id, t.item, ${to}::uuid, ${by}::uuid, ${now}::bigint
      FROM ${asRows(sql, things)} JOIN ${all} t ON t.room_id = w.room_id AND t.item = w.item
      ON CONFLICT (room_id, item)
        DO UPDATE SET person_id = excluded.person_id, by_id = excluded.by_id, at = excluded.at`;
    // Whoever gets it sees it now, whatever was snoozed before.
    await tx`
      DELETE FROM inbox_snoozes z USING ${asRows(sql, things)}
      WHERE z.person_id = ${to} AND z.room_id = w.room_id AND z.item = w.item`;
    return count;
  });
}

/** Everybody who may see these in an inbox: it changed for all of them. */
export async function watchersOf(sql: ISql, things: readonly Thing[]): Promise<PersonId[]> {
  const rooms = [...new Set(things.map(({ room }) => room))];
  const rows = await sql<{ id: PersonId }[]>`
    SELECT id FROM people WHERE admin
    UNION SELECT person_id AS id FROM room_people WHERE room_id = ANY(${rooms}::uuid[])`;
  return rows.map(({ id }) => id);
}

/** With who takes care of each row, and whether this person snoozed it. */
export async function withHolders(sql: ISql, rows: readonly Found[], { me, now, group }: Eye): Promise<InboxItem[]> {
  const plain = rows.map((row) => ({ ...row, heldBy: null, snoozed: null }) as InboxItem);
  const things = plain.flatMap(thingsOf);
  if (things.length === 0) return plain;
  const found = await sql<Aside[]>`
    SELECT w.room_id || ' ' || w.item AS key, p.id AS holder_id, p.name AS holder, b.id AS by_id, b.name AS by,
      o.at::float8 AS held_at, z.until::float8 AS until, z.at::float8 AS snoozed_at
    FROM ${asRows(sql, things)}
    LEFT JOIN inbox_handovers o ON o.room_id = w.room_id AND o.item = w.item
    LEFT JOIN people p ON p.id = o.person_id LEFT JOIN people b ON b.id = o.by_id
    LEFT JOIN inbox_snoozes z ON z.room_id = w.room_id AND z.item = w.item AND z.person_id = ${me}
    WHERE o.item IS NOT NULL OR z.item IS NOT NULL`;
  const asides = new Map(found.map((row) => [row.key, row]));
  return plain.map((item) => {
    const own = thingsOf(item).map(({ room, item: key }) => asides.get(`${room} ${key}`));
    const [first] = own;
    if (!first) return item;
    const isOne = own.every((one) => one?.holder_id === first.holder_id);
    // Somebody who may no longer settle it holds nothing: it then waits for everybody.
    const isHeld = isOne && (group === "others" || first.holder_id === me);
    return { ...item, heldBy: isHeld ? holderIn(first) : null, snoozed: snoozeIn(own, now) };
  });
}

interface Aside {
  key: string;
  holder_id: string | null;
  holder: string | null;
  by_id: string | null;
  by: string | null;
  held_at: number | null;
  until: number | null;
  snoozed_at: number | null;
}

function holderIn({ holder_id, holder, by_id, by, held_at }: Aside): InboxItem["heldBy"] {
  if (holder_id === null || holder === null || held_at === null) return null;
  return {
    person: { id: holder_id, name: holder },
    by: { id: by_id ?? "", name: by ?? "" },
    at: held_at,
  };
}

/** Of several, the one that comes back first. */
function snoozeIn(asides: readonly (Aside | undefined)[], now: number): InboxItem["snoozed"] {
  const times = asides.flatMap((one) =>
    one && one.snoozed_at !== null ? [{ until: one.until, at: one.snoozed_at }] : [],
  );
  const [first] = times.sort((a, b) => (a.until ?? Number.POSITIVE_INFINITY) - (b.until ?? Number.POSITIVE_INFINITY));
  return first ? { ...first, isOver: first.until !== null && first.until <= now } : null;
}
