import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { PersonRole } from "@squadroom/core/kernel/route";
import type { ISql, Sql } from "postgres";
import { type Act, noteAct } from "../../platform/auth/audit.ts";
import type { CredentialRef } from "../../platform/auth/principal.ts";
import { lockRoom } from "../../platform/auth/room-lock.ts";
import { touchPerson } from "../../platform/auth/sign-ins.ts";

/**
 * Gives a person a role in a room.
 *
 * @returns the sign-ins that this changed, for the authenticator; none if the person had the role
 * @throws RefusalError `last_owner`
 */
export async function setRole(
  sql: Sql,
  roomId: RoomId,
  personId: PersonId,
  role: PersonRole,
  by: Act["by"],
): Promise<CredentialRef[]> {
  return await sql.begin(async (tx) => {
    const before = await roleBefore(tx, roomId, personId, role);
    if (before === role) return [];
    await tx`
      insert into room_people (room_id, person_id, role) values (${roomId}, ${personId}, ${role})
      on conflict (room_id, person_id) do update set role = excluded.role`;
    await note(tx, { roomId, by, act: "person_set", roles: [role] }, personId);
    return await touchPerson(tx, personId);
  });
}

/**
 * Takes a person's right to a room.
 *
 * @throws RefusalError `last_owner`, `person_unknown`
 */
export async function removeRole(
  sql: Sql,
  roomId: RoomId,
  personId: PersonId,
  by: Act["by"],
): Promise<CredentialRef[]> {
  return await sql.begin(async (tx) => {
    const before = await roleBefore(tx, roomId, personId, null);
    if (before === null) throw refuse("person_unknown", "This person has no role in this room.");
    await tx`delete from room_people where room_id = ${roomId} and person_id = ${personId}`;
    await note(tx, { roomId, by, act: "person_removed", roles: [before] }, personId);
    return await touchPerson(tx, personId);
  });
}

async function note(tx: ISql, act: Omit<Act, "subject">, personId: PersonId): Promise<void> {
  const [person] = await tx<{ name: string }[]>`select name from people where id = ${personId}`;
  await noteAct(tx, { ...act, subject: person?.name ?? personId });
}

/** Locks the room, so that of two owners who resign at once one stays, and commits see the change. */
async function roleBefore(
  tx: ISql,
  roomId: RoomId,
  personId: PersonId,
  after: PersonRole | null,
): Promise<PersonRole | null> {
  await lockRoom(tx, roomId);
  const rows = await tx<{ person_id: PersonId; role: PersonRole }[]>`
    select person_id, role from room_people where room_id = ${roomId}
    order by person_id for update`;
  const before = rows.find((row) => row.person_id === personId)?.role ?? null;
  const others = rows.some((row) => row.person_id !== personId && row.role === "owner");
  if (before === "owner" && after !== "owner" && !others) {
    throw refuse("last_owner", "A room needs an owner, and this is the last one.");
  }
  return before;
}
