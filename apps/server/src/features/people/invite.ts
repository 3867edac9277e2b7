import type { NewId, PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { PersonRole } from "@squadroom/core/kernel/route";
import type { ISql, Sql } from "postgres";
import { type By, noteAct, noteServerAct } from "../../platform/auth/audit.ts";
import { databaseNow } from "../../platform/auth/database-time.ts";
import { isReserved } from "../../platform/auth/local-admin.ts";
import { lockRoom } from "../../platform/auth/room-lock.ts";

interface Invited {
  id: PersonId;
  name: string;
  admin: boolean;
  createdAt: number;
  deactivatedAt: null;
  signIns: number;
  address: null;
}

export interface RoomOf {
  roomId: RoomId;
  role: PersonRole;
}

/**
 * Adds a person under a name that nobody else has, however it is written.
 *
 * @throws RefusalError `name_taken`
 */
export async function invite(
  sql: Sql,
  newId: NewId,
  { name, admin, rooms, by }: { name: string; admin: boolean; rooms: readonly RoomOf[]; by: By },
): Promise<Invited> {
  const id = newId();
  return await sql.begin(async (tx) => {
    const createdAt = await insertPerson(tx, { id, name, admin });
    await noteServerAct(tx, { by, act: "person_invited", subject: name });
    if (admin) await noteServerAct(tx, { by, act: "admin_given", subject: name });
    // Always in one order, so that two simultaneous invitations never wait for each other.
    for (const { roomId, role } of [...rooms].sort((a, b) => (a.roomId < b.roomId ? -1 : 1))) {
      await lockRoom(tx, roomId);
      await tx`
        insert into room_people (room_id, person_id, role) values (${roomId}, ${id}, ${role})
        on conflict (room_id, person_id) do update set role = excluded.role`;
      await noteAct(tx, { roomId, by, act: "person_set", subject: name, roles: [role] });
    }
    return { id, name, admin, createdAt, deactivatedAt: null, signIns: 0, address: null };
  });
}

/** @returns when @throws RefusalError `name_taken` */
export async function insertPerson(
  tx: ISql,
  { id, name, admin }: Pick<Invited, "id" | "name" | "admin">,
): Promise<number> {
  const taken = () => refuse("name_taken", `Somebody is already called ${name}.`);
  if (isReserved(name)) throw taken();
  const [row] = await tx<{ created_at: string | number }[]>`
    insert into people (id, name, admin, created_at)
    select ${id}::uuid, ${name}, ${admin}::boolean, ${databaseNow(tx)}
    where not exists (select from people where lower(name) = lower(${name}))
    on conflict (name) do nothing returning created_at`;
  if (!row) throw taken();
  return Number(row.created_at);
}
