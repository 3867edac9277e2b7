import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { isStorable } from "@squadroom/core/kernel/storable";
import type { DemoTeam } from "@squadroom/core/room/demo-story";
import type { ISql, Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { mayRead } from "../../platform/auth/access.ts";
import type { Principal } from "../../platform/auth/principal.ts";
import { KEY_RETENTION_MS } from "../../platform/http/idempotency.ts";
import { newId } from "../../platform/new-id.ts";
import { keyReused } from "../../platform/room/settlement.ts";

/** After this long, the name of a room that was never created is available again. */
const ABANDONED_MS = 60_000;

/**
 * Takes a name for `fresh`, or finds the room that has it: the one that this request made before, or one that was never
 * created.
 *
 * @throws `name_taken`, `key_reused`
 */
export async function takeIn(
  tx: ISql,
  name: string,
  takenBy: string,
  now: number,
  fresh: RoomId,
): Promise<{ roomId: RoomId; seq: number; isAbandoned: boolean }> {
  const key = takenBy.slice(0, takenBy.lastIndexOf(" "));
  const [used] = await tx`
    SELECT 1 FROM room_names WHERE starts_with(taken_by, ${`${key} `}) AND taken_by <> ${takenBy}
      AND created_at > ${now - KEY_RETENTION_MS} LIMIT 1`;
  if (used) throw keyReused();
  await tx`INSERT INTO room_names (name, room_id, taken_by, created_at) VALUES (${name}, ${fresh}, ${takenBy}, ${now}) ON CONFLICT DO NOTHING`;
  const [row] = await tx<{ room_id: RoomId; taken_by: string; created_at: string; seq: string | null }[]>`
    SELECT n.room_id, n.taken_by, n.created_at, r.seq FROM room_names n LEFT JOIN rooms r ON r.id = n.room_id
    WHERE n.name = ${name} FOR UPDATE OF n`;
  if (!row) throw new Error("a name was taken and is not there");
  const seq = Number(row.seq ?? 0);
  const isMine = row.room_id === fresh || row.taken_by === takenBy;
  const isAbandoned = seq === 0 && Number(row.created_at) < now - ABANDONED_MS;
  if (!isMine && !isAbandoned) throw refuse("name_taken", `There is already a room called ${name}.`, { name });
  return { roomId: row.room_id, seq, isAbandoned: !isMine };
}

/** Names of rooms and who may see which: the small plain tables beside the rooms' own data. */
export function createDirectory(sql: Sql) {
  const byName = new Map<string, RoomId>();

  /** By id or by name; `null` if no room has it. Names never move, so they are remembered. */
  async function resolve(name: string): Promise<RoomId | null> {
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(name))
      return name.toLowerCase() as RoomId;
    const known = byName.get(name);
    if (known || !isStorable(name)) return known ?? null;
    const [row] = await sql<{ room_id: RoomId }[]>`SELECT room_id FROM room_names WHERE name = ${name}`;
    if (!row) return null;
    if (byName.size > 10_000) byName.clear();
    byName.set(name, row.room_id);
    return row.room_id;
  }

  /**
   * Takes a name and makes the empty head of its room; the same request (`takenBy`: whose, under which key, and its
   * hash) finds its room again.
   *
   * @throws `name_taken`, `key_reused`
   */
  function take(name: string, takenBy: string, now: number): Promise<RoomId> {
    return sql.begin(async (tx) => {
      const { roomId, isAbandoned } = await takeIn(tx, name, takenBy, now, newId() as RoomId);
      if (isAbandoned) await tx`UPDATE room_names SET taken_by = ${takenBy}, created_at = ${now} WHERE name = ${name}`;
      await tx`INSERT INTO rooms (id, commit_id) VALUES (${roomId}, ${uuidv7()}) ON CONFLICT DO NOTHING`;
      return roomId;
    }) as Promise<RoomId>;
  }

  /** A removed room's name is available again; its log stays under its id. */
  async function release(roomId: RoomId): Promise<void> {
    await sql`DELETE FROM room_names WHERE room_id = ${roomId}`;
    for (const [name, id] of byName) if (id === roomId) byName.delete(name);
  }

  /** Rooms that this principal may see, by name. */
  async function visibleTo(
    principal: Principal,
    page: { after: string | null; limit: number },
  ): Promise<{ id: RoomId; name: string }[]> {
    const after = page.after ?? "";
    if (principal.kind === "person" && principal.admin) {
      return sql<{ id: RoomId; name: string }[]>`
        SELECT room_id AS id, name FROM room_names WHERE name > ${after} ORDER BY name LIMIT ${page.limit}`;
    }
    const own = principal.kind === "person" ? [...principal.rooms.keys()] : [principal.roomId];
    const ids = own.filter((id) => mayRead(principal, id));
    return sql<{ id: RoomId; name: string }[]>`
      SELECT room_id AS id, name FROM room_names WHERE room_id = ANY(${ids}::uuid[]) AND name > ${after} ORDER BY name LIMIT ${page.limit}`;
  }

  async function countVisibleTo(principal: Principal): Promise<number> {
    if (principal.kind !== "person") return mayRead(principal, principal.roomId) ? 1 : 0;
    if (!principal.admin) return principal.rooms.size;
    const [row] = await sql<{ n: number }[]>`SELECT count(*)::int AS n FROM room_names`;
    return row?.n ?? 0;
  }

  /** The demo of this team that the person made, and the number of others. */
  async function demos(
    personId: PersonId,
    team: DemoTeam,
  ): Promise<{ own: { roomId: RoomId; name: string } | null; others: number }> {
    const rows = await sql<{ roomId: RoomId; name: string; own: boolean }[]>`
      SELECT d.room_id AS "roomId", d.name, 
        e.actor ->> 'id' = ${personId} AND e.data #>> '{team,preset}' = ${team} AS own
      FROM room_details d JOIN events e ON e.room_id = d.room_id AND e.seq = 1
      WHERE d.demo AND d.removed_at IS NULL`;
    const found = rows.find(({ own }) => own);
    const own = found ? { roomId: found.roomId, name: found.name } : null;
    return { own, others: rows.length - (own ? 1 : 0) };
  }

  return { resolve, take, release, visibleTo, countVisibleTo, demos };
}

export type Directory = ReturnType<typeof createDirectory>;
